/** `gyre resume`: goes on with a session whose process died, or that is paused or waits, and with what ended ones owe. */
import { type Delivery, GyreError, type SessionRow } from '@gyre/core'
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import type { Place } from '../place.ts'
import { deliveryText, nextText } from '../session/delivery-report.ts'
import { followSession } from '../session/follow-session.ts'
import { resumableSessions } from '../session/interrupted-sessions.ts'
import { sessionId } from '../session/session-id.ts'

export const resume: CommandRun = async ({ args: [named], io, place: open }) => {
  const place = await open()
  const { runtime } = place
  const id = named === undefined ? await onlyOne(place) : await sessionId(runtime, named)
  // What ended sessions still owe goes out from here, beside what goes on.
  const sending = runtime.sendOwed()
  const before = id === undefined ? undefined : await runtime.read(id)
  const isOver = before === undefined || before.row.state === 'ended'
  const sent = isOver ? (await sending).filter(({ session }) => (id ?? session) === session) : []
  if (sent.length > 0) return reportSent(io, sent)
  if (id === undefined) throw new GyreError('usage-invalid', await noneText(place))
  // A store in trouble is told of by the session.
  sending.catch(() => {})
  const after = before?.view.seq ?? 0
  const session = await runtime.resume(id)
  return followSession(session, { io, place, isOurs: !(await isHeldElsewhere(place, id)), after })
}

/** One that was paused in another process goes on there, and is watched here. */
async function isHeldElsewhere({ runtime: { store } }: Place, id: string): Promise<boolean> {
  const row = await store.sessions.get(id)
  return row?.state === 'running' && row.worker !== store.worker
}

function reportSent(io: Io, sent: readonly Delivery[]): number {
  if (io.output !== 'text') io.printJson(sent)
  else for (const each of sent) io.print(`${each.session}  ${each.target}  ${deliveryText(each)}${dueText(each)}`)
  return sent.every(({ state }) => state === 'delivered') ? exitCodes.done : exitCodes.failed
}

/** One that is not due yet waits for its time. */
function dueText({ state, nextAt }: Delivery): string {
  return nextText(state === 'pending' && nextAt !== null ? new Date(nextAt).toISOString() : null)
}

/** The one session that can go on. Which of several is meant is for the person to say. */
async function onlyOne({ runtime }: Place): Promise<string | undefined> {
  const sessions = await resumableSessions(runtime, Date.now())
  const [only] = sessions
  if (!only) return undefined
  if (sessions.length === 1) return only.row.id
  const listed = sessions.map(
    ({ row, status }) => `  gyre resume ${row.id}  ${shown(row, status)}  ${row.mirror.title}`,
  )
  throw new GyreError('usage-invalid', `${sessions.length} sessions can go on. Name one:\n${listed.join('\n')}`)
}

/** Those that wait are there for whoever looks at `gyre ps`, and cannot go on before somebody answers. */
async function noneText({ runtime }: Place): Promise<string> {
  const waiting = await runtime.list({ statuses: ['waiting'], limit: 1 })
  const none = 'No session is interrupted or paused.'
  return waiting.length > 0 ? `${none} What waits for a person is in \`gyre inbox\`.` : none
}

function shown({ mirror }: SessionRow, status: string): string {
  return status === 'queued' && mirror.status === 'waiting' ? 'answered' : status
}
