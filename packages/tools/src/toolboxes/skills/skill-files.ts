/** The files that belong to a skill: those beside its SKILL.md and below. */
import type { Dirent } from 'node:fs'
import { join } from 'node:path'
import { deepest, entriesOf, skillFile, skipped } from './find-skills.ts'

const mostFiles = 200

/** Paths from the folder of the skill. Without hidden files, links, which may lead anywhere, and skills further down. */
export async function filesOfSkill(folder: string): Promise<readonly string[]> {
  const files = await filesBelow(folder, [])
  return files.filter((path) => path !== skillFile).slice(0, mostFiles)
}

async function filesBelow(folder: string, from: readonly string[]): Promise<readonly string[]> {
  const entries = await entriesOf(join(folder, ...from))
  const isOther = from.length > 0 && entries.some(({ name }) => name === skillFile)
  if (isOther || from.length > deepest) return []
  const found: string[] = []
  for (const entry of entries.filter(isOffered)) {
    const path = [...from, entry.name]
    if (entry.isFile()) found.push(path.join('/'))
    else if (entry.isDirectory()) found.push(...(await filesBelow(folder, path)))
  }
  return found
}

function isOffered({ name }: Dirent): boolean {
  return !name.startsWith('.') && !skipped.has(name)
}
