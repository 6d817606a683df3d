import { memoryStore } from '@gyre/stores'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answers, busy, delivered, deliveredModel as model, targetOf } from '../../../../test/support/deliveries.ts'
import { equipment, gate, loopOf, midnight, turns, withMethods, world } from '../../../../test/support/kernel.ts'
import { simulatedClock } from '../testing/simulated-time.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('the result of a session', () => {
  it('goes to each target it names, under a key of its own, after the end', async () => {
    const [ops, me] = [targetOf('ops', undefined), targetOf('me', undefined)]
    const { session, end } = await delivered([ops, me])
    expect(end).toMatchObject({ outcome: 'answered', answer: 'Paris' })
    expect(ops.sent).toEqual([
      {
        attempt: 1,
        key: `${session.id}/ops`,
        result: {
          v: 1,
          session: session.id,
          goal: 'What is the capital?',
          loop: 'answers',
          persona: null,
          outcome: 'answered',
          status: 'completed',
          answer: 'Paris',
          gap: null,
          usage: { modelCalls: 0, toolCalls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, activeMs: 0 },
          endedAt: '2026-01-01T00:00:00.000Z',
        },
      },
    ])
    expect(me.sent.map(({ key }) => key)).toEqual([`${session.id}/me`])
    expect(await session.deliveries()).toMatchObject([
      { target: 'ops', state: 'delivered', attempts: 1, error: null, settledAt: midnight },
      { target: 'me', state: 'delivered', attempts: 1 },
    ])
  })

  it('goes nowhere when no target is named', async () => {
    const ops = targetOf('ops', undefined)
    const { runtime } = world({ deliveries: [ops] })
    const session = await runtime.start(answers, 'Go.', { model })
    await session.outcome
    await turns()
    expect(ops.sent).toEqual([])
    expect(await session.deliveries()).toEqual([])
  })

  it('goes out when the session failed, too', async () => {
    const ops = targetOf('ops', undefined)
    const fails = loopOf('fails', async () => {
      throw new Error('Out of luck.')
    })
    const { runtime } = world({ deliveries: [ops] })
    const session = await runtime.start(fails, 'Go.', { model, deliver: ['ops'] })
    await session.outcome
    await turns()
    expect(ops.sent.map(({ result }) => [result.outcome, result.status, result.answer])).toEqual([
      ['failed:loop-failed', 'failed', null],
    ])
  })

  it('is pending before the end, and the end does not wait for a target', async () => {
    const held = gate()
    const ops = targetOf('ops', async () => {
      await held.pass()
      return undefined
    })
    const { session, end } = await delivered([ops])
    expect(end.outcome).toBe('answered')
    expect(await session.deliveries()).toMatchObject([{ state: 'pending', attempts: 1 }])
    held.open()
    expect(await session.deliveries({ waitMs: 1000 })).toMatchObject([{ state: 'delivered' }])
  })

  it('is tried again after a failure, later each time, until it arrives', async () => {
    const throws = async () => {
      throw new Error('No route.')
    }
    const ops = targetOf('ops', busy, throws, undefined)
    const { clock, session } = await delivered([ops])
    expect(await session.deliveries()).toMatchObject([
      { state: 'pending', attempts: 1, error: 'status 500', nextAt: midnight + 1000 },
    ])
    await clock.advance(999)
    await turns()
    expect(ops.sent).toHaveLength(1)
    await clock.advance(1)
    await turns()
    expect(await session.deliveries()).toMatchObject([{ state: 'pending', attempts: 2, error: 'No route.' }])
    await clock.advance(4000)
    await turns()
    expect(ops.sent.map(({ attempt }) => attempt)).toEqual([1, 2, 3])
    expect(ops.sent[2]?.result).toEqual(ops.sent[0]?.result)
    expect(await session.deliveries()).toMatchObject([{ state: 'delivered', attempts: 3, error: null }])
  })

  it('is given up after eight attempts', async () => {
    const ops = targetOf('ops', busy)
    const { clock, session } = await delivered([ops])
    for (const seconds of [1, 4, 16, 64, 256, 1024, 3600, 3600]) {
      await clock.advance(seconds * 1000)
      await turns()
    }
    expect(ops.sent).toHaveLength(8)
    expect(await session.deliveries()).toMatchObject([{ state: 'failed', attempts: 8, error: 'status 500' }])
  })

  it('arrives at a target that was down for an hour', async () => {
    const clock = simulatedClock(midnight)
    const ops = targetOf('ops', async () => (clock.now() < midnight + 3_600_000 ? busy : undefined))
    const { session } = await delivered([ops], { clock })
    for (let minutes = 0; minutes < 90; minutes++) {
      await clock.advance(60_000)
      await turns()
    }
    expect(await session.deliveries()).toMatchObject([{ state: 'delivered', attempts: 8 }])
  })

  it('is given up at once when the failure is final, and tried later when the target asks for that', async () => {
    const ops = targetOf('ops', { error: 'status 400', isFinal: true })
    const me = targetOf('me', { error: 'status 429', retryAfterMs: 30_000 }, undefined)
    const { clock, session } = await delivered([ops, me])
    await clock.advance(29_999)
    await turns()
    expect([ops.sent.length, me.sent.length]).toEqual([1, 1])
    await clock.advance(1)
    await turns()
    expect(await session.deliveries()).toMatchObject([
      { target: 'ops', state: 'failed', error: 'status 400' },
      { target: 'me', state: 'delivered', attempts: 2 },
    ])
  })

  it('is tried again when a target does not answer within ten seconds, whether it heeds the signal or not', async () => {
    const signals: AbortSignal[] = []
    const ops = targetOf('ops', ({ signal }) => {
      signals.push(signal)
      return new Promise(() => {})
    })
    const { clock, session } = await delivered([ops])
    await clock.advance(10_000)
    await turns()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    expect(await session.deliveries()).toMatchObject([
      { state: 'pending', attempts: 1, error: '`ops` did not take it within 10 s.', nextAt: midnight + 11_000 },
    ])
  })

  it('tells no secret in its errors', async () => {
    const ops = targetOf('ops', { error: 'The token swordfish is wrong.', isFinal: true })
    const { session } = await delivered([ops], { secrets: ['swordfish'] })
    expect(await session.deliveries()).toMatchObject([{ error: 'The token [redacted] is wrong.' }])
  })

  it('is forgotten with its session', async () => {
    const ops = targetOf('ops', busy)
    const { runtime, store, session, clock } = await delivered([ops, targetOf('me', undefined)])
    expect(await store.catalog.list('*', 'delivery-settled')).toHaveLength(1)
    await runtime.prune({ maxCount: 0 })
    expect(await store.catalog.list('*', 'delivery-pending')).toEqual([])
    expect(await store.catalog.list('*', 'delivery-settled')).toEqual([])
    await clock.advance(1000)
    await turns()
    expect(ops.sent).toHaveLength(1)
    await expect(session.deliveries()).rejects.toMatchObject({ code: 'session-unknown' })
  })

  it.each([undefined, busy])(
    'leaves nothing behind when its session goes while it is sent, with %j',
    async (answer) => {
      const held = gate()
      const ops = targetOf('ops', async () => {
        await held.pass()
        return answer
      })
      const { runtime, store, clock } = await delivered([ops])
      await runtime.prune({ maxCount: 0 })
      held.open()
      await turns()
      await clock.advance(1000)
      await turns()
      expect(ops.sent).toHaveLength(1)
      expect(await store.catalog.list('*', 'delivery-settled')).toEqual([])
      expect(await store.catalog.list('*', 'delivery-pending')).toEqual([])
    },
  )

  it('reaches its targets though the store could not write down what is owed', async () => {
    const store = memoryStore()
    let isInTrouble = true
    const catalog = withMethods(store.catalog, {
      save: async (entry) => {
        if (isInTrouble) throw new Error('The disk is full.')
        return store.catalog.save(entry)
      },
    })
    const ops = targetOf('ops', undefined)
    const { clock, end, session } = await delivered([ops], { store: { ...store, catalog } })
    expect(end.outcome).toBe('answered')
    isInTrouble = false
    await clock.advance(30_000)
    await turns()
    expect(await session.deliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }])
  })
})

