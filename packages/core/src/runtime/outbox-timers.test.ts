import { memoryStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'
import { busy, delivered, targetOf } from '../../../../test/support/deliveries.ts'
import { midnight, turns } from '../../../../test/support/kernel.ts'
import { redactor } from '../audit/redaction.ts'
import type { Clock } from '../ports/clock.ts'
import { simulatedClock } from '../testing/simulated-time.ts'
import { Outbox } from './outbox.ts'

/** A clock that stands still, and the timers that are set on it. */
function countedClock() {
  const still = simulatedClock(midnight)
  const timers = new Set<object>()
  const after: Clock['after'] = (ms, call) => {
    const timer = {}
    timers.add(timer)
    const stop = still.after(ms, call)
    return () => {
      timers.delete(timer)
      stop()
    }
  }
  return { clock: { ...still, after }, timers }
}

describe('what is owed', () => {
  it('leaves no timer behind in a runtime that is closed', async () => {
    const { clock, timers } = countedClock()
    const { runtime } = await delivered([targetOf('ops', busy)], { clock })
    const before = timers.size
    await runtime.close({ keepStore: true })
    expect([before > 0, timers.size]).toEqual([true, 0])
  })

  it('is looked for again and again by whoever recovers, until that is closed', async () => {
    const { clock, timers } = countedClock()
    const outbox = new Outbox({
      store: memoryStore(),
      clock,
      redact: redactor([]),
      targets: new Map(),
      isRecovering: true,
    })
    await turns()
    expect(timers.size).toBe(1)
    await outbox.close()
    expect(timers.size).toBe(0)
  })
})

describe('waiting for deliveries', () => {
  it('ends after the time that was given', async () => {
    const { clock, session } = await delivered([targetOf('ops', busy)])
    const waiting = session.deliveries({ waitMs: 500 })
    await turns()
    await clock.advance(500)
    expect(await waiting).toMatchObject([{ state: 'pending', attempts: 1 }])
  })
})
