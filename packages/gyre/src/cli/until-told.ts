/** Work that lasts until somebody ends it: what a server and a worker have in common. */
import { observersOf } from '../serve/observers.ts'
import type { RunWatcher } from '../telemetry/run-follower.ts'
import { openWorkplace, type Workplace, type WorkplaceOptions } from '../wiring/workplace.ts'
import { wholeNumber } from './arguments/quantities.ts'
import type { CommandCall } from './command.ts'
import { exitCodes } from './exit-codes.ts'
import type { Io } from './io.ts'
import type { Options } from './options.ts'

/** How long steps in flight may take to end, once somebody ends it. */
export const usualGraceMs = 5000

const hourMs = 3_600_000
/** Slower than any model is. */
const slowestPaceMs = 60_000

/** How long the demo model takes for a reply; undefined when nobody says. */
export function demoPace(options: Options): number | undefined {
  return wholeNumber('--demo-pace', options.text('demo-pace'), 0, slowestPaceMs)
}

export type LastingWork = {
  readonly place: Pick<WorkplaceOptions, 'dispatch' | 'demoPaceMs'>
  /** Told of what happens in sessions, besides telemetry. */
  readonly watchers?: readonly RunWatcher[]
  readonly graceMs: number
  begin(workplace: Workplace): Promise<Begun>
}

export type Begun = {
  /** Takes nothing new. */
  stop?(): void
  /** Sessions were handed back. */
  close?(): Promise<void>
  /** Says what there is. */
  tell(): void | Promise<void>
  /** Said when it is to end: what becomes of the sessions. */
  readonly farewell: string
}

/** The first signal ends it as it should be, the second at once. Answers with the exit code. */
export async function untilTold({ io, options }: CommandCall, work: LastingWork): Promise<number> {
  const signals = signalsOf(io)
  const observers = observersOf(io.env, work.watchers)
  const workplace = await openWorkplace({
    ...work.place,
    cwd: io.cwd,
    env: io.env,
    platform: io.platform,
    data: options.text('data'),
    onTrouble: (line) => io.report(line),
    recover: true,
    onRun: (run) => observers.onRun(run),
  })
  let begun: Begun | undefined
  // A signal that may come keeps no process alive, nor does looking at a file for what others queue.
  const alive = setInterval(() => {}, hourMs)
  // Sessions are handed back before connections are cut: so whoever waits for one is told what became of it.
  const close = async () => {
    begun?.stop?.()
    await workplace.close({ graceMs: work.graceMs })
    await begun?.close?.()
    await observers.close()
  }
  try {
    await observers.watch(workplace.runtime)
    begun = await work.begin(workplace)
    await begun.tell()
    await signals.first
    io.report(`${begun.farewell} Once more ends at once.`)
  } finally {
    await Promise.race([close(), signals.second])
    clearInterval(alive)
  }
  return signals.count > 1 ? exitCodes.interrupted : exitCodes.done
}

type Signals = { readonly first: Promise<void>; readonly second: Promise<void>; readonly count: number }

function signalsOf(io: Io): Signals {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let count = 0
  io.onSignal(() => {
    count += 1
    if (count === 1) first.resolve()
    else second.resolve()
  })
  return {
    first: first.promise,
    second: second.promise,
    get count() {
      return count
    },
  }
}
