import { expect, it } from 'vitest'
import { desk, place, queue, testWorker, until } from '../../../test/dispatch-bench.ts'

it('tells who works, and how many sessions wait for a worker, for their time and for people', async () => {
  const schema = await place()
  const [idle, busy] = [await desk(schema, { concurrency: 0 }), await desk(schema, { concurrency: 2 })]
  expect(await idle.dispatcher.fleet()).toEqual({
    workers: [],
    sessions: { queued: 0, later: 0, running: 0, parked: 0 },
    queued: [],
    longestWaitMs: 0,
  })
  await queue(idle.store, ['s1', 's2', 's3', 's4'])
  await queue(idle.store, ['later'], { notBefore: Date.now() + 3_600_000 })
  await queue(idle.store, ['parked'])
  const lease = await idle.store.sessions.acquire('parked', { worker: 'w', leaseMs: 1000, now: Date.now() })
  if (lease) await idle.store.sessions.park(lease)
  const stop = busy.dispatcher.work(testWorker(busy.store))
  await until(async () => (await idle.dispatcher.fleet()).workers[0]?.running === 2)
  const { workers, sessions, queued, longestWaitMs } = await idle.dispatcher.fleet()
  const known = { name: busy.store.worker, version: '1.0.0', loops: ['react@1'], concurrency: 2 }
  expect(workers).toEqual([{ ...known, running: 2, isDraining: false, leftAlone: {} }])
  expect(sessions).toEqual({ queued: 2, later: 1, running: 2, parked: 1 })
  expect(longestWaitMs).toBeGreaterThan(0)
  expect(queued).toMatchObject([{ loop: 'react', loopVersion: 1, sessions: 2, longestWaitMs: expect.any(Number) }])
  await stop()
  expect((await idle.dispatcher.fleet()).workers).toMatchObject([{ isDraining: true }])
})

it('does not take how old a session is for how long it waits, when somebody lets it go on', async () => {
  const { store, dispatcher } = await desk(await place(), { concurrency: 0 })
  await queue(store, ['old'])
  await store.database.rows('UPDATE session SET created_at = 0')
  const lease = await store.sessions.acquire('old', { worker: 'w', leaseMs: 1000, now: Date.now() })
  if (lease) await store.sessions.release(lease)
  expect(await dispatcher.fleet()).toMatchObject({ sessions: { queued: 1 }, longestWaitMs: 0 })
})
