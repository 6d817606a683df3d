/** Calls written as code: `search(query="moons")` as all of a reply, or in blocks of `tool_code` at its end. */
import type { ToolSpec } from '../ports/model.ts'
import type { ParsedCall } from './grammar.ts'
import { readJson } from './json-reader.ts'
import type { NativeCalls } from './native-calls.ts'
import { excerpt, formOf, readInput, readKeywords } from './tool-input.ts'
import { toolNamed } from './tool-name.ts'

const block = /^```tool_code[ \t]*\n(?<code>[\s\S]*?)(?:```|$(?![\s\S]))/gm

/** Only the name of a tool there is makes a call of code, or a fault: else it is an answer. */
export function codeCalls(text: string, tools: readonly ToolSpec[]): NativeCalls | undefined {
  const blocks = [...text.matchAll(block)]
  const last = blocks.at(-1)
  if (!last) {
    const calls = callsInCode(text.trim().replace(/^```[ \t]*\n|\n```$/g, ''), tools)
    return calls && { calls, rest: '' }
  }
  if (text.slice(last.index + last[0].length).trim() !== '') return undefined
  const calls = blocks.flatMap(({ groups }) => blockCalls(groups?.['code'] ?? '', tools))
  return calls.length > 0 ? { calls, rest: text.replace(block, '') } : undefined
}

function blockCalls(code: string, tools: readonly ToolSpec[]): readonly ParsedCall[] {
  const calls = callsInCode(code, tools)
  if (calls) return calls
  const isMeant = [...code.matchAll(/(?<![\w.])[\w.-]{1,99}(?=\()/g)].some(([name]) => toolOf(name, tools))
  const fault = 'the tool call cannot be read: in a block of code there may be nothing but calls of tools'
  return isMeant ? [{ tool: '', input: code.trim(), fault }] : []
}

/** More are no calls but a program. */
const mostCalls = 50

/** The calls in a text that is nothing but calls of tools there are, on lines of their own or with `;` between them. */
export function callsInCode(code: string, tools: readonly ToolSpec[]): readonly ParsedCall[] | undefined {
  // Most texts end like prose.
  if (!/\)[\s;]*$/.test(code.slice(-40))) return undefined
  const calls: ParsedCall[] = []
  for (let at = 0; !/^[\s;]*$/.test(code.slice(at)); ) {
    const read = callAt(code, at, tools)
    if (!read || calls.length === mostCalls) return undefined
    calls.push(read.call)
    at = read.end
  }
  return calls.length > 0 ? calls : undefined
}

type PlacedCall = { readonly call: ParsedCall; readonly end: number }

/** A call and the end of its line or statement. What never closes is all the rest. */
function callAt(code: string, at: number, tools: readonly ToolSpec[]): PlacedCall | undefined {
  const head = /[\s;]*(?<print>print\(\s*)?(?<name>\w[\w.-]{0,99})\(/y
  head.lastIndex = at
  const { name = '', print = '' } = head.exec(code)?.groups ?? {}
  const tool = toolOf(name, tools)
  if (!tool) return undefined
  const start = head.lastIndex
  const closing = closingBracket(code, start)
  if (closing === undefined) return { call: unreadable(tool, code.slice(start)), end: code.length }
  const tail = /\)(?<printed>\s*\))?[ \t]*(?:[;\r\n]|$)/y
  tail.lastIndex = closing
  const end = tail.exec(code)
  if (!end || (end.groups?.['printed'] === undefined) !== (print === '')) return undefined
  return { call: callOf(tool, code.slice(start, closing)), end: tail.lastIndex }
}

function toolOf(name: string, tools: readonly ToolSpec[]): ToolSpec | undefined {
  return toolNamed(name, tools) ?? toolNamed(name.replace(/^\w+\./, ''), tools)
}

/** Where the bracket that is open at `start` closes. Those in texts do not count, and behind a text that is open none. */
function closingBracket(code: string, start: number): number | undefined {
  const sign = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|'[^'\\]*(?:\\[\s\S][^'\\]*)*'|[()"']/g
  sign.lastIndex = start
  let depth = 1
  for (let match = sign.exec(code); match; match = sign.exec(code)) {
    if (match[0] === '"' || match[0] === "'") return undefined
    if (match[0] === '(') depth++
    if (match[0] === ')') depth--
    if (depth === 0) return match.index
  }
  return undefined
}

function callOf(tool: ToolSpec, given: string): ParsedCall {
  const keywords = readKeywords(given, tool)
  if (keywords) return { tool: tool.name, input: keywords }
  const reading = readJson(given.trim())
  const isWhole = reading.ok && reading.cut === 'nothing' && reading.end === given.trim().length
  const read = isWhole ? readInput(given, tool) : undefined
  return read?.ok ? { tool: tool.name, input: read.input } : unreadable(tool, given)
}

function unreadable(tool: ToolSpec, given: string): ParsedCall {
  const fault = `expected arguments such as ${formOf(tool)}, found \`${excerpt(given)}\``
  return { tool: tool.name, input: given, fault }
}
