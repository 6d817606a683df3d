/** Time and ids that tests own. */
import type { Clock, Ids } from '../ports/clock.ts'

/** A clock that stands still until it is told to go on. */
export type SimulatedClock = Clock & {
  /** Resolves after so many simulated milliseconds. */
  sleep(ms: number): Promise<void>
  /** Moves on to the next timer again and again, until none is left before this time; lets the work between go on. */
  advance(ms: number): Promise<void>
  /** Runs all timers there are, in order, until `until` settles. */
  runUntil<T>(until: Promise<T>): Promise<T>
}

type Timer = { readonly at: number; readonly order: number; readonly call: () => void }

/** A clock that stands still until it is told to move. */
export function simulatedClock(start = Date.UTC(2026, 0, 1)): SimulatedClock {
  let now = start
  let order = 0
  const timers = new Set<Timer>()

  function after(ms: number, call: () => void): () => void {
    const timer = { at: now + ms, order: order++, call }
    timers.add(timer)
    return () => timers.delete(timer)
  }

  function fireNext(until: number): boolean {
    let next: Timer | undefined
    for (const timer of timers) {
      if (timer.at > until) continue
      if (!next || timer.at < next.at || (timer.at === next.at && timer.order < next.order)) next = timer
    }
    if (!next) return false
    timers.delete(next)
    now = Math.max(now, next.at)
    next.call()
    return true
  }

  async function advance(ms: number): Promise<void> {
    const until = now + ms
    await settle()
    while (fireNext(until)) await settle()
    now = until
  }

  async function runUntil<T>(until: Promise<T>): Promise<T> {
    let isDone = false
    const done = () => {
      isDone = true
    }
    until.then(done, done)
    await settle()
    while (!isDone) {
      fireNext(Number.POSITIVE_INFINITY)
      await settle()
    }
    return until
  }

  return { now: () => now, after, sleep: (ms) => new Promise((resolve) => after(ms, resolve)), advance, runUntil }
}

/** Lets everything that is ready run: a few turns of the event loop. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** `ses_…1`, `ses_…2`: the same in every run. */
export function sequentialIds(): Ids {
  let last = 0
  return { next: (prefix) => `${prefix}_00000000-0000-7000-8000-${String(++last).padStart(12, '0')}` }
}
