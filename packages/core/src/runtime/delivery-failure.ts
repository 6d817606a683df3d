/** Why an attempt came to nothing, by what a target returned or threw. */
import type { DeliveryFailure } from '../ports/delivery.ts'

/** Undefined when it has arrived. A `false` is no such answer: it would be lost for whoever meant the opposite. */
export function returnedFailure(returned: unknown, target: string): DeliveryFailure | undefined {
  if (returned === undefined || returned === null) return undefined
  const { error, ...rest } = returned as DeliveryFailure
  if (error !== undefined && error !== null) return { ...rest, error: reasonOf(error) }
  const meant = 'nothing means that it has arrived, `{ error }` that it has not'
  return { error: `\`${target}\` returned ${shown(returned)}; ${meant}.` }
}

/** In words, whatever was thrown. */
export function reasonOf(thrown: unknown): string {
  const reason = thrown instanceof Error ? thrown.message || thrown.name : thrown
  return typeof reason === 'string' && reason.trim() !== '' ? reason : `No reason was given, only ${shown(reason)}.`
}

/** Values as they are written, others by their kind: what they hold may be anything. */
function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  return Object(value) === value ? Object.prototype.toString.call(value) : String(value)
}
