/** What the checks of claims have shown. */
import { shownText } from '../../fence.ts'
import type { LoopContext } from '../../kernel/context.ts'
import type { Message, ToolCall, ToolResult } from '../../messages.ts'
import type { Check } from '../../parsing/claim-checks.ts'

/** What checks have shown in this session, by their calls: an equal call is not made again. */
export type Shown = ReadonlyMap<string, ToolResult>

/** Makes the calls that were not made before, all at once. */
export async function gather(ctx: LoopContext, checks: readonly Check[], shown: Shown): Promise<Shown> {
  const calls = new Map(checks.map(({ key, call }) => [key, call]))
  const fresh = [...calls].filter(([key]) => !shown.has(key))
  if (fresh.length === 0) return shown
  const results = await ctx.callTools(
    fresh.map(([, call]) => call),
    { label: 'verify' },
  )
  return new Map([...shown, ...fresh.map(([key, call], index) => [key, resultIn(results[index], call)] as const)])
}

function resultIn(message: Message | undefined, { id, tool }: ToolCall): ToolResult {
  const [part] = message?.parts ?? []
  return part?.type === 'tool-result' ? part : { type: 'tool-result', id, tool, text: 'No result came.', error: true }
}

/** The checks with what they have shown. A check that failed says so, and nothing about its claim. */
export function evidenceText(checks: readonly Check[], shown: Shown): string {
  return checks
    .map(({ claim, call, key }) => {
      const result = shown.get(key)
      const text = result ? shownText(result) : ''
      const found = hasFailed(key, shown) ? `none; the check failed, which says nothing about the claim: ${text}` : text
      return `CLAIM: ${claim}\nTOOL: ${call.tool}\nTOOL INPUT: ${JSON.stringify(call.input)}\nEVIDENCE: ${found}`
    })
    .join('\n\n')
}

function hasFailed(key: string, shown: Shown): boolean {
  return shown.get(key)?.error === true
}

/** Claims that no check could say anything about. */
export function uncheckedClaims(checks: readonly Check[], shown: Shown): readonly string[] {
  const checked = new Set(checks.filter(({ key }) => !hasFailed(key, shown)).map(({ claim }) => claim))
  return [...new Set(checks.map(({ claim }) => claim))].filter((claim) => !checked.has(claim))
}
