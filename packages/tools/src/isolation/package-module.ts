/**
 * Modules of this package that run in processes of their own, by their path in `src` without an ending.
 *
 * Among the sources they are where they are written; in the bundle each is a file of its own below `dist`.
 */
export function packageModule(path: string): URL {
  const isSource = import.meta.url.endsWith('.ts')
  return new URL(isSource ? `../${path}.ts` : `./${path}.js`, import.meta.url)
}
