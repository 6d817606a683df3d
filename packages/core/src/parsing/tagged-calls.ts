/** Calls in the tags and tokens that models were trained on. */
import type { Json } from '../json.ts'
import type { ToolSpec } from '../ports/model.ts'
import { callOf, callsOf } from './call-values.ts'
import { callsInCode } from './code-calls.ts'
import type { ParsedCall } from './grammar.ts'
import { readJson } from './json-reader.ts'
import type { NativeCalls } from './native-calls.ts'
import { quotationsIn } from './quoted-text.ts'
import { argumentOf } from './tool-input.ts'
import { toolNamed } from './tool-name.ts'

const name = String.raw`[\w.-]{1,64}`

/** What begins a call that has its name outside of its arguments, and what ends it. */
const named: readonly (readonly [head: string, end: string])[] = [
  [`<function=(?<n0>${name})>`, '</function>'],
  [`<invoke name="(?<n1>${name})">`, '</invoke>'],
  [String.raw`<tool_call>\s{0,9}(?<n2>${name})\s{0,9}(?=<arg_key>|</tool_call>)`, '</tool_call>'],
  [`<｜tool▁call▁begin｜>(?:function<｜tool▁sep｜>)?(?<n3>${name})(?:<｜tool▁sep｜>)?`, '<｜tool▁call▁end｜>'],
  [
    String.raw`(?:<\|channel\|>\w{1,20}[ ])?\bto=(?:functions\.)?(?<n4>${name})(?:<\|channel\|>\w{1,20})?[^\n<]{0,20}(?:<\|constrain\|>\w{0,20})?<\|message\|>`,
    '<|call|>',
  ],
]

/** What stands around calls: alone, or before JSON that has a name. */
const wrapper = String.raw`<\|?(?:tool_calls?|function_calls?|python_tag)\|?>|\[TOOL_CALLS\]|<｜tool▁calls▁begin｜>`

const wrapped = String.raw`(?:(?:<(?:tool_calls?|function_calls)>|<｜tool▁calls▁begin｜>)\s{0,9})?`
const opening = new RegExp(`${wrapped}(?:${named.map(([head]) => head).join('|')})|${wrapper}`, 'gi')
const closing =
  /\s{0,8}(?:<\/(?:tool_calls?|function_calls?|function|invoke|parameter|arg_value)>|<\|\/(?:tool_calls?|function_calls?)\|>|<｜tool▁calls?▁end｜>|<\|(?:call|eom_id|eot_id|end)\|>)/iy

export function taggedCalls(text: string, tools: readonly ToolSpec[]): NativeCalls {
  const calls: ParsedCall[] = []
  const quotations = quotationsIn(text)
  let rest = ''
  let from = 0
  let read = 0
  for (const match of openingsIn(text)) {
    const quotation = quotations.at(match.index)
    if (match.index < read || quotation?.kind === 'line') continue
    const isPassed = quotation?.kind === 'fence'
    const start = match.index + match[0].length
    const { found, end } = callsAt(isPassed ? text.slice(0, quotation.end) : text, start, headOf(match), tools)
    read = endOfClosings(text, end)
    // What a reply goes on behind may well be quoted, unless it calls a tool there is.
    if (isPassed && !found.every(({ tool }) => toolNamed(tool, tools))) continue
    rest += text.slice(from, match.index)
    from = read
    calls.push(...found)
  }
  return { calls, rest: rest + text.slice(from) }
}

