/** What a memory may say, and for how long it is kept. */
import { GyreError } from '@gyre/core'

const longestMemory = 20_000

/** The text without the space around it. */
export function memoryText(given: string): string {
  const text = typeof given === 'string' ? given.trim() : ''
  if (text === '') throw new GyreError('argument-invalid', 'A memory needs a text that is not empty.')
  if (text.length <= longestMemory) return text
  const message = `A memory has at most ${longestMemory} characters; this text has ${text.length}.`
  throw new GyreError('argument-invalid', message, { length: text.length })
}

/** When a memory expires that is to be kept for so long; null when it never does. */
export function expiryOf(expiresInMs: number | null | undefined, now: number): number | null {
  if (expiresInMs === undefined || expiresInMs === null) return null
  const expiresAt = Math.round(now + expiresInMs)
  if (expiresInMs > 0 && Number.isSafeInteger(expiresAt)) return expiresAt
  const message = `A memory is kept for a number of milliseconds above zero, not for \`${String(expiresInMs)}\`.`
  throw new GyreError('argument-invalid', message, { expiresInMs })
}
