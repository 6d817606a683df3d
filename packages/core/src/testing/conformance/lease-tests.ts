/** One worker writes a session at a time. */
import type { Lease } from '../../ports/store.ts'
import { limitTests } from './limit-tests.ts'
import { acquired, appending, end, intervention, newSession, next, running, seqs, terms } from './samples.ts'
import type { Suite } from './suite.ts'

export function leaseTests(suite: Suite): void {
  acquireTests(suite)
  limitTests(suite)
  renewTests(suite)
  parkTests(suite)
  abandonedTests(suite)
}

function acquireTests({ test, expect }: Suite): void {
  test('a queued session is taken over, with the head of its journal', async (store) => {
    await store.sessions.create(newSession('ses_1'))
    const lease = await acquired(store, 'ses_1', 'worker-a', 2000)
    const [row] = await store.journal.read('ses_1', 1)
    expect(lease).toMatchObject({ session: 'ses_1', token: 1, wakeSeq: 0 })
    expect({ seq: lease.head.seq, chain: lease.head.chain }).toEqual({ seq: 1, chain: row?.chain })
    expect(await store.sessions.get('ses_1')).toMatchObject({ state: 'running', worker: 'worker-a', leaseUntil: 2500 })
  })

  test('a parked session is taken over', async (store) => {
    const lease = await running(store)
    await store.sessions.park(lease)
    expect(await acquired(store, 'ses_1', 'worker-b')).toMatchObject({ token: 2 })
  })

  test('a session is not taken over while its lease lasts', async (store) => {
    await running(store)
    expect(await store.sessions.acquire('ses_1', terms('worker-b', 1500))).toBeUndefined()
    expect(await store.sessions.get('ses_1')).toMatchObject({ worker: 'worker-a', token: 1 })
  })

  test('a session is taken over when its lease has run out', async (store) => {
    await running(store)
    expect(await acquired(store, 'ses_1', 'worker-b', 1501)).toMatchObject({ token: 2 })
    expect(await store.sessions.get('ses_1')).toMatchObject({ worker: 'worker-b', leaseUntil: 2001, state: 'running' })
  })

  test('an ended session is not taken over', async (store) => {
    await end(store, await running(store))
    expect(await store.sessions.acquire('ses_1', terms('worker-b', 9000))).toBeUndefined()
  })

  test('of many that want a session at once, one gets it', async (store) => {
    await store.sessions.create(newSession('ses_1'))
    const workers = Array.from({ length: 10 }, (_, i) => `worker-${i}`)
    const leases = await Promise.all(workers.map((worker) => store.sessions.acquire('ses_1', terms(worker))))
    expect(leases.filter((lease) => lease !== undefined)).toHaveLength(1)
    expect(await store.sessions.get('ses_1')).toMatchObject({ token: 1 })
  })

  test('the next holder goes on from the last row of the one before', async (store) => {
    const before = await running(store)
    await store.journal.append(before, [next(before), { ...next(before), seq: 3 }])
    const after = await acquired(store, 'ses_1', 'worker-b', 9000)
    expect(after.head.seq).toBe(3)
    await store.journal.append(after, [next(after)])
    expect(await seqs(store)).toEqual([1, 2, 3, 4])
  })

  test('a holder that was taken for dead cannot write', async (store) => {
    const before = await running(store)
    const after = await acquired(store, 'ses_1', 'worker-b', 9000)
    await expect(appending(store, before, [next(before)])).rejects.toMatchObject({ code: 'lease-lost' })
    await expect(appending(store, before, [next(before)])).rejects.toMatchObject({ code: 'lease-lost' })
    await store.journal.append(after, [next(after, { data: 'mine' })])
    expect(await seqs(store)).toEqual([1, 2])
  })

  test('a holder that was taken for dead can neither park nor release nor end the session', async (store) => {
    const before = await running(store)
    await acquired(store, 'ses_1', 'worker-b', 9000)
    expect(await store.sessions.park(before)).toBe(false)
    await store.sessions.release(before)
    await expect(end(store, before)).rejects.toMatchObject({ code: 'lease-lost' })
    expect(await store.sessions.get('ses_1')).toMatchObject({ state: 'running', worker: 'worker-b' })
  })
}

