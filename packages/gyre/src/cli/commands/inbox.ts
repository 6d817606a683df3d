/** `gyre inbox`: everything that waits for a person, each with the command that settles it. */
import type { Intervention, Question, Runtime, SessionRow } from '@gyre/core'
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { questionLines } from '../session/ask-person.ts'
import { lastPause, type Pause, pauseText } from '../session/session-pause.ts'
import { answerCommand } from '../session/session-report.ts'
import { Standings } from '../session/session-standing.ts'
import { oneLine } from '../terminal/one-line.ts'
import { fitStart } from '../terminal/text-width.ts'

type Item = {
  readonly session: string
  readonly title: string
  /** A kind of question, or `break-point`, `paused`, `interrupted`, `queued`. */
  readonly kind: string
  readonly path: string | null
  readonly lines: readonly string[]
  readonly command: string
}

const pipedWidth = 140
const mostLooked = 1000
const answers: ReadonlySet<string> = new Set(['answer', 'approve', 'reject'])

export const inbox: CommandRun = async ({ io, place }) => {
  const { runtime } = await place()
  const rows = await runtime.list({ states: ['queued', 'running', 'parked'], limit: mostLooked })
  const standings = await Standings.read(runtime, Date.now(), rows)
  const items = (await Promise.all(rows.map((row) => itemsOf(runtime, row, standings)))).flat()
  if (io.output !== 'text') {
    io.printJson(items.map(({ lines, ...item }) => ({ ...item, text: lines.map((line) => line.trim()).join('\n') })))
    return exitCodes.done
  }
  if (items.length === 0) io.report('Nothing waits for you.')
  const width = io.out.isTty ? io.out.width() : pipedWidth
  for (const [at, { session, title, lines, command }] of items.entries()) {
    if (at > 0) io.print('')
    io.print(`${session}  ${fitStart(oneLine(title), Math.max(20, width - session.length - 2))}`)
    for (const line of lines) io.print(`  ${line}`)
    io.print(`      ${command}`)
  }
  return exitCodes.done
}

async function itemsOf(runtime: Runtime, row: SessionRow, standings: Standings): Promise<readonly Item[]> {
  const status = standings.status(row)
  const isStill = status === 'waiting' || status === 'paused' || status === 'interrupted' || status === 'queued'
  if (!isStill) return []
  const { id, mirror } = row
  const item = { session: id, title: mirror.title, path: null }
  const { view } = await runtime.read(id)
  const sent = await runtime.store.interventions.list(id)
  const questions = [...view.questions.values()]
  const open = questions.filter((question) => !isAnswered(question, questions, sent))
  const asked = open.map((question) => ({
    ...item,
    kind: question.kind,
    path: question.path,
    lines: questionLines(question),
    command: answerCommand(id, question, questions.length > 1),
  }))
  if (asked.length > 0) return asked
  // Whoever runs it is about to see what was answered.
  if (standings.isRun(row) && !view.isPaused) return []
  return [
    {
      ...item,
      ...stillness(status, questions.length > 0, view.isPaused ? lastPause(sent) : undefined),
      command: `gyre resume ${id}`,
    },
  ]
}

/** Whether somebody has answered it, and nobody has looked at that yet. */
function isAnswered({ path }: Question, all: readonly Question[], sent: readonly Intervention[]): boolean {
  return sent.some(({ action, state, body }) => {
    if (state !== 'queued' || !answers.has(action)) return false
    const { question } = body as { readonly question?: string }
    return question === path || (question === undefined && all.length === 1)
  })
}

function stillness(status: string, isAnswered: boolean, pause: Pause | undefined): Pick<Item, 'kind' | 'lines'> {
  if (pause) return { kind: pause.isBreak ? 'break-point' : 'paused', lines: [`‖ ${pauseText(pause)}`] }
  if (status === 'interrupted') return { kind: 'interrupted', lines: ['✗ interrupted: its process is gone'] }
  if (isAnswered) return { kind: 'queued', lines: ['· answered; nobody runs it'] }
  return { kind: 'queued', lines: ['· nobody runs it'] }
}
