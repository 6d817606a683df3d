/** A long work under a bar. Ctrl-C ends it where it is: what is done stays, and the same command goes on from there. */
import { GyreError } from '@gyre/core'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { ProgressBar } from '../terminal/progress-bar.ts'

const stopped = 'Stopped. What is done stays: the same command goes on from there.'

/** Gives the exit code: that of the work, or that it was stopped. */
export async function longWork(
  io: Io,
  work: (bar: ProgressBar, signal: AbortSignal) => Promise<number>,
): Promise<number> {
  const stopping = new AbortController()
  const bar = new ProgressBar(io)
  const endWatch = io.onSignal(() => {
    stopping.abort()
    bar.end()
    // What is under way may take a while to end.
    if (io.output === 'text') io.report('stopping…')
    // Whoever presses it again waits for nothing.
    endWatch()
  })
  const code = await work(bar, stopping.signal)
    .catch((error: unknown) => {
      if (!stopping.signal.aborted) throw error
    })
    .finally(() => {
      endWatch()
      bar.end()
    })
  if (code !== undefined) return code
  if (io.output !== 'text') throw new GyreError('aborted', stopped)
  io.report(stopped)
  return exitCodes.interrupted
}