function renewTests({ test, expect }: Suite): void {
  test('extends the leases a worker holds', async (store) => {
    const leases = [await running(store, 'ses_1'), await running(store, 'ses_2')]
    expect(await store.sessions.renew(leases, terms('worker-a', 1400))).toEqual([])
    expect(await store.sessions.get('ses_2')).toMatchObject({ leaseUntil: 1900 })
    expect(await store.sessions.acquire('ses_1', terms('worker-b', 1800))).toBeUndefined()
  })

  test('tells which sessions another worker took', async (store) => {
    const leases = [await running(store, 'ses_1'), await running(store, 'ses_2')]
    await acquired(store, 'ses_1', 'worker-b', 1600)
    expect(await store.sessions.renew(leases, terms('worker-a', 1700))).toEqual(['ses_1'])
    expect(await store.sessions.get('ses_1')).toMatchObject({ worker: 'worker-b', leaseUntil: 2100 })
    expect(await store.sessions.get('ses_2')).toMatchObject({ worker: 'worker-a', leaseUntil: 2200 })
  })

  test('a lease that ran out and that nobody took goes on', async (store) => {
    const lease = await running(store)
    expect(await store.sessions.renew([lease], terms('worker-a', 9000))).toEqual([])
    await store.journal.append(lease, [next(lease)])
    expect(await store.sessions.get('ses_1')).toMatchObject({ leaseUntil: 9500 })
  })

  test('a session its holder parked or ended is neither lost nor held', async (store) => {
    const [parked, ended] = [await running(store, 'ses_1'), await running(store, 'ses_2')] as [Lease, Lease]
    await store.sessions.park(parked)
    await end(store, ended)
    expect(await store.sessions.renew([parked, ended], terms('worker-a', 9000))).toEqual([])
    expect(await store.sessions.get('ses_1')).toMatchObject({ state: 'parked', leaseUntil: null })
    expect(await store.sessions.get('ses_2')).toMatchObject({ state: 'ended', leaseUntil: null })
  })

  test('a removed session is lost', async (store) => {
    const lease = await running(store)
    await end(store, lease)
    await store.sessions.remove(['ses_1'])
    expect(await store.sessions.renew([lease], terms('worker-a'))).toEqual(['ses_1'])
    expect(await store.sessions.renew([], terms('worker-a'))).toEqual([])
  })
}

function parkTests({ test, expect }: Suite): void {
  test('a parked session is held by nobody and not offered', async (store) => {
    const lease = await running(store)
    expect(await store.sessions.park(lease)).toBe(true)
    expect(await store.sessions.get('ses_1')).toMatchObject({ state: 'parked', worker: null, leaseUntil: null })
    expect(await store.sessions.abandoned(9000, 10)).toEqual([])
  })

  test('a session is parked once', async (store) => {
    const lease = await running(store)
    expect(await store.sessions.park(lease)).toBe(true)
    expect(await store.sessions.park(lease)).toBe(false)
  })

  test('a session is not parked when an intervention came that its holder has not seen', async (store) => {
    const lease = await running(store)
    await store.interventions.add(intervention('itv_1'))
    expect(await store.sessions.park(lease)).toBe(false)
    expect(await store.sessions.get('ses_1')).toMatchObject({ state: 'running', worker: 'worker-a' })
    lease.wakeSeq = (await store.sessions.wakeSeqs(['ses_1'])).get('ses_1') ?? -1
    expect(await store.sessions.park(lease)).toBe(true)
  })

  test('an intervention that races with parking is never slept through', async (store) => {
    for (let round = 0; round < 20; round++) {
      const id = `ses_${round}`
      const lease = await running(store, id)
      const park = () => store.sessions.park(lease)
      const add = () => store.interventions.add(intervention(`itv_${round}`, { session: id }))
      const [first, second] = round % 2 ? [park, add] : [add, park]
      const done = await Promise.all([first(), second()])
      const hasParked = done.includes(true)
      expect((await store.sessions.get(id))?.state).toBe(hasParked ? 'queued' : 'running')
    }
  })

  test('a session that appends and parks without waiting in between has its fact', async (store) => {
    const lease = await running(store)
    const written = store.journal.append(lease, [next(lease)])
    expect(await store.sessions.park(lease)).toBe(true)
    await written
    expect(await seqs(store)).toEqual([1, 2])
  })

  test('a released session is queued again', async (store) => {
    await store.sessions.release(await running(store))
    expect(await store.sessions.get('ses_1')).toMatchObject({ state: 'queued', worker: null, leaseUntil: null })
    expect(await acquired(store, 'ses_1', 'worker-b')).toMatchObject({ token: 2 })
  })

  test('an ended or parked session is not queued by releasing it', async (store) => {
    const [parked, ended] = [await running(store, 'ses_1'), await running(store, 'ses_2')] as [Lease, Lease]
    await store.sessions.park(parked)
    await end(store, ended)
    await store.sessions.release(parked)
    await store.sessions.release(ended)
    expect(await store.sessions.get('ses_1')).toMatchObject({ state: 'parked' })
    expect(await store.sessions.get('ses_2')).toMatchObject({ state: 'ended' })
  })
}

