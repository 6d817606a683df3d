/** Packages of providers: each is installed only by those who use it. */
import { GyreError } from '@gyre/core'

/** Looked up, not loaded: a package that is never called costs nothing. */
export function requirePackage(id: string, name: string): void {
  if (isInstalled(name)) return
  throw new GyreError('provider-missing', `\`${id}\` needs the package ${name}: npm install ${name}`, { package: name })
}

function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name)
    return true
  } catch {
    return false
  }
}
