/** What the trace of an expert's loop tells: which calls it made and from where it has its texts. */
import type { OfferedTool } from '../../kernel/context.ts'
import type { MadeCall } from './result.ts'

export type TraceFacts = {
  readonly calls: readonly MadeCall[]
  readonly sources: readonly string[]
  readonly hasEffect: boolean
}

// Entries of loops further inside stand further in. The rest of an entry is indented, so no text can pass for one.
const call = /^(?: {2})*\[call of (?<tool>[^\]]+)\] (?<input>[\s\S]*)$/
const result = /^(?: {2})*\[result of (?<tool>[^\]]+)\]/
const failure = /^(?: {2})*\[(?<tool>[^\]]+) failed\]/
const fence = /<untrusted from="(?<from>[^"]+)">/

export function readTrace(trace: readonly string[], tools: readonly OfferedTool[]): TraceFacts {
  const effects = new Map(tools.map(({ name, effect = 'once' }) => [name, effect]))
  const made = callsIn(trace).filter(({ tool }) => effects.has(tool))
  const good = made.filter(({ quality }) => quality === 'ok')
  return {
    calls: made.map(({ tool, input, quality }) => ({ tool, input, quality })),
    sources: [...new Set(good.map(({ source }) => source))],
    hasEffect: good.some(({ tool }) => effects.get(tool) === 'once'),
  }
}

type TracedCall = MadeCall & { readonly source: string }

/** Results come in the order of the calls of their tool. */
function callsIn(trace: readonly string[]): readonly TracedCall[] {
  const pending = new Map<string, string[]>()
  return trace.flatMap((entry) => {
    const { tool: asked, input: given = '' } = call.exec(entry)?.groups ?? {}
    if (asked !== undefined) pending.set(asked, [...(pending.get(asked) ?? []), given])
    const made = madeIn(entry)
    if (!made) return []
    const { tool, isFailed } = made
    const input = pending.get(tool)?.shift() ?? ''
    const source = fence.exec(entry)?.groups?.['from'] ?? tool
    return [{ tool, input, quality: isFailed ? ('failed' as const) : ('ok' as const), source }]
  })
}

function madeIn(entry: string): { readonly tool: string; readonly isFailed: boolean } | undefined {
  const done = result.exec(entry)?.groups?.['tool']
  const failed = done === undefined ? failure.exec(entry)?.groups?.['tool'] : undefined
  const tool = done ?? failed
  return tool === undefined ? undefined : { tool, isFailed: done === undefined }
}
