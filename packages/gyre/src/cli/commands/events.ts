/** `gyre events`: the facts of a session, and with `--follow` what happens until it ends. */
import { factEvent, factOf, isFact, isShown, type SessionEvent, Standings } from '@gyre/core'
import { wholeNumber } from '../arguments/quantities.ts'
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import type { Place } from '../place.ts'
import { sessionId } from '../session/session-id.ts'
import { stillLine } from '../session/session-wait.ts'
import { finishedStep } from '../terminal/finished-step.ts'
import { withTimes } from '../terminal/note-times.ts'
import { oneLine } from '../terminal/one-line.ts'
import { fitStart } from '../terminal/text-width.ts'

/** A file has no width of its own. */
const pipedWidth = 160
const longWhileMs = 60_000

export const events: CommandRun = async ({ args: [named = ''], options, io, place: open }) => {
  const place = await open()
  const { runtime } = place
  const id = await sessionId(runtime, named)
  const after = wholeNumber('--after', options.text('after')) ?? 0
  if (options.flag('follow')) await follow(place, id, after, io)
  else {
    const { rows } = await runtime.read(id)
    for (const row of rows) if (row.seq > after) show(io, factEvent(id, factOf(row)))
  }
  return exitCodes.done
}

async function follow(place: Place, id: string, after: number, io: Io): Promise<void> {
  const { runtime } = place
  const { row } = await runtime.read(id)
  const standings = await Standings.read(runtime, Date.now(), [row])
  if (row.state !== 'ended' && !standings.isRun(row)) {
    io.report(await stillLine(place, row, standings.status(row)))
  }
  // Changes of the store are looked for on a timer that keeps no process alive.
  const alive = setInterval(() => {}, longWhileMs)
  try {
    for await (const event of runtime.events(id, after)) show(io, event)
  } finally {
    clearInterval(alive)
  }
}

function show(io: Io, event: SessionEvent): void {
  if (io.output !== 'text') io.printJson(event)
  else if (isFact(event)) {
    const head = `${String(event.seq).padStart(4)}  ${event.at.slice(11, 23)}  ${event.type.padEnd(20)}`
    const line = `${head}  ${event.path ? `${event.path}  ` : ''}${saidOf(event)}`
    io.print(fitStart(line.trimEnd(), io.out.isTty ? io.out.width() : pipedWidth))
  }
}

function saidOf(event: Extract<SessionEvent, { seq: number }>): string {
  if (isShown(event)) return finishedStep(event, 0).said
  const { kind: _, request: __, ...data } = event.data
  const text = event.type === 'session.created' ? goalOf(event.data) : JSON.stringify(withTimes(data))
  return text === '{}' ? '' : oneLine(text)
}

function goalOf(data: SessionEvent['data']): string {
  const { task, loop } = data as unknown as { readonly task: { readonly goal: string }; readonly loop: string }
  return `${loop}: ${task.goal}`
}
