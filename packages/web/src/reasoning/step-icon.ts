/** The icon and the colour of a step, by what it does. */
import type { IconName } from '../ui/icon.tsx'

const byTool: readonly (readonly [RegExp, IconName])[] = [
  [/^web\./, 'globe'],
  [/^(knowledge|files|documents?)\./, 'book'],
  [/^math\./, 'calculator'],
  [/^memory\./, 'memory'],
  [/^(calendar|time)\./, 'clock'],
  [/^(human\.|ask)/, 'ask'],
  [/^(shell|code)\./, 'prompt'],
]

export function toolIcon(tool: string | undefined): IconName {
  return byTool.find(([form]) => tool !== undefined && form.test(tool))?.[1] ?? 'tool'
}

type Shown = { readonly kind: string; readonly role: string | null; readonly tool: string | null }

const byKind: Readonly<Record<string, IconName>> = {
  loop: 'gyre',
  plan: 'plan',
  ask: 'ask',
  recall: 'memory',
  remember: 'memory',
  embed: 'memory',
  compact: 'context',
}

const byRole: Readonly<Record<string, IconName>> = { planner: 'plan', judge: 'judge', utility: 'gear' }

export function stepIcon({ kind, role, tool }: Shown): IconName {
  if (kind === 'tool') return toolIcon(tool ?? undefined)
  if (kind === 'generate') return byRole[role ?? ''] ?? 'think'
  return byKind[kind] ?? 'dot'
}

/** Its colour among the kinds of steps, as a class. */
export function stepColour({ kind, role }: Shown): string {
  if (kind === 'tool') return 'k-tool'
  if (kind === 'ask') return 'k-human'
  if (kind === 'plan' || role === 'planner') return 'k-plan'
  if (role === 'judge') return 'k-judge'
  return kind === 'loop' ? 'k-loop' : 'k-think'
}
