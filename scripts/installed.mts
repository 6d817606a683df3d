// What an installation weighs.
import { globSync, lstatSync, type Stats } from 'node:fs'
import { join } from 'node:path'

/** Packages in a folder's `node_modules`, and the space that all of it takes on the disk. */
export function installed(folder: string): { readonly packages: number; readonly megabytes: number } {
  const cwd = join(folder, 'node_modules')
  const packages = globSync('**/package.json', { cwd }).filter((path) =>
    /^(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/@]+\/package\.json$/.test(path.replaceAll('\\', '/')),
  )
  const bytes = globSync('**/*', { cwd }).reduce((sum, path) => sum + spaceOf(lstatSync(join(cwd, path))), 0)
  return { packages: packages.length, megabytes: bytes / 1024 / 1024 }
}

/** Files take whole blocks. */
function spaceOf({ blocks, size }: Stats): number {
  return blocks > 0 ? blocks * 512 : size
}
