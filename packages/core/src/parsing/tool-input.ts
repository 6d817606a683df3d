/** The arguments of a call, as a text protocol carries them. */
import { isObject, type Json, type JsonObject } from '../json.ts'
import type { ToolSpec } from '../ports/model.ts'
import { readJson } from './json-reader.ts'
import { parseJsonText } from './json-text.ts'
import { stripFences } from './reply-text.ts'

export type ToolInput = { readonly ok: true; readonly input: Json } | { readonly ok: false; readonly fault: string }

/**
 * Reads the input of a call: a JSON object, however it is dressed; or, for a tool that takes one text, the bare text.
 * An object that the end of the reply cut in the middle of a value is refused: half a text must not become a file.
 */
export function readInput(raw: string, tool: ToolSpec | undefined): ToolInput {
  const text = unfenced(raw)
  if (/^(?:none|null|n\/a|\(none\)|)$/i.test(text.trim())) return noInput(tool)
  if (text.trimStart().startsWith('{')) return readObject(text.trimStart())
  const quoted = unquoted(text.trim())
  if (quoted.startsWith('{') && quoted !== text.trim()) return readObject(quoted)
  if (!tool) return { ok: true, input: anyValue(text.trim()) }
  const property = textProperty(tool)
  return property === undefined ? searchObject(text.trim(), tool) : { ok: true, input: { [property]: quoted } }
}

/** The inside of a fence the input begins with; what stands behind the fence is talk. */
function unfenced(raw: string): string {
  const text = raw.trimStart()
  if (!/^(?:```|~~~)/.test(text)) return raw
  const closing = /\n[ \t]*(?:```+|~~~+)[ \t]*(?=\n|$)/g
  const [end] = [...text.matchAll(closing)].map((match) => match.index + match[0].length)
  return stripFences(end === undefined ? text : text.slice(0, end))
}

function noInput(tool: ToolSpec | undefined): ToolInput {
  const required = tool ? requiredOf(tool) : []
  if (!tool || required.length === 0) return { ok: true, input: {} }
  return { ok: false, fault: `there is none, expected one such as ${formOf(tool)}` }
}

function readObject(text: string): ToolInput {
  const reading = readJson(text)
  if (reading.ok) return reading.cut === 'value' ? cutInput : { ok: true, input: reading.value }
  // JSON that was escaped once too often: {\"a\": 1}
  const parsed = /^\{\s*\\/.test(text) ? parseJsonText(text) : undefined
  if (parsed?.ok && parsed.cut !== 'value') return { ok: true, input: parsed.value }
  return { ok: false, fault: reading.fault() }
}

const cutInput: ToolInput = { ok: false, fault: 'the input ends before its JSON object is complete' }

/** A tool with several properties, and no object at the beginning: one that stands in the talk will do. */
function searchObject(text: string, tool: ToolSpec): ToolInput {
  const parsed = parseJsonText(text)
  const value = parsed.ok ? onlyItem(parsed.value) : undefined
  if (parsed.ok && parsed.cut === 'value') return cutInput
  if (isObject(value)) return { ok: true, input: value }
  return { ok: false, fault: `expected a JSON object such as ${formOf(tool)}, found \`${excerpt(text)}\`` }
}

function onlyItem(value: Json): Json | undefined {
  return Array.isArray(value) ? (value.length === 1 ? value[0] : undefined) : value
}

function anyValue(text: string): Json {
  const parsed = parseJsonText(text)
  return parsed.ok && parsed.cut !== 'value' ? parsed.value : text
}

/** The text without the quotes around it, if those are its only ones. */
function unquoted(text: string): string {
  const quote = text[0] ?? ''
  if (text.length < 2 || !'"\'`'.includes(quote) || text.at(-1) !== quote) return text
  const reading = readJson(text)
  if (reading.ok && reading.end === text.length && typeof reading.value === 'string') return reading.value
  return text.includes(quote, 1) && text.indexOf(quote, 1) < text.length - 1 ? text : text.slice(1, -1)
}

/** The keyword arguments of `search(query="x", limit=3)`, if all are properties of the tool. */
export function readKeywords(text: string, tool: ToolSpec): JsonObject | undefined {
  const properties = propertiesOf(tool)
  const input: Record<string, Json> = {}
  for (let at = 0; at < text.length; ) {
    const [written, key = ''] = /^[\s,]*([\p{L}_][\p{L}\p{N}_]{0,63})\s*=\s*/u.exec(text.slice(at, at + 200)) ?? []
    if (written === undefined || !Object.hasOwn(properties, key)) return undefined
    const reading = readJson(text, at + written.length)
    if (!reading.ok) return undefined
    input[key] = reading.value
    at = reading.end + (/^[\s,]*/.exec(text.slice(reading.end, reading.end + 200))?.[0].length ?? 0)
  }
  return input
}

/** An argument written as a text: a value of JSON where its property is no text. */
export function argumentOf(text: string, key: string, tool: ToolSpec | undefined): Json {
  const schema = tool && Object.hasOwn(propertiesOf(tool), key) ? propertiesOf(tool)[key] : undefined
  if (isObject(schema) && schema['type'] === 'string') return text
  const reading = readJson(text.trim())
  const isWhole = reading.ok && reading.cut === 'nothing' && reading.end === text.trim().length
  return isWhole ? reading.value : text
}

/** The property a bare text belongs to: the only one a tool must have, or has, if it is a text. */
function textProperty(tool: ToolSpec): string | undefined {
  const properties = propertiesOf(tool)
  const required = requiredOf(tool)
  const names = required.length > 0 ? required : Object.keys(properties)
  const [name] = names
  if (names.length !== 1 || name === undefined || !Object.hasOwn(properties, name)) return undefined
  const schema = properties[name]
  return isObject(schema) && schema['type'] === 'string' ? name : undefined
}

/** An example of a tool's input: its properties, with their types for values. */
export function formOf(tool: ToolSpec): string {
  const properties = Object.entries(propertiesOf(tool)).slice(0, 6)
  const pairs = properties.map(([name, schema]) => `${JSON.stringify(name)}: ${typeName(schema)}`)
  return `{${pairs.join(', ')}}`
}

function typeName(schema: Json | undefined): string {
  const type = isObject(schema) ? schema['type'] : undefined
  return type === 'string' ? '"…"' : typeof type === 'string' ? `<${type}>` : '…'
}

export function requiredOf(tool: ToolSpec): readonly string[] {
  const required = tool.input['required']
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
}

function propertiesOf(tool: ToolSpec): JsonObject {
  const properties = tool.input['properties']
  return isObject(properties) ? properties : {}
}

export function excerpt(text: string): string {
  const line = text.slice(0, 200).replace(/\s+/g, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 60)}…` : line
}
