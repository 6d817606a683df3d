/** What a schema expects, in plain words. Read off its JSON Schema, which is the same for every kind of schema. */
import { z } from 'zod'
import { isObject, type JsonObject } from '../json.ts'
import { alternatives, shown } from '../parsing/schema-fault.ts'

const mostKeys = 16

/** The form people write values in. A schema that has no such form expects anything. */
export function formOf(schema: z.ZodType): JsonObject {
  try {
    return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonObject
  } catch {
    return {}
  }
}

/** The part of a form that a path leads to; empty when it says nothing about it. */
export function formAt(root: JsonObject, form: JsonObject, path: readonly (string | number)[]): JsonObject {
  return path.reduce<JsonObject>((at, key) => childOf(root, at, key), resolved(root, form))
}

function childOf(root: JsonObject, form: JsonObject, key: string | number): JsonObject {
  for (const option of optionsOf(form)) {
    const at = resolved(root, option)
    const child = typeof key === 'number' ? itemOf(at, key) : (objectAt(at, 'properties', key) ?? objectAt(at, others))
    if (child) return resolved(root, child)
  }
  return {}
}

const others = 'additionalProperties'

function itemOf(form: JsonObject, index: number): JsonObject | undefined {
  const fixed = listAt(form, 'prefixItems')[index]
  return (fixed as JsonObject | undefined) ?? objectAt(form, 'items')
}

/** The forms a value may have: itself when there is no choice. */
export function optionsOf(form: JsonObject): readonly JsonObject[] {
  const options = [...listAt(form, 'anyOf'), ...listAt(form, 'oneOf')] as readonly JsonObject[]
  return options.length > 0 ? options : [form]
}

/** The keys a form knows, those of all its options. */
export function keysOf(form: JsonObject): readonly string[] {
  return [...new Set(optionsOf(form).flatMap((option) => Object.keys(objectAt(option, 'properties') ?? {})))]
}

/** `a whole number of at least 1`. Empty when anything goes. */
export function expectationOf(form: JsonObject): string {
  if (form['const'] !== undefined) return shown(form['const'])
  const values = listAt(form, 'enum')
  if (values.length > 0) return alternatives(values.map(shown))
  const options = optionsOf(form)
  if (options.length > 1) return alternatives(options.map(expectationOf))
  return words[String(form['type'])]?.(form) ?? ''
}

const words: Readonly<Record<string, (form: JsonObject) => string>> = {
  string: (form) => (Number(form['minLength'] ?? 0) > 0 ? 'a text that is not empty' : 'a text'),
  boolean: () => 'true or false',
  null: () => 'null',
  integer: (form) => `a whole number${boundsOf(form)}`,
  number: (form) => `a number${boundsOf(form)}`,
  array: listWords,
  object: mappingWords,
}

function listWords(form: JsonObject): string {
  const least = Number(form['minItems'] ?? 0)
  const each = expectationOf(objectAt(form, 'items') ?? {})
  return `a list${least > 0 ? ` of at least ${least}` : ''}${each === '' ? '' : `, each entry ${each}`}`
}

function mappingWords(form: JsonObject): string {
  const keys = keysOf(form)
  if (keys.length === 0) return 'a mapping of names to values'
  return keys.length > mostKeys ? 'a mapping' : `{ ${keys.join(', ')} }`
}

function boundsOf(form: JsonObject): string {
  const [least, most] = [boundOf(form, 'minimum'), boundOf(form, 'maximum')]
  if (least !== undefined && most !== undefined) return ` from ${least} to ${most}`
  if (least !== undefined) return ` of at least ${least}`
  if (most !== undefined) return ` of at most ${most}`
  if (form['exclusiveMinimum'] !== undefined) return ` above ${form['exclusiveMinimum']}`
  return form['exclusiveMaximum'] === undefined ? '' : ` below ${form['exclusiveMaximum']}`
}

/** A bound somebody chose: the largest whole number there is bounds every whole number. */
function boundOf(form: JsonObject, name: string): number | undefined {
  const bound = form[name]
  return typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : undefined
}

/** A schema that contains itself refers to itself. */
function resolved(root: JsonObject, form: JsonObject): JsonObject {
  const reference = form['$ref']
  if (typeof reference !== 'string') return form
  const keys = reference.split('/').slice(1)
  return objectAt(root, ...keys) ?? {}
}

function objectAt(form: JsonObject, ...keys: readonly string[]): JsonObject | undefined {
  let at: unknown = form
  for (const key of keys) at = isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined
  return isObject(at) ? at : undefined
}

function listAt(form: JsonObject, key: string): readonly unknown[] {
  const list = form[key]
  return Array.isArray(list) ? list : []
}