function abandonedTests({ test, expect }: Suite): void {
  test('queued sessions, and running ones whose lease ran out, are abandoned, oldest first', async (store) => {
    await running(store, 'ses_1')
    await store.sessions.create(newSession('ses_2'))
    await store.sessions.create(newSession('ses_3'), terms('worker-a', 5000))
    await end(store, await running(store, 'ses_4'))
    await store.sessions.create(newSession('ses_5'))
    expect(await store.sessions.abandoned(1500, 10)).toEqual(['ses_2', 'ses_5'])
    expect(await store.sessions.abandoned(1501, 10)).toEqual(['ses_1', 'ses_2', 'ses_5'])
    expect(await store.sessions.abandoned(9000, 2)).toEqual(['ses_1', 'ses_2'])
    expect(await store.sessions.abandoned(9000, 10)).toEqual(['ses_1', 'ses_2', 'ses_3', 'ses_5'])
  })

  test('of abandoned sessions those of higher priority come first, then the oldest', async (store) => {
    await store.sessions.create(newSession('ses_1', { waits: { priority: -1 } }))
    await store.sessions.create(newSession('ses_2'))
    await store.sessions.create(newSession('ses_3', { waits: { priority: 10 } }))
    await store.sessions.create(newSession('ses_4', { waits: { priority: 9 } }), terms('worker-a'))
    await running(store, 'ses_5')
    await store.sessions.create(newSession('ses_6', { waits: { priority: 10 } }))
    const all = ['ses_3', 'ses_6', 'ses_4', 'ses_2', 'ses_5', 'ses_1']
    expect(await store.sessions.abandoned(1500, 10)).toEqual(['ses_3', 'ses_6', 'ses_2', 'ses_1'])
    expect(await store.sessions.abandoned(1501, Number.POSITIVE_INFINITY)).toEqual(all)
    expect(await store.sessions.abandoned(1501, 3)).toEqual(['ses_3', 'ses_6', 'ses_4'])
    expect(await store.sessions.abandoned(1501, 0)).toEqual([])
  })

  test('a queued session is not abandoned before its time', async (store) => {
    await store.sessions.create(newSession('ses_1', { waits: { notBefore: 3000, priority: 1 } }))
    await store.sessions.create(newSession('ses_2'))
    expect(await store.sessions.abandoned(2999, 1)).toEqual(['ses_2'])
    expect(await store.sessions.abandoned(2999, 10)).toEqual(['ses_2'])
    expect(await store.sessions.abandoned(3000, 10)).toEqual(['ses_1', 'ses_2'])
  })

  test('whoever asks for a session by its id gets it before its time, and others when that worker is gone', async (store) => {
    await store.sessions.create(newSession('ses_1', { waits: { notBefore: 9000 } }))
    expect(await acquired(store, 'ses_1', 'worker-a', 1000)).toMatchObject({ token: 1 })
    expect(await store.sessions.abandoned(1500, 10)).toEqual([])
    expect(await store.sessions.abandoned(1501, 10)).toEqual(['ses_1'])
  })

  test('of some sessions alone, the abandoned ones are told', async (store) => {
    await running(store, 'ses_1')
    await store.sessions.create(newSession('ses_2'))
    await store.sessions.create(newSession('ses_3', { waits: { priority: 1 } }))
    await end(store, await running(store, 'ses_4'))
    const all = ['ses_4', 'ses_3', 'ses_1', 'ses_x']
    expect(await store.sessions.abandoned(1500, 10, all)).toEqual(['ses_3'])
    expect(await store.sessions.abandoned(1501, 10, all)).toEqual(['ses_3', 'ses_1'])
    expect(await store.sessions.abandoned(1501, 1, all)).toEqual(['ses_3'])
    expect(await store.sessions.abandoned(1501, 10, [])).toEqual([])
  })

  test('a session that was begun waits for no time any more', async (store) => {
    await store.sessions.create(newSession('ses_1', { waits: { notBefore: 9000 } }))
    await store.sessions.release(await acquired(store, 'ses_1', 'worker-a'))
    expect(await store.sessions.abandoned(2000, 10)).toEqual(['ses_1'])
  })

  test('tells the wakeSeq of the sessions that are there', async (store) => {
    await running(store, 'ses_1')
    await store.sessions.create(newSession('ses_2'))
    await store.interventions.add(intervention('itv_1', { session: 'ses_2' }))
    const seen = await store.sessions.wakeSeqs(['ses_1', 'ses_2', 'ses_x'])
    expect([...seen].sort()).toEqual([
      ['ses_1', 0],
      ['ses_2', 1],
    ])
  })
}
