import { describe, expect, it } from 'vitest'
import {
  intervention,
  newSession,
  next,
  opened,
  running,
  seqs,
  temporaryPath,
  verified,
} from '../../test/temporary-store.ts'
import { workerProcess } from '../../test/worker-process.ts'

describe('two stores on one file', () => {
  it('fence each other', async () => {
    const path = temporaryPath()
    const [one, two] = [opened(path), opened(path)]
    const lease = await running(one)
    const taken = await two.sessions.acquire('ses_1', { worker: two.worker, leaseMs: 1000, now: Date.now() + 60_000 })
    await expect(one.journal.append(lease, [next(lease)])).rejects.toMatchObject({ code: 'lease-lost' })
    await two.journal.append(taken!, [next(taken!)])
    expect(await seqs(one)).toEqual([1, 2])
    expect(await one.sessions.renew([lease], { worker: one.worker, leaseMs: 1000, now: Date.now() })).toEqual(['ses_1'])
  })

  it('do not take over what the other holds', async () => {
    const path = temporaryPath()
    const [one, two] = [opened(path), opened(path)]
    await running(one)
    expect(await two.sessions.acquire('ses_1', { worker: two.worker, leaseMs: 1000, now: Date.now() })).toBeUndefined()
    expect(await two.sessions.abandoned(Date.now(), 10)).toEqual([])
  })

  it('notice each other’s interventions', async () => {
    const path = temporaryPath()
    const [one, two] = [opened(path), opened(path)]
    const lease = await running(one)
    const heard = new Promise((resolve) => one.onChange(() => resolve('changed')))
    await two.interventions.add(intervention('itv_1'))
    expect(await heard).toBe('changed')
    expect((await one.sessions.wakeSeqs(['ses_1'])).get('ses_1')).toBe(1)
    expect(await one.sessions.park(lease)).toBe(false)
    expect(await one.interventions.take('itv_1')).toMatchObject({ body: { text: 'itv_1' } })
    expect(await two.interventions.withdraw('itv_1')).toBe(false)
  })

  it('wake a session the other parked', async () => {
    const path = temporaryPath()
    const [one, two] = [opened(path), opened(path)]
    await one.sessions.park(await running(one))
    await two.interventions.add(intervention('itv_1'))
    expect(await one.sessions.abandoned(Date.now(), 10)).toEqual(['ses_1'])
  })

  it('hear nothing of their own facts', async () => {
    const path = temporaryPath()
    const store = opened(path)
    const lease = await running(store)
    let changes = 0
    store.onChange(() => changes++)
    await store.journal.append(lease, [next(lease)])
    await new Promise((resolve) => setTimeout(resolve, 250))
    expect(changes).toBe(0)
  })

  it('write at the same time without losing a row', async () => {
    const path = temporaryPath()
    const stores = [opened(path, { synchronous: 'NORMAL' }), opened(path, { synchronous: 'NORMAL' })]
    const leases = await Promise.all(stores.map((store, i) => running(store, `ses_${i}`)))
    await Promise.all(
      stores.map(async (store, i) => {
        for (let n = 0; n < 200; n++) await store.journal.append(leases[i]!, [next(leases[i]!)])
      }),
    )
    for (const i of [0, 1]) expect(await seqs(stores[0]!, `ses_${i}`)).toHaveLength(201)
  })
})

describe('a worker that was killed', () => {
  it('loses no row it was told is durable, and its session is taken over at once', async () => {
    const path = temporaryPath()
    const { child, until } = workerProcess(path, 'ses_1')
    await until((line) => line === 'row 25')
    child.kill('SIGKILL')
    const lines = await until(() => false)
    const reported = Number(lines.at(-1)?.slice('row '.length))
    const store = opened(path)
    expect(await store.sessions.abandoned(Date.now(), 10)).toEqual(['ses_1'])
    const lease = await store.sessions.acquire('ses_1', { worker: store.worker, leaseMs: 1000, now: Date.now() })
    expect(lease?.head.seq).toBeGreaterThanOrEqual(reported)
    await store.journal.append(lease!, [next(lease!)])
    expect(await verified(store)).toMatchObject({ ok: true })
  })

  it('is stopped by the fence when it was only slow', async () => {
    const path = temporaryPath()
    const { child, until } = workerProcess(path, 'ses_1', { restAt: 5 })
    await until((line) => line === 'row 5')
    const store = opened(path)
    const later = Date.now() + 3_600_000
    const lease = await store.sessions.acquire('ses_1', { worker: store.worker, leaseMs: 1000, now: later })
    await store.journal.append(lease!, [next(lease!, 'mine')])
    child.stdin?.end()
    expect((await until(() => false)).at(-1)).toBe('failed lease-lost')
    expect((await store.journal.read('ses_1', 1)).at(-1)).toMatchObject({ result: '"mine"' })
  })

  it('leaves sessions of living workers alone', async () => {
    const path = temporaryPath()
    const { until } = workerProcess(path, 'ses_1', { restAt: 1 })
    await until((line) => line === 'row 1')
    const store = opened(path)
    await store.sessions.create(newSession('ses_2'))
    expect(await store.sessions.abandoned(Date.now(), 10)).toEqual(['ses_2'])
  })
})
