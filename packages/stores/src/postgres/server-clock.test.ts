import { describe, expect, it, vi } from 'vitest'
import { storeAt, stores } from '../../test/postgres-stores.ts'
import { temporarySchema } from '../../test/temporary-postgres.ts'
import { newSession } from '../../test/temporary-store.ts'
import { ServerClock } from './server-clock.ts'

const hour = 3_600_000

describe('the time of the server', () => {
  it('is that of this machine when they are about the same', async () => {
    const [{ database }] = await stores(1)
    expect(await new ServerClock(database).offset()).toBe(0)
  })

  it('is as far from that of this machine as their clocks are', async () => {
    const [{ database }] = await stores(1)
    const behind = await new ServerClock(database, () => Date.now() - hour).offset()
    expect(Math.abs(behind - hour)).toBeLessThan(1000)
    const ahead = await new ServerClock(database, () => Date.now() + hour).offset()
    expect(Math.abs(ahead + hour)).toBeLessThan(1000)
  })

  it('is asked for once, and again now and then while the old measurement is used', async () => {
    const [{ database }] = await stores(1)
    let localNow = Date.now
    const clock = new ServerClock(database, () => localNow())
    const asked = vi.spyOn(database, 'rows')
    for (let i = 0; i < 5; i++) expect(await clock.offset()).toBe(0)
    expect(asked).toHaveBeenCalledTimes(1)
    // Eleven seconds pass here, and none at the server.
    localNow = () => Date.now() + 11_000
    const real = performance.now.bind(performance)
    const time = vi.spyOn(performance, 'now').mockImplementation(() => real() + 11_000)
    expect(await clock.offset()).toBe(0)
    await vi.waitFor(async () => expect(await clock.offset()).toBeLessThan(-10_000))
    time.mockRestore()
  })

  it('is measured anew at once when the clock of this machine is set', async () => {
    const [{ database }] = await stores(1)
    let localNow = Date.now
    const clock = new ServerClock(database, () => localNow())
    expect(await clock.offset()).toBe(0)
    localNow = () => Date.now() - hour
    expect(Math.abs((await clock.offset()) - hour)).toBeLessThan(1000)
    localNow = Date.now
    expect(await clock.offset()).toBe(0)
  })

  it('tells when a lease runs out on machines whose clocks differ', async () => {
    const place = await temporarySchema()
    const [right, wrong] = [await storeAt(place), await storeAt(place)]
    const real = Date.now
    const slow = () => real() - hour
    /** On the machine whose clock is an hour behind. */
    const there = async <T>(act: () => Promise<T>): Promise<T> => {
      const clock = vi.spyOn(Date, 'now').mockImplementation(slow)
      try {
        return await act()
      } finally {
        clock.mockRestore()
      }
    }
    const terms = { worker: 'worker-a', leaseMs: 60_000, now: slow() }
    const waits = { notBefore: slow() + 1000 }
    await there(() => wrong.sessions.create(newSession('ses_1'), terms))
    await there(() => wrong.sessions.create({ ...newSession('ses_2'), waits }))
    const now = real()
    expect(await right.sessions.acquire('ses_1', { worker: 'worker-b', leaseMs: 60_000, now })).toBeUndefined()
    expect(await right.sessions.abandoned(now - 2000, 10)).toEqual([])
    expect(await right.sessions.abandoned(now + 5000, 10)).toEqual(['ses_2'])
    expect(await there(() => wrong.sessions.get('ses_1'))).toMatchObject({ leaseUntil: terms.now + 60_000 })
    expect(await there(() => wrong.sessions.get('ses_2'))).toMatchObject({ waits })
  })
})
