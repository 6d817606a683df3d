/** What a step is to people: an icon, a word and a colour, the same in every view of it. */
import type { IconName } from '../ui/icon.tsx'
import type { StepNode } from './step-tree.ts'

export type Look = { readonly icon: IconName; readonly word: string; readonly tint: Tint }

/** The end of the names of its colour and class: `--k-think`. */
export type Tint = 'think' | 'tool' | 'plan' | 'judge' | 'human' | 'loop'

const looks = {
  model: { icon: 'think', word: 'model', tint: 'think' },
  planner: { icon: 'plan', word: 'planner', tint: 'plan' },
  judge: { icon: 'judge', word: 'judge', tint: 'judge' },
  tool: { icon: 'tool', word: 'tool', tint: 'tool' },
  web: { icon: 'globe', word: 'tool', tint: 'tool' },
  plan: { icon: 'plan', word: 'plan', tint: 'plan' },
  loop: { icon: 'gyre', word: 'loop', tint: 'loop' },
  group: { icon: 'parallel', word: 'in parallel', tint: 'loop' },
  person: { icon: 'user', word: 'person', tint: 'human' },
  memory: { icon: 'memory', word: 'memory', tint: 'loop' },
  clock: { icon: 'clock', word: 'clock', tint: 'loop' },
  other: { icon: 'dot', word: 'step', tint: 'loop' },
} as const satisfies Readonly<Record<string, Look>>

const byKind: Readonly<Record<string, Look>> = {
  loop: looks.loop,
  cache: looks.memory,
  recall: looks.memory,
  remember: looks.memory,
  embed: looks.memory,
  compact: looks.memory,
  ask: looks.person,
  plan: looks.plan,
  now: looks.clock,
}

export function lookOf(node: StepNode): Look {
  if (node.type === 'group') return looks.group
  if (node.type === 'person') return looks.person
  const kind = node.step?.kind ?? node.running?.kind
  if (kind === undefined) return looks.loop
  if (kind === 'generate') return askedOf(roleOf(node))
  if (kind === 'tool') return (node.step?.name ?? node.running?.name ?? '').startsWith('web.') ? looks.web : looks.tool
  return byKind[kind] ?? { ...looks.other, word: kind }
}

function askedOf(role: string): Look {
  if (role === 'planner') return looks.planner
  return role === 'judge' ? looks.judge : looks.model
}

function roleOf({ step, running }: StepNode): string {
  const { role } = (running?.data['request'] ?? {}) as { readonly role?: string }
  return step?.role ?? role ?? 'author'
}

/** What holds other steps is a thin span; what does something, a bar. */
export function isSpan(node: StepNode): boolean {
  return node.children.length > 0 || lookOf(node).word === looks.loop.word
}

/** The colours that mean something, as they are told below the rows. */
export const legend: readonly Look[] = [looks.model, looks.tool, looks.plan, looks.judge, looks.person]
