/** Commands that need the server: its package may be left out of an installation. */
import { GyreError } from '@gyre/core'

/** Fails with `package-missing`, which says what to install. */
export async function withServer<C>(load: () => Promise<C>): Promise<C> {
  try {
    return await load()
  } catch (error) {
    throw isMissing(error) ? missing(error) : error
  }
}

function isMissing(error: unknown): boolean {
  const { code, message = '' } = error as NodeJS.ErrnoException
  return code === 'ERR_MODULE_NOT_FOUND' && message.includes("'@gyre/server'")
}

function missing(cause: unknown): GyreError {
  return new GyreError('package-missing', 'This needs the package `@gyre/server`: npm install @gyre/server', { cause })
}
