// The licences of the libraries that were bundled into a package: their terms ask for it.
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Folders of packages whose files are part of what was bundled, as the source maps tell. */
function bundledFolders(folder) {
  const maps = globSync('dist/**/*.js.map', { cwd: folder }).map((path) => join(folder, path))
  const sources = maps.flatMap((map) =>
    JSON.parse(readFileSync(map, 'utf8')).sources.map((source) => resolve(map, '..', source)),
  )
  const inside = sources.flatMap(
    (path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path.replaceAll('\\', '/')) ?? [],
  )
  return [...new Set(inside)].sort()
}

/** One text with all of them; empty where nothing of others was bundled. */
export function bundledLicences(folder) {
  const texts = bundledFolders(folder).map((path) => {
    const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
    const [file] = globSync('{LICENSE,LICENCE,license,licence}*', { cwd: path })
    const text = file === undefined ? `Licensed under ${license}.` : readFileSync(join(path, file), 'utf8').trim()
    return `${name} ${version} (${license})\n\n${text}\n`
  })
  return texts.join(`\n${'-'.repeat(80)}\n\n`)
}
