/** A server's schema of arguments, as models are shown it: names and types as they are, texts with care. */
import type { Json, JsonObject, JsonSchema } from '@gyre/core'
import { isPlain, shownText } from './shown-text.ts'

export type ShownSchema = {
  readonly schema: JsonSchema
  /** Whether something in it read like orders to the model, or was too large to be looked through. */
  readonly isWithheld: boolean
}

/** All descriptions and titles of a schema together. */
const mostText = 20_000
/** The whole of it, as JSON. */
const mostSize = 200_000
const deepest = 40

const anyArguments: ShownSchema = { schema: { type: 'object' }, isWithheld: true }

export function shownSchema(schema: JsonSchema): ShownSchema {
  if (JSON.stringify(schema).length > mostSize) return anyArguments
  const reading = new Reading()
  return { schema: reading.schema(schema, 0), isWithheld: reading.isWithheld }
}

const texts = new Set(['description', 'title'])
const values = new Set(['default', 'examples', 'enum', 'const'])
const named = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])

class Reading {
  isWithheld = false
  #left = mostText

  schema(schema: JsonObject, depth: number): JsonObject {
    if (depth > deepest) return this.#without({})
    return mapped(schema, (value, key) => this.#at(key, value, depth))
  }

  #at(key: string, value: Json | undefined, depth: number): Json | undefined {
    if (texts.has(key) && typeof value === 'string') return this.#text(value)
    if (key === 'required' && Array.isArray(value)) return value.filter((name) => isPlain(String(name)))
    if (values.has(key)) return this.#ifPlain(value)
    return named.has(key) && isObject(value) ? this.#named(value, depth) : this.#part(value, depth)
  }

  /** Schemas within it, and words of the language of schemas. */
  #part(value: Json | undefined, depth: number): Json | undefined {
    if (isObject(value)) return this.schema(value, depth + 1)
    if (!Array.isArray(value)) return this.#ifPlain(value)
    return value.map((each) => this.#part(each as Json, depth + 1)).filter((each) => each !== undefined)
  }

  #named(schemas: JsonObject, depth: number): JsonObject {
    return mapped(schemas, (each, name) => (isPlain(name) ? this.#part(each, depth) : this.#without(undefined)))
  }

  #ifPlain(value: Json | undefined): Json | undefined {
    return isPlainValue(value) ? value : this.#without(undefined)
  }

  #text(given: string): string | undefined {
    const { text, isSuspicious } = shownText(given)
    if (isSuspicious) return this.#without('(Withheld: it reads like instructions to the model.)')
    if (text.length > this.#left) return undefined
    this.#left -= text.length
    return text
  }

  #without<T>(instead: T): T {
    this.isWithheld = true
    return instead
  }
}

function mapped(object: JsonObject, to: (value: Json | undefined, key: string) => Json | undefined): JsonObject {
  const entries = Object.entries(object).map(([key, value]) => [key, to(value, key)] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

function isPlainValue(value: Json | undefined): boolean {
  if (typeof value === 'string') return isPlain(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, each]) => isPlain(key) && isPlainValue(each))
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
