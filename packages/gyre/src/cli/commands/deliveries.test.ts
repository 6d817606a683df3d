import { setImmediate } from 'node:timers/promises'
import type { DeliveryFailure, DeliveryTarget } from '@gyre/core'
import { says, scriptedModel } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores/memory'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { withMethods } from '../../../../../test/support/kernel.ts'
import { FakeHost } from '../../../test/fake-host.ts'
import { processOver } from '../../../test/fake-place.ts'
import { deliveryReport } from '../session/delivery-report.ts'

const target = (failure?: DeliveryFailure): DeliveryTarget => ({ name: 'ops', deliver: async () => failure })
const busy: DeliveryFailure = { error: 'status 503', retryAfterMs: 60_000 }

/** A process that delivers to `ops`, and what it says to a command line. */
function processWith(ops: DeliveryTarget, store = memoryStore()) {
  const { gyre } = processOver({ model: scriptedModel(says('Hello.')), store, deliveries: [ops] })
  return async (...args: string[]) => {
    const host = new FakeHost()
    return { code: await gyre(host, ...args), out: host.out, err: host.err }
  }
}

const noon = Date.UTC(2026, 0, 1, 12)

/** A store with a session whose result is still to be delivered, by a process that has gone. Time is the test's. */
async function undelivered() {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: noon })
  const store = memoryStore()
  const tried = Promise.withResolvers<void>()
  const ops: DeliveryTarget = {
    name: 'ops',
    deliver: async () => {
      tried.resolve()
      return busy
    },
  }
  const running = processWith(ops, store)('run', '--deliver', 'ops', 'Hello?')
  await tried.promise
  for (let turn = 0; turn < 20; turn++) await setImmediate()
  await vi.advanceTimersByTimeAsync(3000)
  const run = await running
  const [row] = await store.sessions.list({})
  return { store, run, id: row?.id ?? '' }
}

afterEach(() => {
  vi.useRealTimers()
})

describe('`gyre run`', () => {
  it('says what could not be delivered, which changes neither the answer nor the exit code', async () => {
    const gyre = processWith(target({ error: 'status 400', isFinal: true }))
    const { code, out, err } = await gyre('run', '--deliver', 'ops', 'Hello?')
    expect([code, out]).toEqual([0, 'Hello.\n'])
    expect(err).toMatch(/ses_\S+\nops: failed, 1 attempt: status 400\n$/)
  })

  it('stays a few seconds for what is pending, then leaves it and says who sends it', async () => {
    const { run } = await undelivered()
    expect([run.code, run.out]).toEqual([0, 'Hello.\n'])
    expect(run.err).toMatch(/ops: pending, 1 attempt: status 503\nWhat is pending is sent by: gyre resume\n$/)
  })

  it('keeps its exit code when nobody can tell how they stand', async () => {
    const store = memoryStore()
    const catalog = withMethods(store.catalog, {
      get: async (owner, kind, ...place) => {
        if (kind.startsWith('delivery')) throw new Error('The disk is gone.')
        return store.catalog.get(owner, kind, ...place)
      },
    })
    const { code, out, err } = await processWith(target(), { ...store, catalog })('run', '--deliver', 'ops', 'Hello?')
    expect([code, out]).toEqual([0, 'Hello.\n'])
    expect(err).toMatch(/ses_\S+\n$/)
  })

  it('is silent about what its steps gave to the memory, unless that fails', () => {
    const memory = { session: 'ses_1', target: 'memory', attempts: 1, error: null, nextAt: null, settledAt: 0 } as const
    expect(deliveryReport([{ ...memory, state: 'delivered' }])).toEqual([])
    const failed = deliveryReport([{ ...memory, state: 'failed', error: 'The disk is full.' }])
    expect(failed).toEqual(['memory: failed, 1 attempt: The disk is full'])
  })

  it('says nothing of it as JSON but the result', async () => {
    const gyre = processWith(target())
    const { out, err } = await gyre('run', '--json', '--deliver', 'ops', 'Hello?')
    expect(JSON.parse(out)).toMatchObject({ answer: 'Hello.' })
    expect(err).toBe('')
  })
})

describe('`gyre resume`', () => {
  it('sends what ended sessions still owe when nothing else is to go on', async () => {
    const { store, id } = await undelivered()
    vi.setSystemTime(noon + 70_000)
    const gyre = processWith(target(), store)
    expect(await gyre('resume')).toEqual({ code: 0, out: `${id}  ops  delivered, 2 attempts\n`, err: '' })
    expect(await gyre('resume')).toMatchObject({ code: 2, out: '' })
  })

  it('says when it is tried again what is not due yet', async () => {
    const { store, id } = await undelivered()
    const { code, out } = await processWith(target(), store)('resume', id)
    expect(code).toBe(1)
    expect(out).toMatch(/ {2}ops {2}pending, 1 attempt: status 503, next at 2026-01-01T12:01:00\.\d+Z\n$/)
  })

  it('has a fix for a delivery that there is not', async () => {
    const { code, err } = await processWith(target())('run', '--deliver', 'nowhere', 'Hello?')
    expect(code).toBe(2)
    expect(err).toContain('Fix: Name deliveries of the config, with all they need set; docs/deliveries.md')
  })

  it('sends what the session that is named owes, and says when that fails', async () => {
    const { store, id } = await undelivered()
    vi.setSystemTime(noon + 70_000)
    const gyre = processWith(target({ error: 'status 400', isFinal: true }), store)
    expect(await gyre('resume', id)).toEqual({ code: 1, out: `${id}  ops  failed, 2 attempts: status 400\n`, err: '' })
    const again = await gyre('resume', id)
    expect(again.code).not.toBe(0)
    expect(again.err).toContain('has ended')
  })
})

describe('`gyre show`', () => {
  it('has a line for each delivery, and when it is tried next', async () => {
    const { store, id } = await undelivered()
    const { out } = await processWith(target(), store)('show', id)
    expect(out).toMatch(/\nDeliveries\n {2}ops {2}pending, 1 attempt: status 503, next at 2026-01-01T12:01:00\.\d+Z\n/)
  })
})
