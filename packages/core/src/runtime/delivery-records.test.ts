import { memoryStore } from '@gyre/stores'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { simulatedClock } from '../testing/simulated-time.ts'
import { givenUp, pendingDelivery } from './delivery.ts'
import { DeliveryRecords } from './delivery-records.ts'

const midnight = Date.UTC(2026, 0, 1)
const fresh = pendingDelivery('ses_1', 'ops', midnight)

function records() {
  const store = memoryStore()
  const clock = simulatedClock(midnight)
  return { store, clock, records: new DeliveryRecords(store, clock, 30_000) }
}

afterEach(() => {
  vi.useRealTimers()
})

describe('the records of deliveries', () => {
  it('keep what is owed once, however often it is said', async () => {
    const { records: kept, store } = records()
    await kept.owe(fresh)
    await kept.owe(fresh)
    expect(await kept.pending()).toEqual([fresh])
    expect(await store.catalog.versions('*', 'delivery-pending', 'ses_1/ops')).toHaveLength(1)
  })

  it('do not owe again what is settled', async () => {
    const { records: kept } = records()
    const failed = givenUp(fresh, 'status 400', midnight)
    await kept.owe(fresh)
    await kept.save(failed)
    await kept.owe(fresh)
    expect(await kept.pending()).toEqual([])
    expect(await kept.read(fresh)).toEqual(failed)
  })
})

describe('a claim', () => {
  it('is one process’s until it is let go', async () => {
    const { records: kept } = records()
    const claim = await kept.claim(fresh)
    expect(await kept.claim(fresh)).toBeUndefined()
    expect(await kept.claim({ session: 'ses_1', target: 'me' })).toBeDefined()
    if (claim) await kept.release(claim)
    expect(await kept.claim(fresh)).toBeDefined()
  })

  it('whose time is over is another’s, and is not let go by the first', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: midnight })
    const { records: kept, clock } = records()
    const first = await kept.claim(fresh)
    vi.setSystemTime(midnight + 30_000)
    await clock.advance(30_000)
    expect(await kept.claim(fresh)).toBeDefined()
    if (first) await kept.release(first)
    expect(await kept.claim(fresh)).toBeUndefined()
  })
})
