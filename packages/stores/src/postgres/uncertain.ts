/**
 * What may not simply be done twice, when the connection broke and nobody knows whether it was done: `again` is told so,
 * and takes what it finds done for its own.
 */
import { GyreError } from '@gyre/core'

export async function onceOrAgain<T>(once: () => Promise<T>, again: () => Promise<T>): Promise<T> {
  try {
    return await once()
  } catch (error) {
    if (!isUnreachable(error)) throw error
    return again()
  }
}

function isUnreachable(error: unknown): boolean {
  return error instanceof GyreError && error.code === 'store-unreachable'
}
