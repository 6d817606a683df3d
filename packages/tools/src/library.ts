/** Libraries that are loaded when a tool first needs them: starting a program loads none. */
import { GyreError } from '@gyre/core'

/** What `load` imports; one that is not installed is named. */
export async function loadLibrary<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!isMissing(error, name)) throw error
    throw missingPackage(name, error)
  }
}

function missingPackage(name: string, cause: unknown): GyreError {
  return new GyreError('package-missing', `This tool needs the package \`${name}\`: npm install ${name}`, { cause })
}

/** A package inside it may be missing, too: that is another fault. */
function isMissing(error: unknown, name: string): boolean {
  if (!(error instanceof Error) || (error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') return false
  return error.message.includes(`'${name}'`)
}
