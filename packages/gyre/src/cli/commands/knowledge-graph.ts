/** `gyre knowledge graph`: names and how they are related, facts for a question, and reading them out of documents. */
import { GyreError } from '@gyre/core'
import { type GraphContext, mostFacts, mostHops, preparedContext, type Shelf } from '@gyre/knowledge'
import { wholeNumber } from '../arguments/quantities.ts'
import { questionArgument } from '../arguments/question-argument.ts'
import type { CommandCall, CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { howToAdd, isBundled, noDocuments } from '../knowledge/bundled-documents.ts'
import { buildShown, type GraphBuild } from '../knowledge/graph-build.ts'
import { shownSource } from '../knowledge/shown-source.ts'
import { printTable } from '../output/printed-table.ts'
import { safeText } from '../terminal/safe-text.ts'

const usualLimit = 20

export const graph: CommandRun = async (call) => {
  const { options, io, place } = call
  const wanted = wantedOf(call)
  const { knowledge } = await place()
  const shelf = await knowledge.searched()
  if (io.output === 'text') {
    if (isBundled(shelf)) io.report(`These are the bundled documents, which are invented. ${howToAdd('your own')}`)
    if ((await shelf.store.overview(shelf.owner)).documents === 0) {
      io.report(noDocuments)
      return exitCodes.done
    }
  }
  const built = options.flag('build') ? await buildShown(call, shelf) : { code: exitCodes.done }
  if (built.code === exitCodes.interrupted) return built.code
  if (wanted.question === undefined) await showNames(io, shelf, wanted.limit, built)
  else await showFacts(io, shelf, { ...wanted, question: wanted.question }, built)
  return built.code
}

type Wanted = { readonly question: string | undefined; readonly limit: number; readonly hops?: number }

function wantedOf({ args: [given], options }: CommandCall): Wanted {
  const question = given === undefined ? undefined : questionArgument(given)
  const most = question === undefined ? Number.POSITIVE_INFINITY : mostFacts
  const limit = wholeNumber('--limit', options.text('limit'), 1, most) ?? usualLimit
  const hops = wholeNumber('--hops', options.text('hops'), 1, mostHops)
  if (hops !== undefined && question === undefined)
    throw new GyreError('usage-invalid', '`--hops` goes with a question, and there is none.')
  const hasModel = options.text('model') !== undefined
  if (hasModel && !options.flag('build'))
    throw new GyreError('usage-invalid', '`--model` is asked for `--build`, which was not given.')
  if (options.flag('replace') && (hasModel || !options.flag('build')))
    throw new GyreError('usage-invalid', '`--replace` goes with `--build` by the rules, without `--model`.')
  return { question, limit, ...(hops !== undefined && { hops }) }
}

type Asked = Wanted & { readonly question: string }

async function showFacts(
  io: Io,
  shelf: Shelf,
  { question, limit, hops }: Asked,
  { report }: GraphBuild,
): Promise<void> {
  const found = await preparedContext(shelf, question, { limit, ...(hops !== undefined && { hops }) })
  if (io.output === 'text') io.print(safeText(shownText(found, io.cwd)))
  else io.printJson({ ...(report && { built: report }), ...found })
}

/** Paths are seen from where one is. */
function shownText({ text, references }: GraphContext, cwd: string): string {
  return references.reduce((shown, { source }) => shown.replaceAll(source, shownSource(source, cwd)), text)
}

async function showNames(io: Io, shelf: Shelf, limit: number, { report }: GraphBuild): Promise<void> {
  const names = await shelf.store.names(shelf.owner, limit)
  if (io.output !== 'text') io.printJson(report ? { built: report, names } : names)
  else if (names.length === 0) io.report(await noNames(shelf))
  else printTable(io, [['RELATIONS', 'NAME'], ...names.map(({ name, edges }) => [String(edges), name])], { right: [0] })
}

async function noNames({ store, owner }: Shelf): Promise<string> {
  const unread = await store.withoutEdges(null, owner, 1)
  return unread.length > 0
    ? 'No relations were read yet. To read them: gyre knowledge graph --build'
    : 'No relations were found. The rules know plain sentences alone; a model may find some: gyre knowledge graph --build -m provider/model'
}
