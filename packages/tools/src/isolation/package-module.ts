/** The code of this package, for processes of its own. */
import { fileURLToPath } from 'node:url'

const isSource = import.meta.url.endsWith('.ts')

/** The folder that all of it lies in: the sources, or the bundle. */
export const packageCode = fileURLToPath(new URL(isSource ? '../' : './', import.meta.url))

/**
 * Modules of this package that run in processes of their own, by their path in `src` without an ending.
 *
 * Among the sources they are where they are written; in the bundle each is a file of its own below `dist`.
 */
export function packageModule(path: string): URL {
  return new URL(isSource ? `../${path}.ts` : `./${path}.js`, import.meta.url)
}
