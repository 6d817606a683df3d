import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { desk, looked, noteOffered, place, queue, testWorker, until } from '../../../test/dispatch-bench.ts'
import { Boss } from './boss.ts'
import { DueSessions } from './due.ts'

describe('the PostgreSQL dispatcher', () => {
  it('has a session that is offered in one process run by another', async () => {
    const schema = await place()
    const front = await desk(schema, { concurrency: 0 })
    const back = await desk(schema)
    const worker = testWorker(back.store)
    back.dispatcher.work(worker)
    await queue(front.store, ['s1'])
    await front.dispatcher.offer('s1')
    await until(() => worker.running.has('s1'))
    expect(await front.store.sessions.get('s1')).toMatchObject({ state: 'running', worker: back.store.worker })
  })

  it('does not fail whoever began a session when nobody can be told of it: it is found', async () => {
    const schema = await place()
    const troubles: string[] = []
    const front = await desk(schema, { concurrency: 0, onTrouble: (line) => troubles.push(line) })
    await queue(front.store, ['s1', 's2'])
    await front.dispatcher.offer('s1')
    const jobs = `${schema.schema}_jobs`
    await front.store.database.rows(`ALTER SCHEMA ${jobs} RENAME TO ${jobs}_away`)
    await front.dispatcher.offer('s2')
    // The queue may have something to say of its own: its upkeep misses the schema as well.
    expect(troubles).toContainEqual(expect.stringMatching(/^Sessions wait that nobody could be told of: /))
    const bell = "SELECT offered_at FROM session WHERE id = 's2'"
    await until(async () => (await front.store.database.rows(bell))[0]?.['offered_at'] === null)
    await front.store.database.rows(`ALTER SCHEMA ${jobs}_away RENAME TO ${jobs}`)
    const back = await desk(schema)
    const worker = testWorker(back.store)
    back.dispatcher.work(worker)
    await until(() => worker.running.has('s2'))
  })

  it('hands out those of higher priority first, then the oldest', async () => {
    const { store, dispatcher } = await desk(await place(), { concurrency: 1 })
    await queue(store, ['low'], { priority: -3 })
    await queue(store, ['usual 1', 'usual 2'])
    await queue(store, ['high'], { priority: 10 })
    for (const [id, priority] of [
      ['low', -3],
      ['usual 1', 0],
      ['usual 2', 0],
      ['high', 10],
    ] as const) {
      await dispatcher.offer(id, { priority, notBefore: null })
    }
    const worker = testWorker(store, { isQuick: true })
    dispatcher.work(worker)
    await until(() => worker.asked.length === 4)
    expect(worker.asked).toEqual(['high', 'usual 1', 'usual 2', 'low'])
  })

  it('takes a batch in the order of its priorities', async () => {
    const { store, dispatcher } = await desk(await place(), { concurrency: 4 })
    const offers = [
      ['a', 0],
      ['b', 10],
      ['c', -3],
      ['d', 5],
    ] as const
    for (const [id, priority] of offers) await queue(store, [id], { priority })
    await Promise.all(offers.map(([id, priority]) => dispatcher.offer(id, { priority, notBefore: null })))
    const worker = testWorker(store)
    dispatcher.work(worker)
    await until(() => worker.asked.length === 4)
    expect(worker.asked).toEqual(['b', 'd', 'a', 'c'])
  })

  it('begins a delayed session when its time has come, not before', async () => {
    const { store, dispatcher } = await desk(await place())
    const worker = testWorker(store)
    dispatcher.work(worker)
    const notBefore = Date.now() + 1500
    await queue(store, ['later'], { notBefore })
    await dispatcher.offer('later', { priority: 0, notBefore })
    await until(() => worker.running.has('later'))
    expect(Date.now()).toBeGreaterThanOrEqual(notBefore)
  })

  it('begins a session no earlier than its row says, although its bell rang', async () => {
    const { store, dispatcher } = await desk(await place())
    await queue(store, ['later', 'now'])
    await Promise.all(['later', 'now'].map((id) => dispatcher.offer(id)))
    const [row] = await store.database.rows<{ at: number }>(
      `UPDATE session SET not_before = (extract(epoch FROM clock_timestamp()) * 1000)::bigint + 1500
        WHERE id = 'later' RETURNING not_before AS at`,
    )
    const worker = testWorker(store)
    dispatcher.work(worker)
    await until(() => worker.running.has('later'))
    expect(worker.asked).toEqual(['now', 'later'])
    expect(Date.now()).toBeGreaterThanOrEqual(row?.at ?? 0)
  })

  it('rings at the time of the row: the clock of who offers may be another', async () => {
    const { store, dispatcher } = await desk(await place(), { concurrency: 0 })
    const notBefore = Date.now() + 3_600_000
    await queue(store, ['s1'], { notBefore })
    await store.database.rows('UPDATE session SET not_before = not_before + 7000')
    await dispatcher.offer('s1', { priority: 0, notBefore })
    const found = await store.database.rows<{ isThen: boolean }>(
      `SELECT (extract(epoch FROM start_after) * 1000)::bigint = not_before AS "isThen"
        FROM ${store.database.schema}_jobs.job, session WHERE name = 'session'`,
    )
    expect(found).toEqual([{ isThen: true }])
  })

  it('refuses a time that is none, and rings for others that are offered in the same moment', async () => {
    const { store, dispatcher } = await desk(await place(), { concurrency: 0 })
    await queue(store, ['s1', 's2'])
    const [bad, good] = await Promise.allSettled([
      dispatcher.offer('s1', { priority: 0, notBefore: 1e20 }),
      dispatcher.offer('s2'),
    ])
    expect([bad, good]).toMatchObject([{ reason: { code: 'config-invalid' } }, { status: 'fulfilled' }])
  })

  it('takes nothing that it found while it was told to stop', async () => {
    const { store, dispatcher } = await desk(await place(), { concurrency: 1 })
    const worker = testWorker(store)
    await queue(store, ['s1'])
    const stop = dispatcher.work(worker)
    await until(() => worker.running.has('s1'))
    const find = DueSessions.prototype.find
    const stopped = Promise.withResolvers<void>()
    const spy = vi.spyOn(DueSessions.prototype, 'find').mockImplementation(async function (this: DueSessions, wanted) {
      const found = await find.call(this, wanted)
      stopped.resolve(stop())
      return found
    })
    onTestFinished(() => spy.mockRestore())
    await queue(store, ['s2'])
    await looked(store)
    worker.running.get('s1')?.end()
    await stopped.promise
    await dispatcher.close()
    expect(worker.asked).toEqual(['s1'])
  })

  it('comes seldom for bells that others answer, when there are many of them', async () => {
    const { store, dispatcher } = await desk(await place())
    const { database, listener } = store
    const now = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'
    await database.rows(
      `INSERT INTO worker (name, version, loops, concurrency, started_at, seen_at)
        SELECT 'worker ' || n, '1.0.0', '{}', 1, ${now}, ${now} FROM generate_series(1, 1000) n`,
    )
    const fetch = vi.spyOn(Boss.prototype, 'fetch')
    onTestFinished(() => fetch.mockRestore())
    dispatcher.work(testWorker(store))
    await looked(store)
    const channel = await new Promise<string>((resolve) => {
      listener.onBack(async (client) => {
        const found = await client.query('SELECT name FROM pg_listening_channels() name')
        resolve(found.rows.map(({ name }) => name).find((name) => !name.startsWith(`${database.schema}_wake`)))
      })
    })
    const before = fetch.mock.calls.length
    const heard = Promise.withResolvers<string>()
    listener.on('done', heard.resolve)
    for (let time = 0; time < 100; time++) await database.rows('SELECT pg_notify($1, $2)', [channel, 'session'])
    await database.rows('SELECT pg_notify($1, $2)', [database.channel('done'), ''])
    await heard.promise
    expect(fetch.mock.calls.length - before).toBeLessThan(5)
  })

  it('runs no more at once than it has slots, and goes on when one is free', async () => {
    const { store, dispatcher } = await desk(await place(), { concurrency: 3 })
    const ids = Array.from({ length: 10 }, (_, at) => `s${at}`)
    await queue(store, ids)
    await Promise.all(ids.map((id) => dispatcher.offer(id)))
    const worker = testWorker(store)
    dispatcher.work(worker)
    await until(() => worker.running.size === 3)
    expect(worker.asked).toHaveLength(3)
    for (let ended = 0; ended < 10; ended++) {
      await until(() => worker.running.size > 0)
      worker.running.values().next().value?.end()
    }
    expect([worker.asked.toSorted(), worker.peak()]).toEqual([ids, 3])
  })

  it('offers what comes together with one insert', async () => {
    const { store, dispatcher } = await desk(await place(), { concurrency: 0 })
    const ids = Array.from({ length: 50 }, (_, at) => `s${at}`)
    await queue(store, ids)
    await Promise.all(ids.map((id) => dispatcher.offer(id)))
    const found = await store.database.rows<{ inserts: number; bells: number }>(
      `SELECT count(DISTINCT xmin::text)::int AS inserts, count(*)::int AS bells FROM ${store.database.schema}_jobs.job
        WHERE name = 'session'`,
    )
    expect(found).toEqual([{ inserts: 1, bells: 50 }])
  })

  it('rings once for a session that is offered again while its bell hangs', async () => {
    const { store, dispatcher } = await desk(await place(), { concurrency: 0 })
    await queue(store, ['s1', 's2'])
    for (const id of ['s1', 's2', 's1']) await dispatcher.offer(id)
    const bells = `SELECT data->>'session' AS session FROM ${store.database.schema}_jobs.job WHERE name = 'session'`
    expect(await store.database.rows(`${bells} ORDER BY 1`)).toEqual([{ session: 's1' }, { session: 's2' }])
  })

  it('rings now for a session for which a bell hangs that is to ring later', async () => {
    const { store, dispatcher } = await desk(await place())
    const notBefore = Date.now() + 3_600_000
    await queue(store, ['s1'], { notBefore })
    await dispatcher.offer('s1', { priority: 0, notBefore })
    const worker = testWorker(store)
    dispatcher.work(worker)
    await store.database.rows('UPDATE session SET not_before = NULL')
    await dispatcher.offer('s1')
    await until(() => worker.running.has('s1'))
  })

  it('leaves no bell when a session was taken', async () => {
    const { store, dispatcher } = await desk(await place())
    const worker = testWorker(store)
    dispatcher.work(worker)
    await queue(store, ['s1'])
    await dispatcher.offer('s1')
    await until(() => worker.running.has('s1'))
    const bells = `SELECT id FROM ${store.database.schema}_jobs.job WHERE name = 'session'`
    await until(async () => (await store.database.rows(bells)).length === 0)
  })

  it('finds a session whose bell was lost', async () => {
    const { store, dispatcher } = await desk(await place())
    await queue(store, ['s1'])
    await noteOffered(store, ['s1'])
    const worker = testWorker(store)
    dispatcher.work(worker)
    await until(() => worker.running.has('s1'))
  })

  it('hands out no more once it is told to stop, and then is no longer among the workers', async () => {
    const { store, dispatcher } = await desk(await place())
    const worker = testWorker(store)
    const stop = dispatcher.work(worker)
    await queue(store, ['s1'])
    await until(() => worker.running.has('s1'))
    await stop()
    const draining = 'SELECT is_draining FROM worker'
    expect(await store.database.rows(draining)).toEqual([{ is_draining: true }])
    await queue(store, ['s2'])
    await dispatcher.offer('s2')
    worker.running.get('s1')?.end()
    await until(async () => (await store.database.rows(draining)).length === 0)
    expect(worker.asked).toEqual(['s1'])
  })

  it('notes who works, with what', async () => {
    const { store, dispatcher } = await desk(await place(), { concurrency: 7, version: '2.3.4' })
    const worker = testWorker(store, { loops: ['react@1', 'plan@2'] })
    dispatcher.work(worker)
    await queue(store, ['s1'])
    await dispatcher.offer('s1')
    const noted = 'SELECT name, version, loops, concurrency, running, is_draining FROM worker WHERE running = 1'
    await until(async () => (await store.database.rows(noted)).length > 0)
    expect(await store.database.rows(noted)).toEqual([
      {
        name: store.worker,
        version: '2.3.4',
        loops: ['react@1', 'plan@2'],
        concurrency: 7,
        running: 1,
        is_draining: false,
      },
    ])
  })

  it('refuses a number of slots that is none', async () => {
    await expect(desk(await place(), { concurrency: -1 })).rejects.toMatchObject({ code: 'config-invalid' })
  })
})
