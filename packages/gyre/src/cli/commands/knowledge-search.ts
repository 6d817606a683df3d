/** `gyre knowledge search`: what a session would find. */
import { GyreError, matchesGlob } from '@gyre/core'
import { type Found, type Hypothetical, imagine, type Shelf, search, timeOf } from '@gyre/knowledge'
import { wholeNumber } from '../arguments/quantities.ts'
import { questionArgument } from '../arguments/question-argument.ts'
import type { CommandCall, CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { modelQuestions } from '../knowledge/model-question.ts'
import { shownSource } from '../knowledge/shown-source.ts'
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
  const filter = { ...times, ...(await sourcesOf(call, shelf)) }
  const hypothetical = options.flag('hyde') ? await imagined(call, query) : []
  const found = await search(shelf, query, { filter, hypothetical, ...(limit !== undefined && { limit }) })
  if (io.output === 'text' && shelf !== knowledge.own)
    io.report('Searched in the bundled documents. To read your own: gyre knowledge add FOLDER')
  show(io, query, found)
  return exitCodes.done
}

function show(io: Io, query: string, found: readonly Found[]): void {
  if (io.output !== 'text') io.printJson(found.map(resultJson))
  else if (found.length === 0) io.report(`Nothing was found for "${query}".`)
  else for (const line of found.flatMap((each, index) => resultLines(each, index, io))) io.print(line)
}

function timesOf({ options }: CommandCall) {
  const [since, until] = [options.text('since'), options.text('until')]
  return {
    ...(since !== undefined && { since: timeOf('--since', since) }),
    ...(until !== undefined && { until: timeOf('--until', until) }),
  }
}

async function sourcesOf({ options, io }: CommandCall, { store, owner }: Shelf) {
  const patterns = options.texts('source')
  if (patterns.length === 0) return {}
  const all = (await store.list(owner)).map(({ source }) => source)
  const isMeant = (source: string) =>
    [source, shownSource(source, io.cwd)].some((name) => patterns.some((pattern) => matchesGlob(pattern, name)))
  return { sources: all.filter(isMeant) }
}

async function imagined({ options, place }: CommandCall, query: string): Promise<readonly Hypothetical[]> {
  const opened = await place()
  const questions = modelQuestions(opened, await opened.model(options.text('model')))
  try {
    return await imagine(questions.ask, query)
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
