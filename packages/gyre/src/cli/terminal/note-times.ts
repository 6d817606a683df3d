/** What is noted of breakers, with the time people read in the place of milliseconds. */
import type { JsonObject } from '@gyre/core'

/** `until` as `2026-03-01T12:00:00.000Z`, where the note is one of a breaker. */
export function withTimes(data: JsonObject): JsonObject {
  const { name, value } = data
  if (typeof name !== 'string' || !name.startsWith('breaker')) return data
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return data
  const until = (value as JsonObject)['until']
  return typeof until === 'number' ? { ...data, value: { ...value, until: new Date(until).toISOString() } } : data
}
