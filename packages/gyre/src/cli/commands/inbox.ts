/** `gyre inbox`: everything that waits for a person, each with the command that settles it. */
import type { Runtime, SessionRow, SessionView, StandingStatus } from '@gyre/core'
import { asideReason, isAnswered, isSetAside, Standings } from '@gyre/core'
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { questionLines } from '../session/ask-person.ts'
import { lastPause, type Pause, pauseText } from '../session/session-pause.ts'
import { answerCommands } from '../session/session-report.ts'
import { type SessionWait, SessionWaits, waitText } from '../session/session-wait.ts'
import { oneLine } from '../terminal/one-line.ts'
import { fitStart } from '../terminal/text-width.ts'
import { toldLines } from '../terminal/told-lines.ts'

type Item = {
  readonly session: string
  readonly title: string
  /** A kind of question, or `break-point`, `paused`, `interrupted`, `queued`. */
  readonly kind: string
  readonly path: string | null
  readonly lines: readonly string[]
  /** Each settles it. */
  readonly commands: readonly string[]
}

const pipedWidth = 140
const mostLooked = 1000
export const inbox: CommandRun = async ({ io, place }) => {
  const opened = await place()
  const { runtime } = opened
  // Newest first. Of those that wait for a worker there may be very many: they hide none that waits for a person.
  const needing = await runtime.list({ statuses: ['waiting', 'paused'], limit: mostLooked })
  const others = await runtime.list({ states: ['queued', 'running', 'parked'], limit: mostLooked })
  const open = new Map([...needing, ...others].map((row) => [row.id, row]))
  const rows = [...open.values()].toSorted((one, other) => (one.id < other.id ? 1 : -1))
  const standings = await Standings.read(runtime, Date.now(), rows)
  const moment = { standings, waits: await SessionWaits.read(opened, Date.now()) }
  const items = (await Promise.all(rows.map((row) => itemsOf(runtime, row, moment)))).flat()
  if (io.output !== 'text') {
    io.printJson(items.map(jsonOf))
    return exitCodes.done
  }
  if (items.length === 0) io.report('Nothing waits for you.')
  const lines = items.flatMap((item, at) => [...(at > 0 ? [''] : []), ...itemLines(item, io.out)])
  for (const line of lines) io.print(line)
  return exitCodes.done
}

/** What goes to a file or a program is not broken. */
function itemLines({ session, title, lines, commands }: Item, out: Io['out']): readonly string[] {
  const width = out.isTty ? out.width() : pipedWidth
  return [
    `${session}  ${fitStart(oneLine(title), Math.max(20, width - session.length - 2))}`,
    ...lines.map((line) => `  ${line}`).flatMap((line) => (out.isTty ? toldLines(line, width) : [line])),
    ...commands.map((command) => `      ${command}`),
  ]
}

/** For programs. */
function jsonOf({ lines, commands, ...item }: Item) {
  return { ...item, command: commands.join('   or   '), text: lines.map((line) => line.trim()).join('\n') }
}

type Moment = { readonly standings: Standings; readonly waits: SessionWaits }

async function itemsOf(runtime: Runtime, row: SessionRow, { standings, waits }: Moment): Promise<readonly Item[]> {
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
    commands: answerCommands(id, question, questions.length > 1),
  }))
  if (asked.length > 0) return asked
  // Whoever runs it is about to see what was answered.
  if (standings.isRun(row) && !view.isPaused) return []
  return [
    {
      ...item,
      ...stillness({
        status,
        wait: waits.of(row, status),
        aside: asideOf(row, view),
        isAnswered: questions.length > 0,
        pause: view.isPaused ? lastPause(sent) : undefined,
      }),
      commands: [`gyre resume ${id}`],
    },
  ]
}

/** Why it was set aside, when it was; where that could not be written, what it may be. */
function asideOf(row: SessionRow, view: SessionView): string | undefined {
  const reason = asideReason(view)
  if (reason) return String(reason['message'])
  return isSetAside(row) ? 'its worker died again and again, or its facts were refused' : undefined
}

type Still = {
  readonly status: StandingStatus
  readonly wait: SessionWait | undefined
  readonly aside: string | undefined
  readonly isAnswered: boolean
  readonly pause: Pause | undefined
}

function stillness({ status, wait, aside, isAnswered, pause }: Still): Pick<Item, 'kind' | 'lines'> {
  if (aside !== undefined) return { kind: 'interrupted', lines: [`✗ set aside: ${aside}`] }
  const standing = wait ? waitText(wait) : 'nobody runs it'
  // It may have been asked to pause after the step that it was left in.
  if (status === 'interrupted') {
    return { kind: 'interrupted', lines: [`✗ interrupted: its process is gone${wait ? `; ${standing}` : ''}`] }
  }
  if (pause) return { kind: pause.isBreak ? 'break-point' : 'paused', lines: [`‖ ${pauseText(pause)}`] }
  return { kind: 'queued', lines: [isAnswered ? `· answered; ${standing}` : `· ${standing}`] }
}
