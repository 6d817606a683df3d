/** What the calls gave, and what other calls may take from it. */
import type { Json, JsonObject } from '../../json.ts'
import type { OfferedTool } from '../../kernel/context.ts'
import type { FilePart, ImagePart, Message, ToolResult, Untrusted } from '../../messages.ts'
import { withoutMiddle } from '../../parsing/shortened-text.ts'
import type { Form } from './argument-form.ts'
import type { Call } from './plan.ts'
import { isEmptyValue } from './validators.ts'

/** So many characters are kept of a result in the details. */
const longestKept = 4_000

/** When a call is made, as far as that is no chance. */
export type Moment = {
  readonly run: number
  /** Calls of the same run that have ended: it waited for them. */
  readonly behind: ReadonlySet<string>
  readonly effect: OfferedTool['effect']
}

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
  /** Who refused it before it began. */
  readonly notMade?: ToolResult['notMade']
  /** The call that was the same: this one was not made. */
  readonly sameAs?: string
  /** Undefined when nobody tried to make it. */
  readonly moment?: Moment
}

/** A call, and its arguments with what they refer to. */
export type Made = { readonly call: Call; readonly args: Json; readonly moment: Moment }

const silence: Omit<ToolResult, 'type' | 'id' | 'tool'> = { text: 'No result came.', error: true }

/** What a tool answered to a call. */
export function resultOf({ call, args, moment }: Made, message: Message | undefined): CallResult {
  const [part] = message?.parts ?? []
  const { text, data, parts, untrusted, error, notMade: refusedBy } = part?.type === 'tool-result' ? part : silence
  const isEmpty = parts === undefined && isEmptyValue(data === undefined ? readJsonText(text) : data, args)
  return {
    ...namesOf(call),
    args,
    status: statusOf(error === true, refusedBy !== undefined, isEmpty),
    text,
    moment,
    ...(data !== undefined && { data }),
    ...(parts && { parts }),
    ...(untrusted && { untrusted }),
    ...(refusedBy && { notMade: refusedBy }),
  }
}

/** A call that was not made, and why. */
export function notMade(call: Call, why: string): CallResult {
  return { ...namesOf(call), args: call.args, status: 'not-made', text: `Not made: ${why}` }
}

/** A call that was made before: its result stands for this one. */
export function repetitionOf({ call, args }: Made, { moment: _, ...before }: CallResult): CallResult {
  return { ...before, ...namesOf(call), args, sameAs: before.id }
}

/** What was refused before it began has done nothing. */
function statusOf(isFailed: boolean, isRefused: boolean, isEmpty: boolean): CallResult['status'] {
  if (isRefused) return 'not-made'
  if (isFailed) return 'failed'
  return isEmpty ? 'empty' : 'ok'
}

function namesOf({ id, tool, args, plannedAs }: Call) {
  return { id, tool, planned: args, ...(plannedAs !== undefined && { plannedAs }) }
}

export function hasFailed({ status }: Pick<CallResult, 'status'>): boolean {
  return status === 'failed' || status === 'not-made'
}

/** What others may take from a result; undefined when it has nothing to take. */
export function referredTo(result: CallResult | undefined, form: Form): Json | undefined {
  return result && !hasFailed(result) ? contentOf(result, form) : undefined
}

/**
 * The data, else the text: as it is, unless it is an object or a list, or exactly the number or truth value that is
 * wanted. Nothing is to be lost: `1.10` may be a version.
 */
export function contentOf({ text, data }: Pick<CallResult, 'text' | 'data'>, form: Form): Json {
  if (data !== undefined) return data
  const value = form === 'text' ? text : readJsonText(text)
  if (typeof value === 'object' && value !== null) return value
  const isExact = ['number', 'boolean'].includes(typeof value) && JSON.stringify(value) === text.trim()
  return form === 'scalar' && isExact ? value : text
}

/** The text as JSON; the text itself where it is none. */
function readJsonText(text: string): Json {
  try {
    const value = JSON.parse(text) as Json
    return /\d{16}/.test(text) ? (JSON.parse(text.replace(textOrNumber, keepDigits)) as Json) : value
  } catch {
    return text
  }
}

const textOrNumber = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g

/** A whole number with more digits than a number holds is an id: it becomes a text. */
function keepDigits(token: string): string {
  return /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token
}

/** Pictures and files among the results. */
export function partsOf(results: readonly CallResult[]): readonly (ImagePart | FilePart)[] {
  return results.flatMap(({ parts = [], sameAs }) => (sameAs === undefined ? parts : []))
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
