/** Reads the `.gitignore` files of folders. */
import { lstat, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { GitIgnore, type RulesAbove } from './git-ignore.ts'

/** More than anybody writes: the file is read whole. */
const longest = 256 * 1024

export async function ignoreTextOf(folder: string): Promise<string> {
  const path = join(folder, '.gitignore')
  try {
    const found = await lstat(path)
    return found.isFile() && found.size <= longest ? await readFile(path, 'utf8') : ''
  } catch {
    // Then nothing is ignored: rather too much is read than too little.
    return ''
  }
}

/** The rules of the folders above this one, up to the root of its repository; none when it is in no repository. */
export async function rulesAbove(folder: string): Promise<RulesAbove | undefined> {
  let above: RulesAbove | undefined
  for (const each of await foldersAbove(folder))
    above = { rules: new GitIgnore(await ignoreTextOf(each.path), above), name: each.below }
  return above
}

type FolderAbove = { readonly path: string; readonly below: string }

/** From the root of the repository down, each with the name that leads on. */
async function foldersAbove(folder: string): Promise<readonly FolderAbove[]> {
  const above: FolderAbove[] = []
  for (let path = folder; !(await hasGit(path)); path = dirname(path)) {
    if (dirname(path) === path) return []
    above.unshift({ path: dirname(path), below: basename(path) })
  }
  return above
}

async function hasGit(folder: string): Promise<boolean> {
  try {
    await lstat(join(folder, '.git'))
    return true
  } catch {
    return false
  }
}
