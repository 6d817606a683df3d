/** The arguments of a tool as they are typed: a JSON object, or `key=value` for each. */
import { fitSchema, GyreError, type JsonObject, suggestion, type Tool } from '@gyre/core'
import { jsonDocuments } from '../../config/reading/text-document.ts'
import { isObject } from '../../config/schema-parts.ts'
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
  const isWhole = /^[{[@]|^-$/.test(first.trim())
  if (!isWhole) return pairs(tool, words)
  if (words.length > 1) throw wrong(tool, 'give one JSON object, or KEY=VALUE for each argument')
  if (first === '-') return jsonObject(tool, await io.input.readAll(), 'stdin:')
  return jsonObject(tool, await textArgument(first), first.startsWith('@') ? `${first.slice(1)}:` : '')
}

/** The source stands before places in it. */
async function jsonObject(tool: Tool, text: string, source: string): Promise<JsonObject> {
  const { documents, faults } = await jsonDocuments(text)
  const [fault] = faults
  if (fault) {
    const { line, column } = fault.at ?? { line: 1, column: 1 }
    throw wrong(tool, `${source}${line}:${column}: no JSON: ${fault.message}`)
  }
  const value = documents[0]?.value
  if (isObject(value)) return value as JsonObject
  const got = Array.isArray(value) ? 'a list' : JSON.stringify(value)
  throw wrong(tool, `expected a JSON object, such as {"key": "value"}, got ${got}`)
}

/** What should be a text is one, also when it looks like JSON. */
function pairs(tool: Tool, words: readonly string[]): JsonObject {
  refuseTwice(tool, words.map(keyOf))
  const [texts, others] = [words.filter((word) => isText(tool, word)), words.filter((word) => !isText(tool, word))]
  const own = texts.map((word) => [keyOf(word), word.slice(keyOf(word).length + 1)])
  return readKeyValues('tools call', others, Object.fromEntries(own))
}

/** Which of two values is meant nobody knows: `a=1 a=2`, `a=1 a.b=2`. */
function refuseTwice(tool: Tool, keys: readonly string[]): void {
  const twice = keys.find((key, at) => key !== '' && keys.some((other, place) => place !== at && isWithin(other, key)))
  if (twice !== undefined) throw wrong(tool, `\`${twice}\` is given twice`)
}

function isWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(`${outer}.`)
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
