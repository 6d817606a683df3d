// Bundles each package for release: one file for each entry and what entries share. A process that starts would
// otherwise open a file for every module. Packages and libraries stay outside: there is one of each in a program.
import { globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

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

for (const folder of manifestOf('.').workspaces) {
  const cwd = fileURLToPath(new URL(folder, root))
  // What entries share has another name whenever it changes; types lie in the same folder and stay.
  for (const file of globSync('dist/**/*.{js,js.map}', { cwd })) rmSync(join(cwd, file))
  await build({
    cwd,
    input: entriesOf(manifestOf(folder)),
    external: /^[^./]/,
    platform: 'node',
    output: { dir: 'dist', format: 'esm', sourcemap: true, chunkFileNames: 'shared-[hash].js' },
  })
}
