// Packs every package as it is published, into `release/`: one file that npm installs for each. A package holds what was
// bundled, the types that an entry leads to, and a manifest without what only this repository needs. `npm run build`
// comes first.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundledLicences } from './bundled-licences.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const manifestOf = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
const staged = join(root, 'node_modules/.cache/release')
const release = join(root, 'release')

/** Types from `entries` on, over all that they import: those of the inside of a package are of use to nobody else. */
function reachedTypes(entries) {
  const reached = new Set()
  const follow = (file) => {
    if (reached.has(file)) return
    reached.add(file)
    for (const [, named] of readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*['"](\.[^'"]+)['"]/g)) {
      follow(join(dirname(file), named.replace(/\.ts$/, '.d.ts')))
    }
  }
  for (const entry of entries) follow(entry)
  return [...reached]
}

/** Sources are not published, so nothing may lead to them. */
function publishedEntry(entry) {
  if (typeof entry === 'string') return entry
  const { '@gyre/source': _, ...published } = entry
  return published
}

function publishedEntries(entries) {
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, publishedEntry(entry)]))
}

function publishedManifest({ devDependencies: _, files: __, imports, ...manifest }) {
  const exports = publishedEntries(manifest.exports)
  return { ...manifest, ...(imports && { imports: publishedEntries(imports) }), exports }
}

/** What a package publishes, as paths in its folder. */
function publishedFiles(folder, { exports, files }) {
  const cwd = join(root, folder)
  const programs = globSync('dist/**/*', { cwd, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(map|d\.ts|tsbuildinfo)$/.test(entry.name))
    .map((entry) => relative(cwd, join(entry.parentPath, entry.name)))
  const types = Object.values(exports).flatMap((entry) => entry.types ?? [])
  const reached = reachedTypes(types.map((path) => join(cwd, path))).map((path) => relative(cwd, path))
  const others = files.filter((path) => !/^(dist|src|!.*)$/.test(path))
  return [...programs, ...reached, ...others]
}

/** The first page of a package where packages are listed. */
function readmeOf({ name, description }) {
  if (name === 'gyre') return readFileSync(join(root, 'README.md'), 'utf8')
  return `# ${name}\n\n${description}\n\nA part of [gyre](https://www.npmjs.com/package/gyre): most programs install that.\n`
}

function stage(folder) {
  const manifest = manifestOf(folder)
  const target = join(staged, manifest.name)
  rmSync(target, { recursive: true, force: true })
  for (const path of publishedFiles(folder, manifest)) {
    cpSync(join(root, folder, path), join(target, path), { recursive: true })
  }
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`)
  writeFileSync(join(target, 'README.md'), readmeOf(manifest))
  cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'))
  const licences = bundledLicences(join(root, folder))
  if (licences) writeFileSync(join(target, 'THIRD-PARTY-LICENSES.txt'), licences)
  return target
}

rmSync(release, { recursive: true, force: true })
mkdirSync(release)
for (const folder of manifestOf('.').workspaces.filter((each) => each.startsWith('packages/'))) {
  if (!existsSync(join(root, folder, 'dist'))) throw new Error(`${folder} is not built: npm run build`)
  const target = stage(folder)
  execFileSync('npm', ['pack', '--silent', '--pack-destination', release], { cwd: target, stdio: 'ignore' })
}
