/** A JSON Schema of a stranger as it is checked: references written out, patterns that may take for ever left out. */
import { GyreError } from '../errors.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../json.ts'
import { referredSchema } from './schema-reference.ts'
import { patternSteps } from './tame-pattern.ts'

type WrittenSchema = {
  readonly schema: JsonSchema
  /** How many schemas and choices it is made of, each of which looks at a part of a value once; patterns look longer. */
  readonly looks: number
}

/** References that hold references multiply: a few lines can be written out to billions. */
const mostParts = 5000
const deepest = 64

/** So many steps of a pattern take about as long as one look of a schema. */
const stepsOfLook = 400

/** How often a schema is written out within itself, when that can be afforded. Below that it takes anything. */
const rounds = [3, 2, 1] as const

/** Fails with `task-invalid` when it is too large, or refers to what is not there. */
export function writtenSchema(schema: JsonSchema): WrittenSchema {
  for (const most of rounds) {
    const writing = new Writing(schema, most)
    const written = writing.node(schema, 0)
    if (!writing.isTooLarge) return { schema: written as JsonSchema, looks: writing.size + writing.patternLooks }
  }
  const message = `The schema is nested deeper than ${deepest} levels, or has more than ${mostParts} parts.`
  throw new GyreError('task-invalid', message, { deepest, mostParts })
}

/** Words whose values are schemas, one or a list of them. */
const nested = new Set([
  ...['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items', 'additionalItems', 'contains'],
  ...['additionalProperties', 'propertyNames'],
])
/** Written out where they are needed; a name of a schema would be kept by the library for ever. */
const leftOut = new Set(['$defs', 'definitions', '$id', 'id', '$anchor', 'pattern', 'patternProperties'])

type Words = Record<string, Json | undefined>

class Writing {
  size = 0
  isTooLarge = false
  patternLooks = 0
  readonly #root: JsonSchema
  readonly #rounds: number
  /** The references that are being followed, and how often each. */
  readonly #open = new Map<string, number>()

  constructor(root: JsonSchema, most: number) {
    this.#root = root
    this.#rounds = most
  }

  node(schema: Json | undefined, depth: number): Json {
    this.#count(1)
    if (depth > deepest) this.isTooLarge = true
    // What is no schema is refused by the library, in its own words.
    if (this.isTooLarge || !isObject(schema)) return schema ?? null
    return typeof schema['$ref'] === 'string'
      ? this.#referred(schema, schema['$ref'], depth)
      : this.#words(schema, depth)
  }

  #referred({ description, default: given }: JsonObject, ref: string, depth: number): Json {
    const target = targetOf(this.#root, ref)
    const times = this.#open.get(ref) ?? 0
    if (times >= this.#rounds) return {}
    this.#open.set(ref, times + 1)
    const written = this.node(target, depth + 1)
    this.#open.set(ref, times)
    if (!isObject(written)) return written
    return {
      ...written,
      ...(description !== undefined && { description }),
      ...(given !== undefined && { default: given }),
    }
  }

  #words(schema: JsonObject, depth: number): JsonObject {
    const written: Words = {}
    for (const [word, value] of Object.entries(schema)) {
      if (nested.has(word)) written[word] = this.#nodes(value, depth)
      else if (word === 'properties' && isObject(value)) written[word] = this.#named(Object.entries(value), depth)
      else if (!leftOut.has(word)) written[word] = value
    }
    if (Array.isArray(schema['enum'])) this.#count(schema['enum'].length)
    // One that is named twice would be written twice, with all that is within.
    if (Array.isArray(schema['type'])) written['type'] = [...new Set(schema['type'])]
    return { ...written, ...this.#pattern(schema), ...this.#patternProperties(schema, depth) }
  }

  /** What stands under names that may take for ever to compare is not checked, nor are the names beside them. */
  #patternProperties({ patternProperties }: JsonObject, depth: number): Words {
    if (!isObject(patternProperties)) return {}
    const all = Object.entries(patternProperties)
    const tame = all.filter(([pattern]) => this.#takesPattern(pattern))
    const isAny = tame.length < all.length
    return { patternProperties: this.#named(tame, depth), ...(isAny && { additionalProperties: undefined }) }
  }

  #named(schemas: readonly (readonly [string, Json | undefined])[], depth: number): JsonObject {
    return Object.fromEntries(schemas.map(([name, schema]) => [name, this.node(schema, depth + 1)]))
  }

  #nodes(value: Json | undefined, depth: number): Json {
    return Array.isArray(value) ? value.map((each) => this.node(each, depth + 1)) : this.node(value, depth + 1)
  }

  /** A model still reads of the pattern that is not checked. */
  #pattern({ pattern, description }: JsonObject): Words {
    if (typeof pattern !== 'string') return {}
    if (this.#takesPattern(pattern)) return { pattern }
    const said = typeof description === 'string' ? `${description} ` : ''
    return { description: `${said}Pattern: ${pattern}` }
  }

  /** Fails when it is no expression at all. */
  #takesPattern(pattern: string): boolean {
    const steps = patternSteps(new RegExp(pattern).source)
    this.patternLooks += Math.ceil((steps ?? 0) / stepsOfLook)
    return steps !== undefined
  }

  #count(parts: number): void {
    this.size += parts
    if (this.size > mostParts) this.isTooLarge = true
  }
}

function targetOf(root: JsonSchema, ref: string): Json {
  const target = referredSchema(root, ref)
  if (target !== undefined) return target
  throw new GyreError('task-invalid', `The schema has nothing at \`${ref}\`.`, { ref })
}
