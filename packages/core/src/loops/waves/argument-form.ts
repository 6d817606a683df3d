/** What the schema of a tool wants at a place in its arguments. */
import { isObject, type Json } from '../../json.ts'

/** A text, a number or truth value, or whatever there is. */
export type Form = 'text' | 'scalar' | 'any'

/** Where a text is allowed, a text stays as it is. */
export function formOf(schema: Json | undefined): Form {
  const types = alternatives(schema).flatMap(({ type }) => type)
  if (types.includes('string')) return 'text'
  return ['number', 'integer', 'boolean'].some((type) => types.includes(type)) ? 'scalar' : 'any'
}

/** The schema of an entry; undefined where nothing is said about it. */
export function schemaAt(schema: Json | undefined, key: string | number): Json | undefined {
  for (const { properties, additionalProperties, items } of alternatives(schema)) {
    if (typeof key === 'number' && items !== undefined) return items
    if (typeof key === 'number') continue
    if (isObject(properties) && Object.hasOwn(properties, key)) return properties[key]
    if (isObject(additionalProperties)) return additionalProperties
  }
  return undefined
}

/** A schema, and those that it says could stand for it. */
function alternatives(schema: Json | undefined): readonly Record<string, Json | undefined>[] {
  if (!isObject(schema)) return []
  const others = ['anyOf', 'oneOf', 'allOf'].flatMap((name) => schema[name] ?? [])
  return [schema, ...others.flatMap((other) => alternatives(other as Json))]
}
