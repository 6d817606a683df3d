/** One session of an eval, found again or begun, until it has ended or needs somebody. */
import { setTimeout } from 'node:timers/promises'
import {
  GyreError,
  type Idle,
  type Runtime,
  type Session,
  type SessionRow,
  Standings,
  type TaskInput,
} from '@gyre/core'
import { claimed, claimLookMs } from './begin-claim.ts'
import type { EvalCell } from './eval-cells.ts'
import { noWaits, type Waits } from './waits.ts'

export type Rest = {
  readonly session: string
  readonly rest: Idle
  /** Whether it had ended before. */
  readonly isOld: boolean
}

export type RestOptions = {
  /** Pauses it. */
  readonly signal: AbortSignal
  readonly waits?: Waits | undefined
  /** Whether a session of the thread is what is looked for. */
  readonly counts: (row: SessionRow) => boolean
}

/** The newest session of the thread that counts. */
export async function foundIn(
  runtime: Runtime,
  thread: string,
  counts: RestOptions['counts'],
): Promise<SessionRow | undefined> {
  return (await runtime.listAll({ thread })).find(counts)
}

/** Undefined when it was not begun, because all are to stop. What has ended is never done again. */
export async function sessionToRest(
  runtime: Runtime,
  cell: Pick<EvalCell, 'thread' | 'wanted'>,
  { waits = noWaits, ...options }: RestOptions,
): Promise<Rest | undefined> {
  try {
    return await broughtToRest(runtime, cell, { waits, ...options })
  } finally {
    waits.ended(cell.thread)
  }
}

async function broughtToRest(
  runtime: Runtime,
  { thread, wanted }: Pick<EvalCell, 'thread' | 'wanted'>,
  { signal, counts, waits }: RestOptions & { readonly waits: Waits },
): Promise<Rest | undefined> {
  for (;;) {
    const found = await foundIn(runtime, thread, counts)
    if (found?.state === 'ended') return { session: found.id, rest: 'ended', isOld: true }
    if (signal.aborted) return found && { session: found.id, rest: 'paused', isOld: false }
    const held = found ? await goOn(runtime, found.id) : await begun(runtime, { thread, wanted }, counts)
    tell(waits, thread, held)
    if (!held) {
      await setTimeout(claimLookMs, undefined, { signal }).catch(() => {})
      continue
    }
    const rest = await restOf(held, signal)
    if (rest !== 'again') return { session: held.session.id, rest, isOld: false }
  }
}

/** Where nothing is held, another one begins it this moment. */
function tell(waits: Waits, thread: string, held: Held | undefined): void {
  if (held?.isOurs) waits.ended(thread)
  else waits.began(thread, held ? 'run' : 'begin')
}

/** `again`: the process that ran it is gone. */
function restOf({ session, isOurs }: Held, signal: AbortSignal): Promise<Idle | 'again'> {
  return isOurs ? restOfOurs(session, signal) : restElsewhere(session, signal)
}

type Held = { readonly session: Session; readonly isOurs: boolean }

/** Undefined when another one is at it, or has just done it. */
function begun(
  runtime: Runtime,
  { thread, wanted }: Pick<EvalCell, 'thread' | 'wanted'>,
  counts: RestOptions['counts'],
): Promise<Held | undefined> {
  return claimed(runtime, thread, async () =>
    (await foundIn(runtime, thread, counts)) ? undefined : begin(runtime, wanted),
  )
}

async function begin(runtime: Runtime, wanted: EvalCell['wanted']): Promise<Held> {
  const task = wanted.task as TaskInput
  const session = await ('loop' in wanted
    ? runtime.start(wanted.loop, task, wanted.options)
    : runtime.startAs(wanted.persona, task, wanted.options))
  return { session, isOurs: true }
}

/** A pause that was left behind is lifted with it: it was meant for that time, not for this one. */
async function goOn(runtime: Runtime, id: string): Promise<Held> {
  const { row } = await runtime.read(id)
  // Who holds it may have paused it to stop: that is theirs to lift.
  if ((await Standings.read(runtime, Date.now(), [row])).isRun(row)) return elsewhere(runtime, id)
  try {
    return { session: await runtime.resume(id), isOurs: true }
  } catch (error) {
    // Another process took it, or it ended a moment ago.
    if (!isCode(error, 'session-busy') && !isCode(error, 'session-ended')) throw error
    return elsewhere(runtime, id)
  }
}

async function elsewhere(runtime: Runtime, id: string): Promise<Held> {
  return { session: await runtime.session(id), isOurs: false }
}

async function restOfOurs(session: Session, signal: AbortSignal): Promise<Idle> {
  // One that ended meanwhile takes no pause, and needs none.
  const pause = () => void session.pause().catch(() => {})
  signal.addEventListener('abort', pause)
  if (signal.aborted) pause()
  try {
    return await session.idle()
  } finally {
    signal.removeEventListener('abort', pause)
  }
}

/** It goes on without us when we stop. */
async function restElsewhere(session: Session, signal: AbortSignal): Promise<Idle | 'again'> {
  const stopped = Promise.withResolvers<Idle>()
  const stop = () => stopped.resolve('paused')
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  try {
    return await Promise.race([session.idle(), stopped.promise])
  } catch (error) {
    if (isCode(error, 'session-interrupted')) return 'again'
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function isCode(error: unknown, code: GyreError['code']): boolean {
  return error instanceof GyreError && error.code === code
}