/** A tag in backticks, or with neither JSON nor a closing tag behind it, is a word of a sentence. */
function openingsIn(text: string): readonly RegExpExecArray[] {
  const lastClosing = Math.max(text.lastIndexOf('</tool_call'), text.lastIndexOf('</function'))
  return [...text.matchAll(opening)].filter((match) => {
    const end = match.index + match[0].length
    const isCall =
      headOf(match) || lastClosing >= end || /^\s{0,40}(?:[{[]|```|[\w.]{1,64}\(|$)/.test(text.slice(end, end + 120))
    return isCall && text[match.index - 1] !== '`'
  })
}

type Head = { readonly tool: string; readonly end: string }

function headOf({ groups = {} }: RegExpExecArray): Head | undefined {
  const at = named.findIndex((_, index) => groups[`n${index}`] !== undefined)
  return at < 0 ? undefined : { tool: groups[`n${at}`] ?? '', end: named[at]?.[1] ?? '' }
}

type Found = { readonly found: readonly ParsedCall[]; readonly end: number }

function callsAt(text: string, start: number, head: Head | undefined, tools: readonly ToolSpec[]): Found {
  const pairs = head && pairsAt(text, start, head, tools)
  if (pairs) return pairs
  const reading = readJson(text, skipDressing(text, start))
  if (reading.ok && reading.cut !== 'value') {
    return {
      found: head ? [callOf(head.tool, reading.value, tools)] : taggedCall(reading.value, tools),
      end: reading.end,
    }
  }
  const end = endOfContent(text, start, head)
  const code = head ? undefined : callsInCode(text.slice(start, end), tools)
  return code
    ? { found: code, end }
    : { found: [unreadable(text.slice(start, end), reading.ok ? 'it ends too early' : reading.fault())], end }
}

const pair =
  /\s{0,9}(?:<parameter(?:=| name=")([\w.-]{1,64})"?>|<arg_key>\s{0,9}([\w.-]{1,64})\s{0,9}<\/arg_key>\s{0,9}<arg_value>)/y

/** Arguments of which each has a tag of its own. */
function pairsAt(text: string, start: number, { tool, end }: Head, tools: readonly ToolSpec[]): Found | undefined {
  const spec = toolNamed(tool, tools)
  const given: [string, Json][] = []
  const endOfValue = valueReader(text, end)
  let from = start
  for (;;) {
    pair.lastIndex = from
    const [, parameter, key = parameter] = pair.exec(text) ?? []
    if (key === undefined) break
    const valueStart = pair.lastIndex
    const close = parameter === undefined ? '</arg_value>' : '</parameter>'
    const length = text.slice(valueStart, endOfValue(valueStart)).lastIndexOf(close)
    if (length < 0) return { found: [unreadable(text.slice(start), `a \`${close}\` is missing`)], end: text.length }
    given.push([key, argumentOf(text.slice(valueStart, valueStart + length).replace(/^\n|\n$/g, ''), key, spec)])
    from = valueStart + length + close.length
  }
  const isWhole =
    from > start ||
    text
      .slice(start, start + 80)
      .trimStart()
      .startsWith(end)
  return isWhole ? { found: [{ tool: spec?.name ?? tool, input: Object.fromEntries(given) }], end: from } : undefined
}

/** A value may hold such tags itself: it goes on to the next argument, or to the end of the call. */
function valueReader(text: string, end: string): (start: number) => number {
  const next = /<parameter(?:=| name=")|<arg_key>/g
  let callEnd = -1
  const placeOr = (place: number) => (place < 0 ? text.length : place)
  return (start) => {
    next.lastIndex = start
    // Arguments may be many, and the end of the call is far.
    if (callEnd < start) callEnd = placeOr(text.indexOf(end, start))
    return Math.min(callEnd, placeOr(next.exec(text)?.index ?? -1))
  }
}

function taggedCall(value: Json, tools: readonly ToolSpec[]): readonly ParsedCall[] {
  const calls = callsOf(value, tools)
  return calls.length > 0 ? calls : [unreadable(JSON.stringify(value), 'it has no `name` and `arguments`')]
}

function unreadable(text: string, why: string): ParsedCall {
  return { tool: '', input: text.trim(), fault: `the tool call cannot be read: ${why}` }
}

function skipDressing(text: string, at: number): number {
  return at + (/^\s{0,40}(?:```\w{0,16}\s{0,40})?/.exec(text.slice(at, at + 120))?.[0].length ?? 0)
}

/** Where what cannot be read ends: nothing of it is for people. */
function endOfContent(text: string, from: number, head: Head | undefined): number {
  const wrapperEnd = /<\/(?:tool_call|function_call)|<\|(?:\/tool_call|eom_id|eot_id)/gi
  wrapperEnd.lastIndex = from
  const end = head ? text.indexOf(head.end, from) : (wrapperEnd.exec(text)?.index ?? -1)
  return end < 0 ? text.length : end
}

/** Behind the tags that close a call, and the fence it may stand in. */
function endOfClosings(text: string, at: number): number {
  let end = at + (/^\s{0,40}```/.exec(text.slice(at, at + 50))?.[0].length ?? 0)
  let isClosed = false
  for (closing.lastIndex = end; closing.test(text); isClosed = true) end = closing.lastIndex
  return isClosed ? end : at
}
