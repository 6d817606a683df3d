/** Whether libraries are there that are loaded when they are first used. */
import { createRequire } from 'node:module'

/** Whether a package of Gyre, the tools when left out, would find another package. */
export function isInstalled(name: string, by = '@gyre/tools'): boolean {
  const seenFrom = createRequire(createRequire(import.meta.url).resolve(`${by}/package.json`))
  try {
    seenFrom.resolve(name)
    return true
  } catch (error) {
    // A package that is there may not let itself be required.
    return !(error instanceof Error) || !('code' in error) || error.code !== 'MODULE_NOT_FOUND'
  }
}
