import { memoryStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'
import { busy, delivered, targetOf } from '../../../../test/support/deliveries.ts'
import { midnight, turns, withMethods } from '../../../../test/support/kernel.ts'
import { redactor } from '../audit/redaction.ts'
import type { Clock } from '../ports/clock.ts'
import { simulatedClock } from '../testing/simulated-time.ts'
import type { SessionEnd } from './conclusion.ts'
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

describe('what is owed to a target that nobody here knows', () => {
  const end: SessionEnd = {
    session: 'ses_1',
    loop: 'answers',
    answer: 'Paris',
    outcome: 'answered',
    status: 'completed',
    gap: null,
    details: null,
    usage: { modelCalls: 0, toolCalls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, activeMs: 0 },
    error: null,
  }

  /** An outbox without targets, over a catalog that can be in trouble and counts who looks into it. */
  function outboxOver() {
    const store = memoryStore()
    const trouble = { isIn: false }
    let looks = 0
    const catalog = withMethods(store.catalog, {
      get: (...place) => {
        looks += 1
        return store.catalog.get(...place)
      },
      save: async (entry) => {
        if (trouble.isIn) throw new Error('The disk is full.')
        return store.catalog.save(entry)
      },
    })
    const clock = simulatedClock(midnight)
    const targets = new Map()
    const redact = redactor([])
    const outbox = new Outbox({ store: { ...store, catalog }, clock, redact, targets, isRecovering: false })
    const pending = () => store.catalog.list('*', 'delivery-pending')
    return { outbox, clock, trouble, pending, looks: () => looks }
  }

  it('is kept in the store, and is let go of here', async () => {
    const { outbox, pending, looks } = outboxOver()
    await outbox.owe('ses_1', ['ops'])
    outbox.ended(end)
    await turns()
    expect(await pending()).toHaveLength(1)
    const before = looks()
    outbox.ended(end)
    await turns()
    expect(looks()).toBe(before)
  })

  it('is kept here as long as the store cannot write it down', async () => {
    const { outbox, pending, clock, trouble } = outboxOver()
    trouble.isIn = true
    await outbox.owe('ses_1', ['ops'])
    outbox.ended(end)
    await turns()
    trouble.isIn = false
    expect(await pending()).toEqual([])
    await clock.advance(30_000)
    await turns()
    expect(await pending()).toMatchObject([{ name: 'ses_1/ops', body: { state: 'pending', attempts: 0 } }])
    await outbox.close()
  })
})
