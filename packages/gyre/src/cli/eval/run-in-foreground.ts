/** Runs an eval in the foreground: Ctrl-C pauses its sessions, a second one leaves at once. */
import { type CellRest, runEval } from '../../eval/run-eval.ts'
import type { Io } from '../io.ts'
import { counted } from '../output/counted.ts'
import type { Place } from '../place.ts'
import { Interrupts } from '../session/interrupts.ts'
import { ProgressBar } from '../terminal/progress-bar.ts'
import type { EvalRequest } from './eval-request.ts'
import { toldWaits } from './told-waits.ts'

/** How the cells stand, by thread, when all are at rest or the person leaves. */
export async function runInForeground(
  io: Io,
  place: Place,
  request: EvalRequest,
): Promise<ReadonlyMap<string, CellRest>> {
  const { source, cells, concurrency, since, judge } = request
  const rests = new Map<string, CellRest>()
  const pausing = new AbortController()
  const bar = new ProgressBar(io)
  const waits = toldWaits((line) => bar.tell(line))
  const interrupts = new Interrupts(io, {
    onFirst: () => {
      pausing.abort()
      bar.tell('Pausing after the steps in flight. Ctrl-C again leaves at once.')
    },
    leavesAtOnce: false,
  })
  const onStart = (count: number) => {
    if (io.output === 'text' && count > 0) {
      io.report(`Running ${counted(count, 'session')}, ${Math.min(count, concurrency)} at once.`)
    }
  }
  const onRest = (rest: CellRest) => {
    rests.set(rest.cell.thread, rest)
    bar.show({
      doing: 'evaluating',
      done: rests.size,
      total: cells.length,
      at: `${rest.cell.task.id} ${rest.cell.arm}`,
    })
  }
  const running = runEval(place.runtime, cells, {
    source,
    concurrency,
    since,
    judge,
    signal: pausing.signal,
    onStart,
    onRest,
    waits,
  })
  // Whoever has left is told of nothing that fails after.
  running.catch(() => {})
  try {
    const stop = await Promise.race([running, interrupts.left])
    // The steps in flight are not waited for; the leases are given back all the same.
    if (stop === 'left') await place.close({ graceMs: 0 })
    return rests
  } finally {
    interrupts.close()
    waits.close()
    bar.end()
  }
}
