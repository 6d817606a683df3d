/** `gyre knowledge list`, `show` and `remove`: the documents of the index. */
import { GyreError } from '@gyre/core'
import { removeSources, storedDocument } from '@gyre/knowledge'
import { sourceArgument } from '../arguments/source-argument.ts'
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { shownSource } from '../knowledge/shown-source.ts'
import { printTable } from '../output/printed-table.ts'
import { oneLine } from '../terminal/one-line.ts'
import { safeText } from '../terminal/safe-text.ts'

export const listDocuments: CommandRun = async ({ io, place }) => {
  const { knowledge } = await place()
  const shelf = await knowledge.searched()
  const documents = await shelf.store.list(shelf.owner)
  if (io.output !== 'text') {
    io.printJson(
      documents.map(({ id, source, title, mediaType, at }) => ({ id, source, title, mediaType, at: day(at) })),
    )
    return exitCodes.done
  }
  if (shelf !== knowledge.own) io.report('These are the bundled documents. To read your own: gyre knowledge add FOLDER')
  if (documents.length === 0) io.report('There are no documents. To read some: gyre knowledge add FOLDER')
  else {
    const rows = documents.map(({ source, mediaType, at, title }) => [
      shownSource(source, io.cwd),
      mediaType,
      day(at).slice(0, 10),
      title,
    ])
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
  const typed = new Map(args.map((each) => [sourceArgument(each, io.cwd), each]))
  const { removed, unknown } = await removeSources(knowledge.own, [...typed.keys()])
  if (io.output !== 'text') {
    io.printJson({ removed, unknown })
    return unknown.length === 0 ? exitCodes.done : exitCodes.usage
  }
  for (const source of removed) io.print(`removed  ${oneLine(shownSource(source, io.cwd))}`)
  if (unknown.length === 0) return exitCodes.done
  const names = unknown.map((source) => `\`${typed.get(source) ?? source}\``)
  throw new GyreError('document-unknown', `Nothing came from ${names.join(', ')}.`, { sources: unknown })
}

function day(ms: number): string {
  return Number.isFinite(ms) ? new Date(ms).toISOString() : ''
}
