/** `gyre knowledge search`: what a session would find. */
import { GyreError, toGyreError } from '@gyre/core'
import type { Hypothetical } from '@gyre/core/text'
import { type Found, imagine, type Shelf, search, timeOf } from '@gyre/knowledge'
import { requireEmbedder } from '../../wiring/embedder.ts'
import { wholeNumber } from '../arguments/quantities.ts'
import { questionArgument } from '../arguments/question-argument.ts'
import type { CommandCall, CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { bundledMark, howToAdd, isBundled, noDocuments } from '../knowledge/bundled-documents.ts'
import { meantSources } from '../knowledge/meant-sources.ts'
import { modelQuestions } from '../knowledge/model-question.ts'
import { shownSource } from '../knowledge/shown-source.ts'
import { writingModel } from '../knowledge/writing-model.ts'
import { oneLine } from '../terminal/one-line.ts'

/** What one search gives at most. */
const mostResults = 100

export const searchDocuments: CommandRun = async (call) => {
  const { args, options, io, place } = call
  const query = questionArgument(args[0] ?? '')
  const limit = wholeNumber('--limit', options.text('limit'), 1, mostResults)
  if (options.text('model') !== undefined && !options.flag('hyde'))
    throw new GyreError('usage-invalid', '`--model` is asked for `--hyde`, which was not given.')
  const times = timesOf(call)
  const { knowledge } = await place()
  const shelf = await knowledge.searched()
  requireEmbedder(shelf.embedder)
  const sources = await meantSources(shelf, options.texts('source'), io.cwd)
  const filter = { ...times, ...(sources && { sources }) }
  const hypothetical = options.flag('hyde') ? await imagined(call, query) : []
  const found = await search(shelf, query, { filter, hypothetical, ...(limit !== undefined && { limit }) })
  if (io.output === 'text' && isBundled(shelf))
    io.report(`Searched in the bundled documents, which are invented. ${howToAdd('your own')}`)
  if (io.output !== 'text') io.printJson(found.map((each) => ({ ...resultJson(each), ...bundledMark(shelf) })))
  else if (found.length === 0) io.report(await nothing(shelf, query))
  else show(io, found)
  return exitCodes.done
}

async function nothing({ store, owner }: Shelf, query: string): Promise<string> {
  const { documents } = await store.overview(owner)
  return documents === 0 ? noDocuments : `Nothing was found for "${query}".`
}

function show(io: Io, found: readonly Found[]): void {
  for (const line of found.flatMap((each, index) => resultLines(each, index, io))) io.print(line)
}

function timesOf({ options }: CommandCall): { readonly since?: number; readonly until?: number } {
  const [first, last] = [options.text('since'), options.text('until')]
  const since = first === undefined ? undefined : timeOf('--since', first)
  const until = last === undefined ? undefined : timeOf('--until', last)
  if (since !== undefined && until !== undefined && since >= until)
    throw new GyreError('usage-invalid', `\`--since ${first}\` is not before \`--until ${last}\`.`)
  return { ...(since !== undefined && { since }), ...(until !== undefined && { until }) }
}

/** Made-up answers only help: where the model fails, the search goes without them. */
async function imagined({ options, io, place }: CommandCall, query: string): Promise<readonly Hypothetical[]> {
  const opened = await place()
  const questions = modelQuestions(opened, await writingModel(opened, '--hyde', options.text('model')))
  try {
    return await imagine(questions.ask, query)
  } catch (error) {
    io.report(`Searched without made-up answers: ${oneLine(toGyreError(error, 'model-failed').message)}`)
    return []
  } finally {
    await questions.close()
  }
}

function resultJson({ chunk, snippet, score, ranks }: Found) {
  const { id, document, source, title, headings, start, end, text } = chunk
  return { chunk: id, document, source, title, headings, start, end, text, snippet, score, ranks }
}

/** `1. Title › Heading`, its source, and the extract with what was looked for in bold. */
function resultLines({ chunk, snippet }: Found, index: number, io: Io): readonly string[] {
  const path = chunk.headings.length > 0 ? chunk.headings.join(' › ') : chunk.title
  const source = shownSource(chunk.source, io.cwd)
  return [
    ...(index > 0 ? [''] : []),
    `${index + 1}. ${io.out.paint('bold', oneLine(path))}`,
    `   ${io.out.paint('dim', `${oneLine(source)}  [${chunk.start}–${chunk.end}]`)}`,
    `   ${highlighted(snippet, io)}`,
  ]
}

function highlighted({ text, highlights }: Found['snippet'], io: Io): string {
  let line = ''
  let at = 0
  for (const [start, end] of highlights) {
    line += oneLineInside(text.slice(at, start)) + io.out.paint('bold', oneLineInside(text.slice(start, end)))
    at = end
  }
  return line + oneLineInside(text.slice(at))
}

/** The spaces at its ends belong to the line around it. */
function oneLineInside(text: string): string {
  const [before = '', after = ''] = [/^\s/.exec(text) ? ' ' : '', /\s$/.exec(text) ? ' ' : '']
  const inside = oneLine(text)
  return inside === '' ? before : `${before}${inside}${after}`
}
