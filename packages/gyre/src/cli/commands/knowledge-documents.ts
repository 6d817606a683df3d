/** `gyre knowledge list`, `show` and `remove`: the documents of the index. */
import { GyreError } from '@gyre/core'
import { bundledOwner, likeOf, removeSources, type Shelf, storedDocument } from '@gyre/knowledge'
import { sourceArgument } from '../arguments/source-argument.ts'
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { bundledMark, howToAdd, isBundled, noDocuments } from '../knowledge/bundled-documents.ts'
import { shownSource } from '../knowledge/shown-source.ts'
import { printTable } from '../output/printed-table.ts'
import { oneLine } from '../terminal/one-line.ts'
import { safeText } from '../terminal/safe-text.ts'

export const listDocuments: CommandRun = async ({ io, place }) => {
  const { knowledge } = await place()
  const shelf = await knowledge.searched()
  const documents = await shelf.store.list(shelf.owner)
  if (io.output !== 'text') {
    const mark = bundledMark(shelf)
    io.printJson(
      documents.map(({ id, source, title, mediaType, at, data }) => {
        const duplicateOf = likeOf({ data })?.id ?? null
        return { id, source, title, mediaType, at: day(at), duplicateOf, ...mark }
      }),
    )
    return exitCodes.done
  }
  if (isBundled(shelf)) io.report(`These are the bundled documents, which are invented. ${howToAdd('your own')}`)
  if (documents.length === 0) io.report(noDocuments)
  else {
    const sources = new Map(documents.map(({ id, source }) => [id, shownSource(source, io.cwd)]))
    const rows = documents.map(({ id, mediaType, at, title, data }) => {
      const like = likeOf({ data })
      const told = like ? `${title} (says the same as ${sources.get(like.id) ?? 'one that is gone'})` : title
      return [sources.get(id) ?? '', mediaType, day(at).slice(0, 10), told]
    })
    printTable(io, [['SOURCE', 'TYPE', 'DATE', 'TITLE'], ...rows])
  }
  return exitCodes.done
}

export const showDocument: CommandRun = async ({ args: [source = ''], io, place }) => {
  const { knowledge } = await place()
  const shelf = await knowledge.searched()
  const found = (await storedDocument(shelf, source)) ?? (await storedDocument(shelf, sourceArgument(source, io.cwd)))
  if (!found) throw new GyreError('document-unknown', `There is no document \`${source}\`.`, { source })
  if (io.output !== 'text') io.printJson({ ...found, at: day(found.at) })
  else io.print(safeText(found.text))
  return exitCodes.done
}

export const removeDocuments: CommandRun = async ({ args, io, place }) => {
  const { knowledge } = await place()
  const typed = new Map<string, string>()
  for (const each of args) typed.set(await namedSource(knowledge.own, each, io.cwd), each)
  const { canonicalUrl } = knowledge.own
  const named = { ...(canonicalUrl && { canonicalUrl }) }
  const { removed, unknown } = await removeSources(knowledge.own, [...typed.keys()], named)
  if (io.output !== 'text') {
    io.printJson({ removed, unknown })
    return unknown.length === 0 ? exitCodes.done : exitCodes.usage
  }
  for (const source of removed) io.print(`removed  ${oneLine(shownSource(source, io.cwd))}`)
  if (unknown.length === 0) return exitCodes.done
  const names = unknown.map((source) => `\`${typed.get(source) ?? source}\``)
  const message = `Nothing came from ${names.join(', ')}.${await bundledHint(knowledge.own, unknown)}`
  throw new GyreError('document-unknown', message, { sources: unknown })
}

/** What came over HTTP has a name that is no path; it is meant where there is one of it. */
async function namedSource(own: Shelf, typed: string, cwd: string): Promise<string> {
  const source = sourceArgument(typed, cwd)
  if (source === typed || (await storedDocument(own, source))) return source
  return (await storedDocument(own, typed)) ? typed : source
}

/** Why some that are listed cannot be removed. */
async function bundledHint(own: Shelf, sources: readonly string[]): Promise<string> {
  const bundled = { ...own, owner: bundledOwner }
  const found = await Promise.all(sources.map((source) => storedDocument(bundled, source)))
  if (found.every((document) => document === undefined)) return ''
  return ' Bundled documents are not removed: `toolboxes.knowledge.demo: false` in the config file leaves them out, and so do documents of your own.'
}

function day(ms: number): string {
  return Number.isFinite(ms) ? new Date(ms).toISOString() : ''
}
