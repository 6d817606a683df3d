/** What `gyre lab` and `gyre eval` came to, kept beside the store: a file for each run. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { KeptResult } from '@gyre/server'

/** A result as it is kept; `owner` is whose sessions it was measured with, where there were any. */
export type ResultFile = KeptResult & { readonly v: 1; readonly owner: string | null }

/** Who has more of them sees the newest. */
const mostShown = 100
/** Files that are read at once. */
const readAtOnce = 20

const ending = '.json'

const folderOf = (data: string) => join(data, 'results')

/** Writes it under the time it came to its end, so that names sort by age. */
export async function keepResult(data: string, result: Omit<ResultFile, 'v'>): Promise<string> {
  const folder = folderOf(data)
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${result.at.replaceAll(/[:.]/g, '-')}-${result.kind}${ending}`)
  await writeFile(path, `${JSON.stringify({ v: 1, ...result })}\n`)
  return path
}

/** The newest that an owner may see: those of nobody, and their own. */
export async function keptResults(data: string, owner: string): Promise<readonly KeptResult[]> {
  const names = (await namesIn(folderOf(data))).filter((name) => name.endsWith(ending))
  const newestFirst = names.toSorted().toReversed()
  const seen: KeptResult[] = []
  for (let at = 0; at < newestFirst.length && seen.length < mostShown; at += readAtOnce) {
    const some = newestFirst.slice(at, at + readAtOnce)
    const files = await Promise.all(some.map((name) => resultIn(join(folderOf(data), name))))
    seen.push(...files.flatMap((file) => seenBy(owner, file)))
  }
  return seen.slice(0, mostShown)
}

function seenBy(owner: string, file: ResultFile | null): readonly KeptResult[] {
  if (file?.v !== 1 || (file.owner !== null && file.owner !== owner)) return []
  const { kind, title, at, report } = file
  return [{ kind, title, at, report }]
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** A file that was cut short, or is somebody else's, is no result. */
async function resultIn(path: string): Promise<ResultFile | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as ResultFile
  } catch {
    return null
  }
}
