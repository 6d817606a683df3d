/** Packages that only some installations have: loaded when they are first needed, and named where they are missing. */
import { GyreError } from './errors.ts'

/** What `load` imports. Fails with `package-missing`, which says who needs it and how to install it. */
export async function loadPackages<T>(who: string, packages: readonly string[], load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!isMissing(error, packages)) throw error
    throw missingPackages(who, packages, error)
  }
}

function missingPackages(who: string, packages: readonly string[], cause: unknown): GyreError {
  const says = packages.length === 1 ? 'a package that is' : 'packages that are'
  const message = `${who} needs ${says} not installed: npm install ${packages.join(' ')}`
  return new GyreError('package-missing', message, { packages: [...packages], cause })
}

/** A package inside one of them may be missing, too: that is another fault. */
function isMissing(error: unknown, packages: readonly string[]): boolean {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_MODULE_NOT_FOUND') return false
  return packages.some((name) => error.message.includes(`'${name}'`))
}
