/** Where the config file is: in this folder or the nearest one above that has one. */
import { stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** The first one counts where a folder has several. */
export const configNames = ['ts', 'mts', 'js', 'mjs', 'json'].map((ending) => `gyre.config.${ending}`)

/** Undefined when there is none up to the home folder, or to the root for a folder outside of it. */
export async function findConfig(from: string, home?: string): Promise<string | undefined> {
  const last = home === undefined || home === '' ? undefined : resolve(home)
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    for (const name of configNames) if (await isFile(join(folder, name))) return join(folder, name)
    if (folder === last || folder === dirname(folder)) return undefined
  }
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile()
  } catch {
    // Not there, or not to be seen: then it is no config file for us.
    return false
  }
}
