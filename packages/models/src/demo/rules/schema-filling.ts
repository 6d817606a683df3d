/**
 * A value of a schema, filled from an answer as far as the rules know.
 *
 * What cannot be known is left out where that is allowed; a text says what the model is; where neither
 * will do there is no value, and nothing is made up.
 */
import type { Json, JsonObject, JsonSchema } from '@gyre/core'
import type { Answer } from '../decision.ts'
import { enumValue, isMeasure, numberValue, stringValue, truthValue } from './plain-values.ts'

/** Schemas that refer to themselves go no deeper. */
const deepest = 12

/** What a value is filled from, and where in the schema it stands. */
export type Filling = {
  readonly answer: Answer
  readonly root: JsonSchema
  /** The name of the property. */
  readonly name: string
  readonly depth: number
}

export function fillSchema(schema: JsonSchema, answer: Answer): Json | undefined {
  return fill(schema, { answer, root: schema, name: '', depth: 0 })
}

function fill(given: Json | undefined, filling: Filling): Json | undefined {
  const schema = resolved(given, filling.root)
  if (!schema || filling.depth > deepest) return undefined
  if (schema['const'] !== undefined) return schema['const']
  if (Array.isArray(schema['enum'])) return enumValue(schema['enum'], filling.answer)
  const branches = ['anyOf', 'oneOf', 'allOf'].map((key) => schema[key]).find((each) => Array.isArray(each))
  if (branches) return first(branches, (branch) => fill(branch, { ...filling, depth: filling.depth + 1 }))
  return first(typesOf(schema), (type) => ofType(String(type), schema, filling))
}

function first(options: readonly Json[], read: (option: Json) => Json | undefined): Json | undefined {
  for (const option of options) {
    const value = read(option)
    if (value !== undefined) return value
  }
  return undefined
}

/** Follows `#/$defs/name`. */
function resolved(schema: Json | undefined, root: JsonSchema): JsonObject | undefined {
  if (!isObject(schema)) return undefined
  const reference = schema['$ref']
  if (typeof reference !== 'string') return schema
  const target = reference
    .split('/')
    .slice(1)
    .reduce<Json | undefined>((at, key) => (isObject(at) ? at[key] : undefined), root)
  return isObject(target) && target['$ref'] === undefined ? target : undefined
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The types a schema allows, `null` last: it says that nothing is known. */
function typesOf(schema: JsonObject): readonly Json[] {
  const { type } = schema as { readonly type?: Json }
  if (Array.isArray(type)) return type.toSorted((a, b) => Number(a === 'null') - Number(b === 'null'))
  return [type ?? (schema['properties'] === undefined ? 'string' : 'object')]
}

function ofType(type: string, schema: JsonObject, filling: Filling): Json | undefined {
  const { answer, name } = filling
  switch (type) {
    case 'object':
      return objectValue(schema, filling)
    case 'array':
      return arrayValue(schema, filling)
    case 'string':
      return stringValue(schema, name, answer)
    case 'number':
    case 'integer':
      return numberValue({ ...schema, type }, name, answer)
    case 'boolean':
      return truthValue(name, answer)
    default:
      return type === 'null' ? null : undefined
  }
}

function objectValue(schema: JsonObject, filling: Filling): Json | undefined {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const shares = numberShares(properties, filling)
  const value: Record<string, Json> = {}
  for (const [name, property] of Object.entries(properties)) {
    const share = shares.get(name) ?? filling.answer
    const filled = fill(property, { ...filling, answer: share, name, depth: filling.depth + 1 })
    if (filled !== undefined) value[name] = filled
    else if (required.includes(name)) return undefined
  }
  return value
}

/** As many numbers as there are results: each gets its own, in their order. */
function numberShares(properties: JsonObject, { answer, root }: Filling): ReadonlyMap<string, Answer> {
  const { results } = answer.findings
  const isPlain = (name: string) => {
    const types = typesOf(resolved(properties[name], root) ?? {})
    return types.some((type) => type === 'number' || type === 'integer') && !isMeasure(name)
  }
  const names = Object.keys(properties).filter(isPlain)
  if (results.length < 2 || names.length !== results.length) return new Map()
  return new Map(names.map((name, index) => [name, withResult(answer, index)]))
}

function withResult(answer: Answer, index: number): Answer {
  const result = answer.findings.results[index]
  if (!result) return answer
  const text = `${result.expression} = ${result.value}`
  return { ...answer, text, findings: { ...answer.findings, results: [result] } }
}

/** One item for each result; texts that are asked for as a list are one item. Sources there are none. */
function arrayValue(schema: JsonObject, filling: Filling): Json | undefined {
  const { answer, name, depth } = filling
  const { results } = answer.findings
  const isReference = /source|citation|reference|evidence|url|link/i.test(name)
  const parts = results.length > 0 ? results.map((_, index) => withResult(answer, index)) : [answer]
  const filled = isReference
    ? []
    : parts.map((part) => fill(schema['items'], { ...filling, answer: part, depth: depth + 1 }))
  const items = filled.filter((item) => item !== undefined)
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema as { minItems?: number; maxItems?: number }
  return items.length >= minItems && items.length <= maxItems ? items : undefined
}
