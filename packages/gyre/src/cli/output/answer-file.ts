/** The file that an answer goes to, by `--out`. What it holds is told by its ending. */
import { basename, extname, resolve } from 'node:path'
import { GyreError, type Json, type Report } from '@gyre/core'
import type { CommandCall } from '../command.ts'
import { answerText } from './answer-text.ts'
import { assertWritable, writeNamedFile } from './written-file.ts'

export type AnswerFile = {
  /** As it was typed. */
  readonly name: string
  readonly path: string
}

export type AnsweredSession = {
  readonly goal: string
  readonly answer: Json
  readonly details: Json
  /** All that `--json` prints of it. */
  readonly result: object
}

/** Undefined when none is wanted. Where nothing can be written is known before anything is paid for. */
export async function answerFile({
  options,
  io,
}: Pick<CommandCall, 'options' | 'io'>): Promise<AnswerFile | undefined> {
  const name = options.text('out')
  if (name === undefined) return undefined
  if (name.trim() === '' || name === '-') {
    throw new GyreError('usage-invalid', '`--out` needs the name of a file. Without it the answer is printed.')
  }
  const path = resolve(io.cwd, name)
  await assertWritable(path)
  // A research has a plot beside it. Which loop an answer will be of is not known here.
  if (isMarkdown(endingOf(path))) await assertWritable(withEnding(path, '.svg'))
  return { name, path }
}

/** Whether there is something to write: of a session without an answer only a program makes something. */
export function isWorthWriting({ path }: AnswerFile, answer: Json): boolean {
  return answer !== null || endingOf(path) === '.json'
}

/** Writes the answer, and a plot beside the Markdown of a research; says what was written. */
export async function writeAnswer(file: AnswerFile, session: AnsweredSession): Promise<string> {
  const { name, path } = file
  const ending = endingOf(path)
  if (ending === '.json') {
    await writeNamedFile(path, `${JSON.stringify(session.result, null, 2)}\n`)
    return `Result written to ${name}.`
  }
  const report = await reportOf(session)
  const what = report ? 'Report' : 'Answer'
  if (ending === '.html' || ending === '.htm') {
    await writeNamedFile(path, await pageOf(session, report))
    return `${what} written to ${name}.`
  }
  const text = `${answerText(session.answer).trimEnd()}\n`
  if (!report || !isMarkdown(ending)) {
    await writeNamedFile(path, text)
    return `${what} written to ${name}.`
  }
  const { gainPlot } = await import('../../report/gain-plot.ts')
  // The text first: a plot that cannot be written must not cost it.
  await writeNamedFile(path, withImage(text, withEnding(basename(path), '.svg')))
  await writeNamedFile(withEnding(path, '.svg'), gainPlot(report))
  return `${what} written to ${name} and ${withEnding(name, '.svg')}.`
}

function endingOf(path: string): string {
  return extname(path).toLowerCase()
}

function isMarkdown(ending: string): boolean {
  return ending === '.md' || ending === '.markdown'
}

function withEnding(path: string, ending: string): string {
  return path.slice(0, path.length - extname(path).length) + ending
}

/** Other loops have other details, and a session that was ended early may have none. */
async function reportOf({ details }: AnsweredSession): Promise<Report | undefined> {
  const { reportIn } = await import('../../report/report-in.ts')
  return reportIn(details)
}

async function pageOf({ goal, answer }: AnsweredSession, report: Report | undefined): Promise<string> {
  if (report) return (await import('../../report/report-html.ts')).reportHtml(report)
  return (await import('../../report/answer-page.ts')).answerPage({ goal, answer })
}

/** The image below the table of topics, which is the last that begins like this; else at the end. */
function withImage(markdown: string, name: string): string {
  const address = encodeURIComponent(name).replace(/[()']/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  const image = `![Gain and coverage](${address})`
  const table = markdown.lastIndexOf('\n| Topic | Coverage |')
  const end = table === -1 ? -1 : markdown.indexOf('\n\n', table)
  return end === -1 ? `${markdown}\n${image}\n` : `${markdown.slice(0, end)}\n\n${image}${markdown.slice(end)}`
}
