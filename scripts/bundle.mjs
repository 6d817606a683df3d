// Bundles each package for release: one file for each entry and what entries share. A process that starts would
// otherwise open a file for every module. What a package lists as a dependency or peer stays outside: there is one of each
// in a program. Small libraries that it lists for development alone become part of it, so that installing Gyre brings few
// packages. zod, of whose 90 files and 50 languages a start would load all, is part of core, and the others take it from
// there. A schema made with another copy of zod is as good: zod knows its schemas by their traits.
import { globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'
import { buildPages } from './pages.mts'

const root = new URL('../', import.meta.url)
const manifestOf = (folder) => JSON.parse(readFileSync(new URL(`${folder}/package.json`, root), 'utf8'))

/** The sources of a package that others may import or run, by where they go: `./dist/a/b.js` is made of `./src/a/b.ts`. */
function entriesOf({ exports, bin = {} }) {
  const targets = [...Object.values(exports).flatMap((entry) => entry.default ?? []), ...Object.values(bin)]
  return Object.fromEntries(
    targets.map((target) => {
      const name = target.replace('./dist/', '').replace('.js', '')
      return [name, `src/${name}.ts`]
    }),
  )
}

/** Messages in other languages than English are used by nobody here. */
const english = {
  name: 'english',
  resolveId: (id) => (id.endsWith('/locales/index.js') ? '\0no-locales' : null),
  load: (id) => (id === '\0no-locales' ? 'export {}' : null),
}

const zodOfCore = {
  name: 'zod-of-core',
  resolveId: (id) => (id === 'zod' ? { id: '@gyre/core/zod', external: true } : null),
}

/** Whether a module stays outside: one of Node's, or of a package that is installed beside this one. */
function isOutside({ name, dependencies, peerDependencies }) {
  const packages = [name, ...Object.keys({ ...dependencies, ...peerDependencies })].filter((each) => each !== 'zod')
  return (id) => id.startsWith('node:') || packages.some((each) => id === each || id.startsWith(`${each}/`))
}

/** Modules that are files of their own: they run in processes and threads, or are loaded by `require` when needed. */
const separateFiles = {
  'packages/gyre': ['cli/terminal/wide-text'],
  'packages/stores': ['sqlite/query-worker'],
  'packages/tools': ['isolation/child/main', 'toolboxes/math/engine/math-engine', 'toolboxes/web/reading/page-engine'],
}

const ownFiles = (folder) => Object.fromEntries((separateFiles[folder] ?? []).map((name) => [name, `src/${name}.ts`]))

// The pages are no library: they are built for a browser. What makes the docs is not built at all.
const others = ['packages/web', 'scripts/reference']

for (const folder of manifestOf('.').workspaces.filter((each) => !others.includes(each))) {
  const cwd = fileURLToPath(new URL(folder, root))
  // What entries share has another name whenever it changes; types lie in the same folder and stay.
  for (const file of globSync('dist/**/*.{js,js.map}', { cwd })) rmSync(join(cwd, file))
  await build({
    cwd,
    input: { ...entriesOf(manifestOf(folder)), ...ownFiles(folder) },
    external: isOutside(manifestOf(folder)),
    plugins: [folder === 'packages/core' ? english : zodOfCore],
    platform: 'node',
    output: {
      dir: 'dist',
      format: 'esm',
      sourcemap: true,
      chunkFileNames: 'shared-[hash].js',
      // Types have them for people; a program that starts would only read past them.
      comments: { jsdoc: false, annotation: false, legal: true },
    },
  })
}
buildPages()
