/** Arguments of a call as people read them. */
import type { Json } from '@gyre/core'

/** `from 2026-12-04, to dates.days[0].end`: a reference is shown by what it refers to. */
export function shownArguments(input: Json): string {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return shownValue(input)
  return Object.entries(input)
    .map(([name, value]) => `${name} ${shownValue(value ?? null)}`)
    .join(', ')
}

function shownValue(value: Json): string {
  if (typeof value === 'string') return value
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const { $ref: referred } = value as { readonly $ref?: unknown }
    if (typeof referred === 'string') return `$${referred}`
  }
  return JSON.stringify(value)
}
