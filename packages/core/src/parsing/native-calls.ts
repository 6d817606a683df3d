/**
 * Calls that a model wrote in the form it was trained on, though another was asked for: tags, JSON with a name and
 * arguments, and code.
 */
import { isObject, type Json } from '../json.ts'
import type { ToolSpec } from '../ports/model.ts'
import { callsOf, inputKeys, nameOf } from './call-values.ts'
import { codeCalls } from './code-calls.ts'
import type { ParsedCall } from './grammar.ts'
import { readJson } from './json-reader.ts'
import { taggedCalls } from './tagged-calls.ts'
import { toolNamed } from './tool-name.ts'

export type NativeCalls = {
  readonly calls: readonly ParsedCall[]
  /** The text around the calls. */
  readonly rest: string
}

/**
 * The calls in a text, or undefined if it holds none. In tags a call may have any name; code must name a tool, and so
 * must bare JSON, unless it stands where a call is expected.
 */
export function nativeCalls(text: string, tools: readonly ToolSpec[], isExpected = false): NativeCalls | undefined {
  const tagged = taggedCalls(text, tools)
  return tagged.calls.length > 0 ? tagged : (codeCalls(text, tools) ?? bareCalls(text, tools, isExpected))
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
