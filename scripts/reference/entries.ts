/** What people may import: the entries that the manifests of the packages name. */
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')

export type Entry = {
  /** What stands after `from`: `@gyre/core/testing`. */
  readonly name: string
  /** Its source, from the root: `packages/core/src/testing/index.ts`. */
  readonly file: string
  /** Its page among those of the reference: `core-testing.md`. */
  readonly page: string
}

/** What people install comes first: a symbol is described on the page of the first entry that has it. */
const folders = ['gyre', 'core', 'stores', 'models', 'tools', 'knowledge', 'lab', 'server']

/** The schema library under a name of ours, for the built packages alone. */
const foreign = new Set(['@gyre/core/zod'])

type Manifest = { readonly name: string; readonly exports: Readonly<Record<string, string | Record<string, string>>> }

function entriesOf(folder: string): readonly Entry[] {
  const manifest = JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8')) as Manifest
  return Object.entries(manifest.exports).flatMap(([path, target]) => {
    const source = typeof target === 'string' ? undefined : target['@gyre/source']
    if (source === undefined) return []
    const name = posix.join(manifest.name, path)
    const page = `${name.replace('@gyre/', '').replaceAll('/', '-')}.md`
    return [{ name, file: posix.join('packages', folder, source), page }]
  })
}

export const entries: readonly Entry[] = folders.flatMap(entriesOf).filter(({ name }) => !foreign.has(name))