describe('what is owed', () => {
  it('is durable before the end is', async () => {
    const store = memoryStore()
    const seen: number[] = []
    const journal = withMethods(store.journal, {
      append: async (lease, facts, options) => {
        const isEnd = facts.some(({ type }) => type === 'session.ended')
        if (isEnd) seen.push((await store.catalog.list('*', 'delivery-pending')).length)
        return store.journal.append(lease, facts, options)
      },
    })
    const { runtime } = world({ store: { ...store, journal }, deliveries: [targetOf('ops', undefined)] })
    const session = await runtime.start(answers, 'Go.', { model, deliver: ['ops'] })
    await session.outcome
    expect(seen).toEqual([1])
  })

  it('is sent by whoever recovers when the process died before it was sent', async () => {
    const ops = targetOf('ops', undefined)
    const { session, another, runtime, store } = await delivered([targetOf('ops', () => new Promise(() => {}))])
    await runtime.close({ keepStore: true })
    expect(await store.catalog.list('*', 'delivery-pending')).toHaveLength(1)
    const other = another({ deliveries: [ops], clock: simulatedClock(midnight + 1000), recover: true })
    await turns()
    expect(ops.sent.map(({ attempt, key, result }) => [attempt, key, result.answer])).toEqual([
      [2, `${session.id}/ops`, 'Paris'],
    ])
    expect(await other.deliveriesOf(session.id)).toMatchObject([{ state: 'delivered', attempts: 2 }])
    expect(await store.catalog.list('*', 'delivery-pending')).toEqual([])
  })

  it('is sent again when the process died after it was sent, once its claim is over', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: midnight })
    // It arrives, and the process dies before that is written down.
    const dying = targetOf('ops', () => new Promise(() => {}))
    const { session, another } = await delivered([dying])
    expect(dying.sent).toHaveLength(1)
    const ops = targetOf('ops', undefined)
    const clock = simulatedClock(midnight + 1000)
    const other = another({ deliveries: [ops], clock })
    await other.sendOwed()
    expect(ops.sent).toEqual([])
    vi.setSystemTime(midnight + 31_000)
    await clock.advance(30_000)
    await turns()
    expect(ops.sent.map(({ key, attempt, result }) => ({ key, attempt, result }))).toEqual([
      { ...dying.sent[0], attempt: 2 },
    ])
    expect(await other.deliveriesOf(session.id)).toMatchObject([{ state: 'delivered', attempts: 2 }])
  })

  it('is given up when the process died during each of eight attempts', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: midnight })
    const hangs = () => targetOf('ops', () => new Promise(() => {}))
    const { session, another } = await delivered([hangs()])
    const attempts: number[] = []
    for (let life = 1; life <= 9; life++) {
      const now = midnight + life * 3_600_000
      vi.setSystemTime(now)
      const ops = hangs()
      void another({ deliveries: [ops], clock: simulatedClock(now) }).sendOwed()
      await turns()
      attempts.push(...ops.sent.map(({ attempt }) => attempt))
    }
    expect(attempts).toEqual([2, 3, 4, 5, 6, 7, 8])
    expect(await another().deliveriesOf(session.id)).toMatchObject([
      { state: 'failed', attempts: 8, error: 'The last attempt was interrupted.' },
    ])
  })

  it('is not sent before the session has ended, though it is written down', async () => {
    const store = memoryStore()
    const dies = withMethods(store.journal, {
      append: async (lease, facts, options) => {
        if (facts.some(({ type }) => type === 'session.ended')) throw new Error('The process dies.')
        return store.journal.append(lease, facts, options)
      },
    })
    const ops = targetOf('ops', undefined)
    const { runtime, another, afterCrash } = world({ store, deliveries: [ops], ...equipment(answers, model) })
    const first = another({ store: { ...store, journal: dies } })
    const { id } = await first.start(answers, 'Go.', { model, deliver: ['ops'] })
    await turns()
    expect(await store.catalog.list('*', 'delivery-pending')).toHaveLength(1)
    await runtime.sendOwed()
    expect(ops.sent).toEqual([])
    const later = afterCrash()
    await (await later.resume(id)).outcome
    await turns()
    expect(ops.sent.map(({ attempt }) => attempt)).toEqual([1])
  })

  it('is sent once by two processes on one store', async () => {
    const ops = targetOf('ops', busy)
    const { runtime, another, session } = await delivered([ops])
    await runtime.close({ keepStore: true })
    const held = gate()
    const slow = targetOf('ops', async () => {
      await held.pass()
      return undefined
    })
    const clock = simulatedClock(midnight + 1000)
    const others = [another({ deliveries: [slow], clock }), another({ deliveries: [slow], clock })]
    const sending = Promise.all(others.map((other) => other.sendOwed()))
    await turns()
    held.open()
    await sending
    await clock.advance(60_000)
    await turns()
    expect(slow.sent).toHaveLength(1)
    expect(await others[1]?.deliveriesOf(session.id)).toMatchObject([{ state: 'delivered', attempts: 2 }])
  })

  it.each([
    ['knows', []],
    ['can use', [{ ...targetOf('ops', undefined), trouble: 'the variable TOKEN is not set.' }]],
  ])('waits for a process that %s the target', async (_, deliveries) => {
    const { runtime, another, session } = await delivered([targetOf('ops', busy)])
    await runtime.close({ keepStore: true })
    const clock = simulatedClock(midnight + 1000)
    await another({ deliveries, clock }).sendOwed()
    expect(await another().deliveriesOf(session.id)).toMatchObject([{ state: 'pending', attempts: 1 }])
  })

  it('is not sent before its time by whoever recovers, and then it is', async () => {
    const { runtime, another } = await delivered([targetOf('ops', busy)])
    await runtime.close({ keepStore: true })
    const ops = targetOf('ops', undefined)
    const clock = simulatedClock(midnight + 999)
    await another({ deliveries: [ops], clock }).sendOwed()
    expect(ops.sent).toEqual([])
    await clock.advance(1)
    await turns()
    expect(ops.sent).toHaveLength(1)
  })

  it('is dropped when its session is not there any more', async () => {
    const { runtime, another, store, session } = await delivered([targetOf('ops', busy)])
    await runtime.close({ keepStore: true })
    await store.sessions.remove([session.id])
    const ops = targetOf('ops', undefined)
    await another({ deliveries: [ops], clock: simulatedClock(midnight + 1000) }).sendOwed()
    expect(ops.sent).toEqual([])
    expect(await store.catalog.list('*', 'delivery-pending')).toEqual([])
  })

  it.each([false, true])(
    'stays delivered when a process that was thought dead writes late (final: %s)',
    async (isFinal) => {
      vi.useFakeTimers({ toFake: ['Date'], now: midnight })
      const held = gate()
      const stalled = targetOf('ops', async () => {
        await held.pass()
        return { error: 'status 503', isFinal }
      })
      const { session, another, store } = await delivered([stalled])
      vi.setSystemTime(midnight + 60_000)
      const other = another({ deliveries: [targetOf('ops', undefined)], clock: simulatedClock(midnight + 60_000) })
      await other.sendOwed()
      held.open()
      await turns()
      expect(await session.deliveries()).toMatchObject([{ state: 'delivered', attempts: 2 }])
      expect(await store.catalog.list('*', 'delivery-pending')).toEqual([])
    },
  )

  it('is left to others when the runtime is closed: what is under way is cut off, and no timer is left', async () => {
    const signals: AbortSignal[] = []
    const ops = targetOf('ops', busy, ({ signal }) => {
      signals.push(signal)
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
    const { clock, runtime, session, another } = await delivered([ops])
    await clock.advance(1000)
    await turns()
    await runtime.close({ keepStore: true })
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    await clock.advance(600_000)
    await turns()
    expect(ops.sent).toHaveLength(2)
    expect(await another().deliveriesOf(session.id)).toMatchObject([
      { state: 'pending', attempts: 2, error: 'status 500' },
    ])
  })
})
