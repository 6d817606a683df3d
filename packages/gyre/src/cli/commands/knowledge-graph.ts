/** `gyre knowledge graph`: names and how they are related, facts for a question, and reading them out of documents. */
import { GyreError } from '@gyre/core'
import { type BuiltGraph, buildGraph, modelReader, preparedContext, type Shelf } from '@gyre/knowledge'
import { wholeNumber } from '../arguments/quantities.ts'
import { questionArgument } from '../arguments/question-argument.ts'
import type { CommandCall, CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { longWork } from '../knowledge/long-work.ts'
import { modelQuestions } from '../knowledge/model-question.ts'
import { shownCost } from '../output/amounts.ts'
import { counted } from '../output/counted.ts'
import { printTable } from '../output/printed-table.ts'
import { oneLine } from '../terminal/one-line.ts'
import { safeText } from '../terminal/safe-text.ts'

const usualLimit = 20
const mostFailures = 5
/** What is told for one question at most. */
const [mostFacts, mostHops] = [60, 3]

export const graph: CommandRun = async (call) => {
  const { options, io, place } = call
  const wanted = wantedOf(call)
  const { knowledge } = await place()
  const shelf = await knowledge.searched()
  if (io.output === 'text' && shelf !== knowledge.own)
    io.report('These are the bundled documents. To read your own: gyre knowledge add FOLDER')
  const code = options.flag('build') ? await build(call, shelf) : exitCodes.done
  if (code === exitCodes.interrupted) return code
  if (wanted.question === undefined) await showNames(io, shelf, wanted.limit)
  else await showFacts(io, shelf, wanted.question, wanted)
  return code
}

type Wanted = { readonly question: string | undefined; readonly limit: number; readonly hops?: number }

function wantedOf({ args: [given], options }: CommandCall): Wanted {
  const question = given === undefined ? undefined : questionArgument(given)
  const most = question === undefined ? Number.POSITIVE_INFINITY : mostFacts
  const limit = wholeNumber('--limit', options.text('limit'), 1, most) ?? usualLimit
  const hops = wholeNumber('--hops', options.text('hops'), 1, mostHops)
  if (hops !== undefined && question === undefined)
    throw new GyreError('usage-invalid', '`--hops` goes with a question, and there is none.')
  if (options.text('model') !== undefined && !options.flag('build'))
    throw new GyreError('usage-invalid', '`--model` is asked for `--build`, which was not given.')
  return { question, limit, ...(hops !== undefined && { hops }) }
}

async function showFacts(io: Io, shelf: Shelf, question: string, { limit, hops }: Wanted): Promise<void> {
  const found = await preparedContext(shelf, question, { limit, ...(hops !== undefined && { hops }) })
  if (io.output === 'text') io.print(safeText(found.text))
  else io.printJson(found)
}

/** Chunks that could not be read are told, and make it fail: the next build tries them again. */
async function build(call: CommandCall, shelf: Shelf): Promise<number> {
  const { options, io, place } = call
  const opened = await place()
  const name = options.text('model')
  const model = name === undefined ? undefined : await opened.model(name)
  const questions = model && modelQuestions(opened, model)
  try {
    return await longWork(io, async (bar, signal) => {
      const built = await buildGraph(shelf, {
        ...(questions && { extract: modelReader({ ask: questions.ask, model: model.id }) }),
        signal,
        onProgress: (done, total) => bar.show({ doing: 'reading relations', done, total }),
      })
      bar.end()
      for (const line of failedLines(built)) io.report(line)
      io.report(builtLine(built, questions && shownCost(questions.costUsd())))
      return built.failed.length > 0 ? exitCodes.failed : exitCodes.done
    })
  } finally {
    await questions?.close()
  }
}

/** A model that does not answer fails for every chunk: the first few tell why. */
function failedLines({ failed }: BuiltGraph): readonly string[] {
  const told = failed.slice(0, mostFailures).map(({ chunk, error }) => `failed  ${chunk}: ${oneLine(error.message)}`)
  return failed.length > mostFailures ? [...told, `${failed.length - mostFailures} more failed.`] : told
}

function builtLine({ read, edges, failed, reader }: BuiltGraph, cost: string | undefined): string {
  if (read === 0 && failed.length === 0) return `${reader} has read everything already.`
  const paid = cost === undefined ? '' : `, ${cost}`
  return `${counted(edges, 'relation')} read out of ${counted(read, 'chunk')} by ${reader}${paid}.`
}

async function showNames(io: Io, { store, owner }: Shelf, limit: number): Promise<void> {
  const names = await store.names(owner, limit)
  if (io.output !== 'text') io.printJson(names)
  else if (names.length === 0) io.report('No relations were read yet. To read them: gyre knowledge graph --build')
  else printTable(io, [['RELATIONS', 'NAME'], ...names.map(({ name, edges }) => [String(edges), name])], { right: [0] })
}
