/** The arguments of a tool as they are typed: a JSON object, or `key=value` for each. */
import { fitSchema, GyreError, type JsonObject, suggestion, type Tool } from '@gyre/core'
import type { Io } from '../io.ts'
import { textArgument } from './json-argument.ts'
import { readKeyValues } from './key-values.ts'

/** Fails with the field that is wrong, before anything runs. */
export async function toolInput(tool: Tool, words: readonly string[], io: Io): Promise<JsonObject> {
  const input = await readInput(tool, words, io)
  const stranger = Object.keys(input).find((key) => !isArgument(tool, key))
  if (stranger !== undefined)
    throw wrong(tool, `there is no argument \`${stranger}\`; ${suggestion(stranger, namesOf(tool))}`)
  const fitted = fitSchema(tool.schema, input)
  if (!fitted.ok) throw wrong(tool, fitted.faults.join('; '))
  return input
}

async function readInput(tool: Tool, words: readonly string[], io: Io): Promise<JsonObject> {
  const [first] = words
  if (first === undefined) return {}
  const isWhole = /^[{@]|^-$/.test(first.trim())
  if (!isWhole) return pairs(tool, words)
  if (words.length > 1) throw wrong(tool, 'give one JSON object, or KEY=VALUE for each argument')
  return jsonObject(tool, first === '-' ? await io.input.readAll() : await textArgument(first))
}

function jsonObject(tool: Tool, text: string): JsonObject {
  const value = parsed(text)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject
  throw wrong(tool, 'expected a JSON object, such as {"key": "value"}')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What should be a text is one, also when it looks like JSON. */
function pairs(tool: Tool, words: readonly string[]): JsonObject {
  const [texts, others] = [words.filter((word) => isText(tool, word)), words.filter((word) => !isText(tool, word))]
  const own = texts.map((word) => [keyOf(word), word.slice(keyOf(word).length + 1)])
  return readKeyValues('tools call', others, Object.fromEntries(own))
}

function isText({ input }: Tool, word: string): boolean {
  const properties = (input['properties'] ?? {}) as Readonly<Record<string, JsonObject>>
  const key = keyOf(word)
  return Object.hasOwn(properties, key) && properties[key]?.['type'] === 'string'
}

function keyOf(word: string): string {
  return word.slice(0, Math.max(0, word.indexOf('=')))
}

function namesOf({ input }: Tool): readonly string[] {
  return Object.keys(input['properties'] ?? {})
}

/** What says nothing of its arguments takes any, and so does a schema that says so. */
function isArgument(tool: Tool, key: string): boolean {
  const { properties, additionalProperties } = tool.input
  return properties === undefined || Boolean(additionalProperties) || namesOf(tool).includes(key)
}

function wrong({ name }: Tool, why: string): GyreError {
  const message = `\`${name}\`: ${why}. Its arguments: gyre tools show ${name}`
  return new GyreError('usage-invalid', message.replace(/([.?])\. Its/, '$1 Its'), {
    command: 'tools call',
    tool: name,
  })
}
