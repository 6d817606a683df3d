/** What the package says of itself, wherever this code lies: in the sources, or in a bundle. */
import { createRequire } from 'node:module'

type Manifest = { readonly version: string }

export function manifest(): Manifest {
  return createRequire(import.meta.url)('gyre/package.json') as Manifest
}
