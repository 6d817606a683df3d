/** Documents whose files are no longer there. */
import { lstat } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import type { KnowledgeDocument } from '@gyre/core'
import { isGone } from '../reading/file-fault.ts'
import type { FoundEntries } from './find-entries.ts'
import type { PathRules } from './path-rules.ts'

type Listed = Omit<KnowledgeDocument, 'text'>

/** Of those below the walked folders that the rules speak of. One that is merely passed over now is not gone. */
export async function goneDocuments(
  documents: readonly Listed[],
  { entries, folders }: Pick<FoundEntries, 'entries' | 'folders'>,
  rules: PathRules,
): Promise<readonly Listed[]> {
  const found = new Set(entries.map(({ source }) => source))
  const gone: Listed[] = []
  for (const document of documents) {
    const { source } = document
    const folder = folders.find((each) => isBelow(source, each))
    if (folder === undefined || found.has(source)) continue
    const isWanted = rules.wantsFile(relative(folder, source).split(sep).join('/'))
    if (isWanted && (await isMissing(source))) gone.push(document)
  }
  return gone
}

export function isBelow(source: string, folder: string): boolean {
  return source.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

async function isMissing(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return false
  } catch (error) {
    return isGone(error)
  }
}
