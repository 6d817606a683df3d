/**
 * Calls that a model wrote in the form it was trained on, though another was asked for: `<tool_call>` tags and JSON
 * with a name and arguments.
 */
import type { Json, JsonObject } from '../json.ts'
import type { ToolSpec } from '../ports/model.ts'
import type { ParsedCall } from './grammar.ts'
import { readJson } from './json-reader.ts'
import { isObject, readInput, requiredOf } from './tool-input.ts'
import { toolNamed } from './tool-name.ts'

export type NativeCalls = {
  readonly calls: readonly ParsedCall[]
  /** The text around the calls. */
  readonly rest: string
}

const tag = /<\|?(?:tool_calls?|function_calls?)\|?>|\[TOOL_CALLS\]|<function=(?<name>[\w.-]{1,64})>/gi
const closingTag = /\s{0,8}<\/?\|?(?:\/?tool_calls?|\/?function_calls?|\/function)\|?>/iy

/**
 * The calls in a text, or undefined if it holds none. In tags a call may have any name; bare JSON must name a tool,
 * unless it stands where a call is expected.
 */
export function nativeCalls(text: string, tools: readonly ToolSpec[], isExpected = false): NativeCalls | undefined {
  const tagged = taggedCalls(text, tools)
  return tagged.calls.length > 0 ? tagged : bareCalls(text, tools, isExpected)
}

function taggedCalls(text: string, tools: readonly ToolSpec[]): NativeCalls {
  const calls: ParsedCall[] = []
  let rest = ''
  let from = 0
  for (const match of tagsIn(text)) {
    if (match.index < from) continue
    const start = match.index + match[0].length
    const reading = readJson(text, skipDressing(text, start))
    rest += text.slice(from, match.index)
    from = endOfTag(text, reading.ok ? reading.end : endOfContent(text, start))
    if (reading.ok && reading.cut !== 'value') calls.push(...taggedCall(reading.value, match.groups?.['name'], tools))
    else calls.push(unreadable(text.slice(start, from), reading.ok ? 'it ends too early' : reading.fault()))
  }
  return { calls, rest: rest + text.slice(from) }
}

/** A tag in backticks, or with neither JSON nor a closing tag behind it, is a word of a sentence. */
function tagsIn(text: string): readonly RegExpExecArray[] {
  const lastClosing = text.lastIndexOf('</')
  return [...text.matchAll(tag)].filter(({ 0: written, index }) => {
    const end = index + written.length
    const isCall = lastClosing >= end || /^\s{0,40}(?:[{[]|```|$)/.test(text.slice(end, end + 50))
    return isCall && text[index - 1] !== '`'
  })
}

function taggedCall(value: Json, name: string | undefined, tools: readonly ToolSpec[]): readonly ParsedCall[] {
  if (name !== undefined) return [callOf(name, value, tools)]
  const calls = callsOf(value, tools)
  return calls.length > 0 ? calls : [unreadable(JSON.stringify(value), 'it has no `name` and `arguments`')]
}

function unreadable(text: string, why: string): ParsedCall {
  return { tool: '', input: text.trim(), fault: `the tool call cannot be read: ${why}` }
}

function skipDressing(text: string, at: number): number {
  return at + (/^\s{0,40}(?:```\w{0,16}\s{0,40})?/.exec(text.slice(at, at + 120))?.[0].length ?? 0)
}

function endOfContent(text: string, from: number): number {
  const end = text.indexOf('</', from)
  return end < 0 ? text.length : end
}

function endOfTag(text: string, at: number): number {
  const fence = /^\s{0,40}```/.exec(text.slice(at, at + 50))?.[0].length ?? 0
  closingTag.lastIndex = at + fence
  return closingTag.test(text) ? closingTag.lastIndex : at
}

/** JSON at the start of a line, with the name of one of the tools. */
function bareCalls(text: string, tools: readonly ToolSpec[], isExpected: boolean): NativeCalls | undefined {
  const opener = /^[ \t]{0,40}(?=[{[])/gm
  const calls: ParsedCall[] = []
  let rest = ''
  let from = 0
  for (let match = opener.exec(text); match; match = opener.exec(text)) {
    const start = match.index + match[0].length
    const reading = readJson(text, start)
    opener.lastIndex = reading.ok ? reading.end : reading.at
    const found = reading.ok && reading.cut !== 'value' ? callsOf(reading.value, tools) : []
    if (found.length === 0 || !(isExpected || found.every((call) => toolNamed(call.tool, tools)))) continue
    calls.push(...found)
    rest += text.slice(from, match.index)
    from = opener.lastIndex
  }
  return calls.length > 0 ? { calls, rest: rest + text.slice(from) } : undefined
}

const nameKeys = ['name', 'tool', 'action', 'tool_name', 'function', 'function_name']
const inputKeys = ['arguments', 'input', 'action_input', 'args', 'parameters', 'tool_input', 'params']

/** The calls a value stands for: one, a list, or a provider's envelope around either. */
function callsOf(value: Json, tools: readonly ToolSpec[]): readonly ParsedCall[] {
  if (Array.isArray(value)) return value.flatMap((item) => callsOf(item, tools))
  if (!isObject(value)) return []
  const envelope = ['tool_calls', 'function_call', 'function']
    .map((key) => value[key])
    .find((inner) => typeof inner === 'object')
  if (envelope) return callsOf(envelope, tools)
  const name = nameOf(value)
  const inputKey = inputKeys.find((key) => Object.hasOwn(value, key))
  if (name === undefined) return []
  if (inputKey !== undefined) return [callOf(name, value[inputKey] ?? {}, tools)]
  const tool = toolNamed(name, tools)
  const saysNothingElse = Object.keys(value).length === 1
  return tool && saysNothingElse && requiredOf(tool).length === 0 ? [{ tool: tool.name, input: {} }] : []
}

function nameOf(value: JsonObject): string | undefined {
  const names = nameKeys.filter((key) => Object.hasOwn(value, key)).map((key) => value[key])
  return names.find((name) => typeof name === 'string' && name.trim() !== '') as string | undefined
}

function callOf(name: string, input: Json, tools: readonly ToolSpec[]): ParsedCall {
  const tool = toolNamed(name.trim(), tools)
  const named = tool?.name ?? name.trim()
  if (typeof input !== 'string') return { tool: named, input }
  const read = readInput(input, tool)
  return read.ok ? { tool: named, input: read.input } : { tool: named, input, fault: read.fault }
}

/** The answer in `{"action": "Final Answer", "action_input": "…"}`, which some models were trained to write. */
export function nativeAnswer(text: string): string | undefined {
  const start = text.search(/\{/)
  const reading = start < 0 ? undefined : readJson(text, start)
  if (!reading?.ok || !isObject(reading.value)) return undefined
  const { value } = reading
  if (!/^final[ _]?answer$/i.test(nameOf(value)?.trim() ?? '')) return undefined
  const answer = inputKeys.map((key) => value[key]).find((input) => input !== undefined)
  return answer === undefined ? undefined : answerText(answer)
}

/** An answer given as the input of a call: a text, the only text in an object, or '' for an empty one. */
export function answerText(input: Json): string {
  if (typeof input === 'string') return input.trim()
  const [only, ...others] = isObject(input) ? Object.values(input) : [input]
  if (only === undefined) return ''
  return typeof only === 'string' && others.length === 0 ? only.trim() : JSON.stringify(input)
}
