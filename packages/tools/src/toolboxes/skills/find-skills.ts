/** Finds every SKILL.md below some folders. */
import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SkillFault } from './skill.ts'

export const skillFile = 'SKILL.md'

export type FoundSkills = { readonly files: readonly string[]; readonly faults: readonly SkillFault[] }

/** What is below them is not written by people, or not for us. */
export const skipped: ReadonlySet<string> = new Set(['node_modules', '.git'])
/** Deeper than anybody sorts skills. */
export const deepest = 8

/** In the order of their paths; a file that two folders lead to is found once. */
export async function findSkills(folders: readonly string[]): Promise<FoundSkills> {
  const seen = new Set<string>()
  const files: string[] = []
  const faults: SkillFault[] = []
  for (const folder of folders) {
    if (await isFolder(folder)) files.push(...(await below(folder, seen, 0)))
    else faults.push({ file: folder, path: [], message: 'there is no such folder' })
  }
  return { files, faults }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

/** Follows links, for people keep their skills in other places; never to the same folder twice. */
async function below(folder: string, seen: Set<string>, depth: number): Promise<readonly string[]> {
  const real = await realpath(folder)
  if (seen.has(real) || depth > deepest) return []
  seen.add(real)
  const files: string[] = []
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name)
    if (entry.name === skillFile) files.push(path)
    else if (!skipped.has(entry.name) && (await leadsToFolder(entry, path)))
      files.push(...(await below(path, seen, depth + 1)))
  }
  return files
}

export async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  // A folder that cannot be read holds no skill of ours.
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

async function leadsToFolder(entry: Dirent, path: string): Promise<boolean> {
  return entry.isDirectory() || (entry.isSymbolicLink() && (await isFolder(path)))
}
