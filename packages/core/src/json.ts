/** Plain data: what a journal can hold and a wire can carry. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined }

/** An object of plain data. */
export type JsonObject = { readonly [key: string]: Json | undefined }

/** A JSON Schema, kept opaque: Gyre passes it on to models and forms and never interprets it. */
export type JsonSchema = JsonObject

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A copy as a journal will give it back: nobody can change it under the journal, and a replay sees the same. */
export function plainCopy<T>(value: T): T {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
  return JSON.parse(JSON.stringify(value) ?? 'null') as T
}

/** The same text for equal values, whatever the order of their keys: for comparing arguments and hashing. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  let text = ''
  for (const key of Object.keys(value).sort()) {
    const entry = (value as Record<string, unknown>)[key]
    if (entry !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(entry)}`
  }
  return `{${text}}`
}
