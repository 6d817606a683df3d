import { expect, it } from 'vitest'
import { type Desk, desk, looked, place, queue, testWorker, until } from '../../../test/dispatch-bench.ts'

async function queueMany({ store, dispatcher }: Desk, count: number): Promise<void> {
  await store.database.rows(
    `INSERT INTO session (id, owner, state, token, wake_seq, loop, loop_version, title, thread, status, created_at)
      SELECT 'many ' || n, 'local', 'queued', 0, 0, 'react', 1, '', 'thr_1', 'queued', 0
      FROM generate_series(1, ${count}) n`,
  )
  await Promise.all(Array.from({ length: count }, (_, at) => dispatcher.offer(`many ${at + 1}`)))
}

it('hands out a session of higher priority next, however many wait', async () => {
  const here = await desk(await place(), { concurrency: 2, leaseMs: 600_000 })
  const { store, dispatcher } = here
  await queueMany(here, 10_000)
  const worker = testWorker(store)
  dispatcher.work(worker)
  await until(() => worker.running.size === 2)
  await queue(store, ['urgent'], { priority: 10 })
  await dispatcher.offer('urgent', { priority: 10, notBefore: null })
  worker.running.values().next().value?.end()
  await until(() => worker.asked.length === 3)
  expect(worker.asked[2]).toBe('urgent')
})

it('hands out a session that goes on next, before all that were not begun yet', async () => {
  const here = await desk(await place(), { concurrency: 1, leaseMs: 600_000 })
  const { store, dispatcher } = here
  await queue(store, ['parked', 'left'])
  const parked = await store.sessions.acquire('parked', { worker: 'w', leaseMs: 600_000, now: Date.now() })
  if (parked) await store.sessions.park(parked)
  await queueMany(here, 500)
  const worker = testWorker(store)
  dispatcher.work(worker)
  await until(() => worker.running.size === 1)
  const [first] = worker.running.keys()
  // One that somebody answers, and one whose worker is lost.
  const steer = { id: 'itv_1', action: 'steer', body: { text: 'x' }, by: 'me', at: 0, key: null }
  await store.interventions.add({ ...steer, session: 'parked' })
  await dispatcher.offer('parked')
  await store.sessions.acquire('left', { worker: 'gone', leaseMs: 1, now: Date.now() - 1000 })
  await until(async () => (await store.sessions.get('left'))?.state === 'queued')
  for (const id of [first, 'parked', 'left'])
    await until(() => worker.running.has(id ?? '')).then(() => worker.running.get(id ?? '')?.end())
  await until(() => worker.asked.length === 4)
  expect(worker.asked.slice(0, 3)).toEqual([first, 'parked', 'left'])
})

it('asks for each of many sessions once', async () => {
  const here = await desk(await place(), { concurrency: 50, leaseMs: 600_000 })
  await queueMany(here, 1000)
  const worker = testWorker(here.store, { isQuick: true })
  here.dispatcher.work(worker)
  await until(() => new Set(worker.asked).size === 1000)
  expect(worker.asked).toHaveLength(1000)
})

it('takes what has no bell next, although the bells of many others hang', async () => {
  const here = await desk(await place(), { concurrency: 1, leaseMs: 600_000 })
  const { store, dispatcher } = here
  await queueMany(here, 500)
  const worker = testWorker(store)
  dispatcher.work(worker)
  await until(() => worker.running.size === 1)
  await queue(store, ['quiet'])
  await looked(store)
  worker.running.values().next().value?.end()
  await until(() => worker.asked.length === 2)
  expect(worker.asked[1]).toBe('quiet')
})
