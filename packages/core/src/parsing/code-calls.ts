/** Calls written as code: `search(query="moons")` as all of a reply, or in a block of `tool_code`. */
import type { ToolSpec } from '../ports/model.ts'
import type { ParsedCall } from './grammar.ts'
import { readJson } from './json-reader.ts'
import type { NativeCalls } from './native-calls.ts'
import { stripFences } from './reply-text.ts'
import { readInput, readKeywords } from './tool-input.ts'
import { toolNamed } from './tool-name.ts'

/** In a block that says that it holds calls every line is one; else all of a text must be calls of tools there are. */
export function codeCalls(text: string, tools: readonly ToolSpec[]): NativeCalls | undefined {
  const opened = /^```tool_code[ \t]*$/m.exec(text)
  if (!opened) {
    const calls = callsIn(text.trim().replace(/^```[ \t]*\n|\n```$/g, ''), tools)
    return calls && { calls, rest: '' }
  }
  const start = opened.index + opened[0].length
  const closing = text.indexOf('```', start)
  const end = closing < 0 ? text.length : closing
  const code = text.slice(start, end).trim()
  const calls = callsIn(code, tools) ?? [{ tool: '', input: code, fault: 'the tool call cannot be read: it is code' }]
  return { calls, rest: text.slice(0, opened.index) + text.slice(end + 3) }
}

const callForm = /^(?<name>\w[\w.-]{0,99})\((?<given>[\s\S]*)\)$/

/** All of it is one call, or every line is. */
function callsIn(code: string, tools: readonly ToolSpec[]): readonly ParsedCall[] | undefined {
  // Most texts end like prose.
  if (!/\);?$/.test(code)) return undefined
  const whole = callIn(code, tools)
  if (whole) return [whole]
  const lines = code.split('\n').filter((line) => line.trim() !== '')
  const calls = lines.length > mostLines ? [] : lines.map((line) => callIn(line, tools))
  return calls.length > 0 && calls.every((call) => call !== undefined) ? calls : undefined
}

/** More are no calls but a program. */
const mostLines = 50

function callIn(code: string, tools: readonly ToolSpec[]): ParsedCall | undefined {
  const said = code.trim().replace(/;$/, '')
  const inside = said.startsWith('print(') ? said.slice('print('.length, -1).trim() : said
  const { name = '', given = '' } = callForm.exec(inside)?.groups ?? {}
  const tool = toolNamed(name, tools) ?? toolNamed(name.replace(/^\w+\./, ''), tools)
  if (!tool) return undefined
  const input = readKeywords(given, tool)
  if (input) return { tool: tool.name, input }
  const reading = readJson(given.trim())
  if (!reading.ok || reading.cut !== 'nothing' || reading.end < given.trim().length) return unreadable(tool, given)
  const read = readInput(given, tool)
  return read.ok ? { tool: tool.name, input: read.input } : { tool: tool.name, input: given, fault: read.fault }
}

/** With more brackets it is a sentence rather than a call. */
function unreadable({ name }: ToolSpec, given: string): ParsedCall | undefined {
  return /[()]/.test(given) ? undefined : { tool: name, input: given, fault: 'its arguments have no names' }
}

/** Whether a text is a call with named arguments or with a text, whoever is called. `f(x)` may be an answer. */
export function isCode(text: string): boolean {
  const code = stripFences(text.trim()).trim()
  return (
    code.length < longestCode &&
    /^[\w.]{1,64}\((?:\w{1,64}\s{0,9}=[^=]|["'{]).*\)$/s.test(code) &&
    !/\)\s*\w/.test(code)
  )
}

const longestCode = 10_000
