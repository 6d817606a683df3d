/** Values of what loops record, read with care: a loop of another version may have written something else there. */
import type { Json, JsonObject } from '@gyre/core'

/** What should be an object; an empty one when it is not. */
export function objectOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
}

export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}

/** Entries that should be objects. */
export function objectsOf(value: Json | undefined): readonly JsonObject[] {
  return listOf(value).map(objectOf)
}

export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

export function textsOf(value: Json | undefined): readonly string[] {
  return listOf(value).map(textOf)
}

export function numberOf(value: Json | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

export function numberIn(values: JsonObject, name: string, standard: number): number {
  return numberOf(values[name]) ?? standard
}
