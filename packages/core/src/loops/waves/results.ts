/** What the calls gave, and how it is shown: to a model, to other calls, and as the best answer so far. */
import { shownText } from '../../fence.ts'
import { canonicalJson, type Json, type JsonObject } from '../../json.ts'
import type { FilePart, ImagePart, Message, ToolResult, Untrusted } from '../../messages.ts'
import { shortened, withoutMiddle } from '../../parsing/shortened-text.ts'
import { type Call, callKey } from './plan.ts'
import { isEmptyValue } from './validators.ts'

/** So many characters are shown of all results at once, at least so many of each, and so many are kept in the details. */
const longestTogether = 48_000
const leastEach = 2_000
const longestKept = 4_000

export type CallResult = {
  readonly id: string
  readonly plannedAs?: string
  readonly tool: string
  /** With what was referred to; as planned where it was not made. */
  readonly args: Json
  /** As planned: with its references. */
  readonly planned: Json
  readonly status: 'ok' | 'empty' | 'failed' | 'not-made'
  readonly text: string
  readonly data?: Json
  readonly parts?: readonly (ImagePart | FilePart)[]
  readonly untrusted?: Untrusted
  /** The call that was the same: this one was not made. */
  readonly sameAs?: string
}

/** A call, and its arguments with what they refer to. */
export type Made = { readonly call: Call; readonly args: Json }

const silence: Omit<ToolResult, 'type' | 'id' | 'tool'> = { text: 'No result came.', error: true }

/** What a tool answered to a call. */
export function resultOf({ call, args }: Made, message: Message | undefined): CallResult {
  const [part] = message?.parts ?? []
  const { text, data, parts, untrusted, error } = part?.type === 'tool-result' ? part : silence
  const isEmpty = parts === undefined && isEmptyValue(contentOf({ text, ...(data !== undefined && { data }) }))
  return {
    ...namesOf(call),
    args,
    status: error ? 'failed' : isEmpty ? 'empty' : 'ok',
    text,
    ...(data !== undefined && { data }),
    ...(parts && { parts }),
    ...(untrusted && { untrusted }),
  }
}

/** A call that was not made, and why. */
export function notMade(call: Call, why: string): CallResult {
  return { ...namesOf(call), args: call.args, status: 'not-made', text: `Not made: ${why}` }
}

/** A call that was made before: what succeeded stands for it, what failed is not tried again as it was. */
export function repetitionOf({ call, args }: Made, before: CallResult): CallResult {
  if (hasFailed(before)) return notMade(call, `the same call failed before, as \`${before.id}\`. Change its arguments.`)
  return { ...before, ...namesOf(call), args, sameAs: before.sameAs ?? before.id }
}

function namesOf({ id, tool, args, plannedAs }: Call) {
  return { id, tool, planned: args, ...(plannedAs !== undefined && { plannedAs }) }
}

/** An equal call among these that was really made. */
export function madeBefore(made: Pick<Call, 'tool' | 'args'>, results: Iterable<CallResult>): CallResult | undefined {
  const key = callKey(made)
  for (const result of results) if (result.status !== 'not-made' && callKey(result) === key) return result
  return undefined
}

export function hasFailed({ status }: Pick<CallResult, 'status'>): boolean {
  return status === 'failed' || status === 'not-made'
}

/** What others may refer to: the data, else the text as JSON, else the text. */
export function contentOf({ text, data }: Pick<CallResult, 'text' | 'data'>): Json {
  if (data !== undefined) return data
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

/** The results as a model reads them, whoever wrote them: fenced. They share the room there is. */
export function shownResults(results: readonly CallResult[]): string {
  const share = Math.max(leastEach, Math.floor(longestTogether / Math.max(1, results.length)))
  return results.map((result) => shownResult(result, share)).join('\n\n')
}

function shownResult(result: CallResult, longest: number): string {
  const { id, tool, plannedAs, sameAs, status, args, planned } = result
  const said = { ok: 'gave', empty: 'gave nothing', failed: 'failed', 'not-made': 'was not made' }[status]
  const renamed = plannedAs === undefined ? '' : `, planned as \`${plannedAs}\`, an id that was taken,`
  const same = sameAs === undefined ? '' : ` (not made again: it is the same call as \`${sameAs}\`)`
  // What was taken from a result is as foreign as the result.
  const given =
    canonicalJson(args) !== canonicalJson(planned)
      ? `Arguments: ${withoutMiddle(JSON.stringify(args), leastEach)}\n`
      : ''
  return `Call \`${id}\` of ${tool}${renamed} ${said}${same}:\n${fencedText(result, given, longest)}`
}

function fencedText({ tool, text, untrusted }: CallResult, before: string, longest: number): string {
  const { text: kept, place } = shortened(text, longest)
  const suspected = untrusted?.suspected?.map(({ rule, start, end }) => ({
    rule,
    start: before.length + place(start),
    end: before.length + place(end),
  }))
  const from = untrusted?.from ?? tool
  return shownText({ text: `${before}${kept}`, untrusted: { from, ...(suspected && { suspected }) } })
}

/** Pictures and files among the results. */
export function partsOf(results: readonly CallResult[]): readonly (ImagePart | FilePart)[] {
  return results.flatMap(({ parts = [], sameAs }) => (sameAs === undefined ? parts : []))
}

/** What there is to show a person before the answer is written; undefined when no call gave anything. */
export function interimAnswer(results: readonly CallResult[]): string | undefined {
  const given = results.filter(({ status, sameAs }) => status === 'ok' && sameAs === undefined)
  if (given.length <= 1) return given[0] && withoutMiddle(given[0].text, longestTogether)
  const share = Math.max(leastEach, Math.floor(longestTogether / given.length))
  return given.map(({ tool, text }) => `${tool}: ${withoutMiddle(text, share)}`).join('\n\n')
}

/** The results by id, for machines. */
export function resultDetails(results: Iterable<CallResult>): JsonObject {
  const entries = [...results].map(({ id, tool, args, status, text, sameAs, plannedAs }) => [
    id,
    {
      tool,
      args,
      status,
      text: withoutMiddle(text, longestKept),
      ...(sameAs !== undefined && { sameAs }),
      ...(plannedAs !== undefined && { plannedAs }),
    },
  ])
  return Object.fromEntries(entries) as JsonObject
}
