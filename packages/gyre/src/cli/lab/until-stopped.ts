/** Work under a bar that Ctrl-C ends. Nothing of it is kept: half a table says nothing. */
import { GyreError } from '@gyre/core'
import type { Io } from '../io.ts'
import { Interrupts } from '../session/interrupts.ts'
import { ProgressBar } from '../terminal/progress-bar.ts'

const stopped = 'Stopped. Nothing was judged: the same command begins anew.'

/** What comes of the work, or that it was stopped. */
export async function untilStopped<T>(
  io: Io,
  work: (bar: ProgressBar, signal: AbortSignal) => Promise<T>,
): Promise<T | 'stopped'> {
  const stopping = new AbortController()
  const bar = new ProgressBar(io)
  const interrupts = new Interrupts(io, { onFirst: () => {}, leavesAtOnce: true })
  const working = work(bar, stopping.signal)
  // Whoever has left is told of nothing that fails after.
  working.catch(() => {})
  const result = await Promise.race([working.then((value) => ({ value })), interrupts.left]).finally(() => {
    interrupts.close()
    bar.end()
  })
  if (result !== 'left') return result.value
  stopping.abort()
  if (io.output !== 'text') throw new GyreError('aborted', stopped)
  io.report(stopped)
  return 'stopped'
}
