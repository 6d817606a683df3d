/** `key=value` arguments as an object. */
import { GyreError, type Json, type JsonObject } from '@gyre/core'

type Values = { [key: string]: Json | undefined }

/** Later ones win; `a.b=1` is `{ a: { b: 1 } }`. A value that is JSON is read as such, else it is a text. */
export function readKeyValues(option: string, pairs: readonly string[], onto: JsonObject = {}): JsonObject {
  const values: Values = { ...onto }
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    if (at <= 0) throw new GyreError('usage-invalid', `\`${option} ${pair}\`: expected KEY=VALUE.`)
    put(values, pair.slice(0, at).split('.'), readValue(pair.slice(at + 1)))
  }
  return values
}

function put(values: Values, [key = '', ...rest]: readonly string[], value: Json): void {
  if (key === '__proto__') return
  if (rest.length === 0) {
    values[key] = value
    return
  }
  const inner = values[key]
  const next: Values = isObject(inner) ? { ...inner } : {}
  put(next, rest, value)
  values[key] = next as JsonObject
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readValue(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}
