/** The part of a server's JSON Schema that is checked here: written out, and small enough to be checked quickly. */
import { type Json, type JsonObject, type JsonSchema, referredSchema } from '@gyre/core'

export type CheckableSchema = {
  /** Without references: what is checked is what stands there. */
  readonly schema: Json
  /** How many schemas and choices it is made of. Each looks at a part of a value once. */
  readonly size: number
}

/** References and options that are nested multiply: a few lines can be written out to billions. */
const mostParts = 2000
const deepest = 60

/** How often a schema is written out within itself, when that can be afforded; not at all is without references. */
const rounds = [3, 1, 0] as const

/**
 * Takes everything that the schema itself would take, and may take more. Undefined when it is too large, even without
 * what it refers to.
 */
export function checkableSchema(schema: JsonSchema): CheckableSchema | undefined {
  for (const most of rounds) {
    const writing = new Writing(schema, most)
    const written = writing.node(schema, 0)
    if (writing.size <= mostParts) return { schema: written, size: writing.size }
  }
  return undefined
}

/**
 * Words that say all by themselves. Not among them are expressions of a stranger: a pattern can take for ever; nor what
 * goes through the whole of a value, however deep it is.
 */
const plain = [
  ...['required', 'minProperties', 'maxProperties', 'minItems', 'maxItems'],
  ...['minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
]
/** Words whose values are schemas, one or a list of them. */
const nested = ['allOf', 'anyOf', 'prefixItems', 'items', 'additionalItems']
const types = new Set(['string', 'number', 'integer', 'boolean', 'null', 'object', 'array'])

type Words = Record<string, Json | undefined>

class Writing {
  size = 0
  readonly #root: JsonSchema
  readonly #rounds: number
  /** The references that are being followed, and how often each. */
  readonly #open = new Map<string, number>()

  constructor(root: JsonSchema, most: number) {
    this.#root = root
    this.#rounds = most
  }

  node(schema: Json | undefined, depth: number): Json {
    this.size += 1
    if (typeof schema === 'boolean') return schema
    if (!isObject(schema) || this.size > mostParts || depth > deepest) return {}
    const { $ref: ref } = schema
    return ref === undefined ? this.#written(schema, depth) : this.#referred(ref, depth)
  }

  #referred(ref: Json, depth: number): Json {
    if (typeof ref !== 'string') return {}
    const times = this.#open.get(ref) ?? 0
    if (times >= this.#rounds) return {}
    this.#open.set(ref, times + 1)
    const written = this.node(referredSchema(this.#root, ref), depth + 1)
    this.#open.set(ref, times)
    return written
  }

  #written(schema: JsonObject, depth: number): JsonObject {
    const written: Words = {}
    for (const key of plain) if (key in schema) written[key] = schema[key]
    Object.assign(written, this.#values(schema))
    for (const key of nested) if (key in schema) written[key] = this.#nodes(schema[key], depth)
    // Without their patterns, two of the options may fit at once.
    if ('oneOf' in schema && !('anyOf' in schema)) written['anyOf'] = this.#nodes(schema['oneOf'], depth)
    const { properties, additionalProperties: others } = schema
    if (isObject(properties)) written['properties'] = this.#properties(properties, depth)
    if (others !== undefined && !('patternProperties' in schema) && !hasInherited(properties)) {
      written['additionalProperties'] = this.node(others, depth + 1)
    }
    return written
  }

  #properties(schemas: JsonObject, depth: number): JsonObject {
    const names = Object.keys(schemas).filter((name) => !isInherited(name))
    if (this.size + names.length <= mostParts) {
      return Object.fromEntries(names.map((name) => [name, this.node(schemas[name], depth + 1)]))
    }
    this.size += names.length
    return {}
  }

  #nodes(value: Json | undefined, depth: number): Json {
    return Array.isArray(value) ? value.map((each) => this.node(each, depth + 1)) : this.node(value, depth + 1)
  }

  /** Which kinds of values, and which of them. */
  #values({ type, multipleOf, enum: choices, const: only }: JsonObject): Words {
    const words: Words = type === undefined ? {} : kindsOf([type].flat(), multipleOf)
    // What is no plain value cannot be compared.
    if (only !== undefined && !isNested(only)) words['const'] = only
    if (Array.isArray(choices) && !choices.some(isNested)) {
      this.size += choices.length
      words['enum'] = choices
    }
    return words
  }
}

/** Numbers stand for whole ones: those of the library end where a number cannot hold each of them any more. */
function kindsOf(kinds: readonly Json[], multipleOf: Json | undefined): Words {
  if (kinds.length === 0 || !kinds.every((kind) => types.has(String(kind)))) return {}
  const named = [...new Set(kinds.map((kind) => (kind === 'integer' ? 'number' : kind)))]
  const type = named.length === 1 ? named[0] : named
  const isWhole = kinds.includes('integer') && !kinds.includes('number')
  return { type, ...(isWhole && { multipleOf: Number.isInteger(multipleOf) ? (multipleOf as number) : 1 }) }
}

/** Every object has it, if not as its own: a check would find it where nobody put it. */
function isInherited(name: string): boolean {
  return name in Object.prototype
}

function hasInherited(properties: Json | undefined): boolean {
  return isObject(properties) && Object.keys(properties).some(isInherited)
}

function isNested(value: Json | undefined): value is JsonObject | readonly Json[] {
  return typeof value === 'object' && value !== null
}

function isObject(value: Json | undefined): value is JsonObject {
  return isNested(value) && !Array.isArray(value)
}
