/** When another model is asked, and how it is told that none of them answered. */
import { GyreError } from '@gyre/core'

/** A model that was asked, and why it did not answer. */
export type Tried = { readonly model: string; readonly code: string }

/** Another provider may be there, and have a key that is accepted. A prompt that is too long or wrong is so for all. */
export function fallsBack({ code }: GyreError): boolean {
  return code === 'model-unavailable' || code === 'model-auth'
}

/** The last error, with the list of all that were asked; as it is when it was only one. */
export function failedAll(last: GyreError, tried: readonly Tried[]): GyreError {
  if (tried.length < 2) return last
  const before = tried.slice(0, -1).map(({ model, code }) => `\`${model}\` (${code})`)
  const message = `${last.message} Asked before it, without an answer: ${before.join(', ')}.`
  return new GyreError(last.code, message, { ...last.details, tried, cause: last })
}
