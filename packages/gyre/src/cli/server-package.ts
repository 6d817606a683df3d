/** Commands that need the server: its package may be left out of an installation. */
import { GyreError } from '@gyre/core'

/** Fails with `package-missing`, which says what to install. */
export async function withServer<C>(load: () => Promise<C>): Promise<C> {
  try {
    return await load()
  } catch (cause) {
    const { code, message = '' } = cause as NodeJS.ErrnoException
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes("'@gyre/server'")) throw cause
    throw new GyreError('package-missing', 'This command needs the package `@gyre/server`: npm install @gyre/server', {
      cause,
    })
  }
}
