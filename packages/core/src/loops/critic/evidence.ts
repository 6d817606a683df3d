/** What the checks of claims have shown. */
import { shownText } from '../../fence.ts'
import type { LoopContext } from '../../kernel/context.ts'
import type { Message, ToolCall, ToolResult } from '../../messages.ts'
import type { Check } from '../../parsing/claim-checks.ts'

/** What checks have shown in this session, by their calls: an equal call is not made again. */
export type Shown = ReadonlyMap<string, ToolResult>

/** Tools that may check a claim. None that changes the world: a claim is no reason to. */
export function checkersOf({ tools }: LoopContext): LoopContext['tools'] {
  return tools.filter(({ effect }) => effect === 'pure')
}

/** Makes the calls that were not made before, all at once. */
export async function gather(ctx: LoopContext, checks: readonly Check[], shown: Shown): Promise<Shown> {
  const calls = new Map(checks.map(({ key, call }) => [key, call]))
  const fresh = [...calls].filter(([key]) => !shown.has(key))
  const refused = fresh.filter(([, call]) => isKeptBack(ctx, call))
  const made = fresh.filter(([, call]) => !isKeptBack(ctx, call))
  const toMake = made.map(([, call]) => call)
  const results = toMake.length === 0 ? [] : await ctx.callTools(toMake, { label: 'verify' })
  return new Map([
    ...shown,
    ...refused.map(([key, call]) => [key, failure(call, `Not run: \`${call.tool}\` is not for checks.`)] as const),
    ...made.map(([key, call], index) => [key, resultIn(results[index], call)] as const),
  ])
}

/** A tool that is there, but may not check. One that is not there is told by the call itself. */
function isKeptBack(ctx: LoopContext, { tool }: ToolCall): boolean {
  const isNamed = ({ name }: { readonly name: string }) => name === tool
  return ctx.tools.some(isNamed) && !checkersOf(ctx).some(isNamed)
}

function resultIn(message: Message | undefined, call: ToolCall): ToolResult {
  const [part] = message?.parts ?? []
  return part?.type === 'tool-result' ? part : failure(call, 'No result came.')
}

function failure({ id, tool }: ToolCall, text: string): ToolResult {
  return { type: 'tool-result', id, tool, text, error: true }
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

/** Claims that some check has said something about. */
export function checkedClaims(checks: readonly Check[], shown: Shown): ReadonlySet<string> {
  return new Set(checks.filter(({ key }) => !hasFailed(key, shown)).map(({ claim }) => claim))
}
