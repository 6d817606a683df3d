/** Where the modules lie that a module may import: its own package, packages installed for it, and linked ones. */
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

export function readableFolders(file: string): readonly string[] {
  const own = packageFolder(file)
  const shelves = upwards(own)
    .map((folder) => join(folder, 'node_modules'))
    .filter((folder) => existsSync(folder))
  return [...new Set([own, ...shelves, ...shelves.flatMap(linkedPackages)])]
}

/** The nearest folder with a package.json, or the one the file is in. */
export function packageFolder(file: string): string {
  const folder = dirname(realpathSync(file))
  return upwards(folder).find((each) => existsSync(join(each, 'package.json'))) ?? folder
}

function upwards(folder: string): readonly string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...upwards(parent)]
}

/** Workspaces and linked packages lie elsewhere, and Node reads them there. */
function linkedPackages(shelf: string): readonly string[] {
  return readdirSync(shelf, { withFileTypes: true }).flatMap((entry) => {
    const path = join(shelf, entry.name)
    if (entry.isSymbolicLink()) return existsSync(path) ? [realpathSync(path)] : []
    return entry.isDirectory() && entry.name.startsWith('@') ? linkedPackages(path) : []
  })
}
