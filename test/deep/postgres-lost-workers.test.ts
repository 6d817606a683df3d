import type { DispatchWorker } from '@gyre/core'
import pg from 'pg'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { Boss } from '../../packages/stores/src/postgres/dispatch/boss.ts'
import { Sweeper } from '../../packages/stores/src/postgres/dispatch/sweeper.ts'
import { Troubles } from '../../packages/stores/src/postgres/dispatch/troubles.ts'
import {
  type Desk,
  desk,
  deskProcess,
  looked,
  noteOffered,
  place,
  queue,
  testWorker,
  until,
} from '../../packages/stores/test/dispatch-bench.ts'

const hour = 3_600_000

/** Sessions that somebody elsewhere runs. */
async function runElsewhere({ store }: Desk, ids: readonly string[], { worker = 'elsewhere', leaseMs = hour } = {}) {
  await queue(store, ids)
  for (const id of ids) await store.sessions.acquire(id, { worker, leaseMs, now: Date.now() })
}

/** A worker that has a row, and whose lock nobody holds. */
async function noteWorker({ store }: Desk, name: string): Promise<void> {
  const now = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'
  await store.database.rows(
    `INSERT INTO worker (name, version, loops, concurrency, has_lock, started_at, seen_at)
      VALUES ($1, '1.0.0', '{react@1}', 1, true, ${now}, ${now})`,
    [name],
  )
}

function sweeperOf({ store }: Desk, leaseMs = 1): Sweeper {
  const { database, listener } = store
  const boss = new Boss({ database, listener, troubles: new Troubles(), onWork: async () => {} })
  onTestFinished(() => boss.close())
  return new Sweeper({ database, boss, worker: 'me', leaseMs })
}

async function connectionTo({ store }: Desk): Promise<pg.Client> {
  const client = new pg.Client(store.database.settings())
  await client.connect()
  await store.database.prepare(client)
  onTestFinished(() => client.end())
  return client
}

const nothing = { running: 0, loops: [], leftAlone: {} }

/** So much time passes at once; connections keep their own. */
function pass(ms: number): void {
  vi.setSystemTime(Date.now() + ms)
}

async function stateOf({ store }: Desk, id: string): Promise<string | undefined> {
  return (await store.sessions.get(id))?.state
}

afterEach(() => void vi.useRealTimers())

describe('sessions of workers that are gone', () => {
  it('are taken over when the process was killed, long before its lease runs out', async () => {
    const schema = await place()
    const other = await desk(schema)
    await queue(other.store, ['s1'])
    const { child, printed } = deskProcess(schema, hour)
    await until(() => printed().includes('took s1'))
    const before = await other.store.sessions.get('s1')
    const worker = testWorker(other.store)
    other.dispatcher.work(worker)
    child.kill('SIGKILL')
    await until(() => worker.running.has('s1'))
    expect(worker.running.get('s1')?.lease.token).toBe((before?.token ?? 0) + 2)
  })

  it('are taken over when their lease ran out', async () => {
    const here = await desk(await place())
    await runElsewhere(here, ['s1'], { leaseMs: 1 })
    const worker = testWorker(here.store)
    here.dispatcher.work(worker)
    await until(() => worker.running.has('s1'))
    const deaths = await here.store.database.rows('SELECT deaths, death_seq FROM session')
    expect(deaths).toEqual([{ deaths: 1, death_seq: 0 }])
  })

  it('are left alone until the lock of their worker is missing for half a second', async () => {
    const here = await desk(await place(), { concurrency: 0 })
    await noteWorker(here, 'elsewhere')
    await runElsewhere(here, ['s1'])
    const [sweeper, client] = [sweeperOf(here), await connectionTo(here)]
    vi.useFakeTimers({ toFake: ['Date'] })
    await sweeper.look(client, nothing)
    pass(400)
    await sweeper.look(client, nothing)
    expect(await stateOf(here, 's1')).toBe('running')
    pass(100)
    await sweeper.look(client, nothing)
    expect(await stateOf(here, 's1')).toBe('queued')
  })

  it('are left alone when the lock is missing in looks over two connections', async () => {
    const here = await desk(await place(), { concurrency: 0 })
    await noteWorker(here, 'elsewhere')
    await runElsewhere(here, ['s1'])
    const sweeper = sweeperOf(here)
    vi.useFakeTimers({ toFake: ['Date'] })
    for (let time = 0; time < 3; time++) {
      await sweeper.look(await connectionTo(here), nothing)
      pass(600)
    }
    expect(await stateOf(here, 's1')).toBe('running')
  })

  it('are left alone when the lock was held in between', async () => {
    const here = await desk(await place(), { concurrency: 0 })
    await noteWorker(here, 'elsewhere')
    await runElsewhere(here, ['s1'])
    const [sweeper, client, theirs] = [sweeperOf(here), await connectionTo(here), await connectionTo(here)]
    const lock = (what: string) => theirs.query(`SELECT pg_advisory_${what}(4242, number) FROM worker`)
    vi.useFakeTimers({ toFake: ['Date'] })
    await sweeper.look(client, nothing)
    await lock('lock_shared')
    pass(600)
    await sweeper.look(client, nothing)
    await lock('unlock_shared')
    pass(600)
    await sweeper.look(client, nothing)
    expect(await stateOf(here, 's1')).toBe('running')
  })

  it('are left alone when their worker says that it has no lock', async () => {
    const here = await desk(await place(), { concurrency: 0 })
    await noteWorker(here, 'elsewhere')
    await here.store.database.rows('UPDATE worker SET has_lock = false')
    await runElsewhere(here, ['s1'])
    const [sweeper, client] = [sweeperOf(here), await connectionTo(here)]
    vi.useFakeTimers({ toFake: ['Date'] })
    for (let time = 0; time < 3; time++) {
      await sweeper.look(client, nothing)
      pass(600)
    }
    expect(await stateOf(here, 's1')).toBe('running')
  })

  it('are left alone by one that has lost its own connection, until their leases ran out long ago', async () => {
    const here = await desk(await place(), { concurrency: 0 })
    await noteWorker(here, 'elsewhere')
    await runElsewhere(here, ['dead'])
    await runElsewhere(here, ['late', 'gone'], { worker: 'unknown', leaseMs: 1 })
    await here.store.database.rows("UPDATE session SET lease_until = lease_until - 200000 WHERE id = 'gone'")
    // One that was started a moment ago would be reason enough.
    const isOld = "SELECT 1 WHERE clock_timestamp() - pg_postmaster_start_time() > interval '1.1 s'"
    await until(async () => (await here.store.database.rows(isOld)).length > 0)
    const sweeper = sweeperOf(here, 1000)
    vi.useFakeTimers({ toFake: ['Date'] })
    for (let time = 0; time < 3; time++) {
      await sweeper.look(undefined, nothing)
      pass(600)
    }
    const states = await Promise.all(['dead', 'late', 'gone'].map((id) => stateOf(here, id)))
    expect(states).toEqual(['running', 'running', 'queued'])
  })

  it('are left to another who sweeps at this moment', async () => {
    const here = await desk(await place(), { concurrency: 0 })
    await runElsewhere(here, ['s1'], { leaseMs: 1 })
    const [sweeper, client, theirs] = [sweeperOf(here), await connectionTo(here), await connectionTo(here)]
    await theirs.query('BEGIN')
    await theirs.query('SELECT pg_advisory_xact_lock(4243, hashtext($1))', [here.store.database.schema])
    await sweeper.look(client, nothing)
    expect(await stateOf(here, 's1')).toBe('running')
    await theirs.query('COMMIT')
    await sweeper.look(client, nothing)
    expect(await stateOf(here, 's1')).toBe('queued')
  })

  it('are looked at again when the next lease runs out, and less often the more workers there are', async () => {
    const here = await desk(await place(), { concurrency: 0 })
    const [sweeper, client] = [sweeperOf(here), await connectionTo(here)]
    const nextMs = async () => (await sweeper.look(client, nothing)).nextMs
    expect(await nextMs()).toBe(1000)
    const noteWorkers = async (count: number) => {
      for (let at = 0; at < count; at++) await noteWorker(here, `worker ${at} of ${count}`)
      await here.store.database.rows('UPDATE worker SET has_lock = false')
    }
    await noteWorkers(4)
    expect(await nextMs()).toBe(500)
    await noteWorkers(26)
    expect(await nextMs()).toBe(1500)
    await here.store.database.rows('DELETE FROM worker')
    await runElsewhere(here, ['s1'], { leaseMs: 400 })
    expect(await nextMs()).toBeLessThanOrEqual(410)
  })

  it('stay with a healthy worker whose connection was dropped', async () => {
    const schema = await place()
    const [one, other] = [await desk(schema, { leaseMs: hour }), await desk(schema)]
    const worker = testWorker(one.store)
    one.dispatcher.work(worker)
    const idle = testWorker(other.store)
    other.dispatcher.work(idle)
    await queue(one.store, ['s1'])
    await noteOffered(one.store, ['s1'])
    await worker.run('s1')
    const lock = `SELECT l.pid FROM pg_locks l JOIN worker w ON w.number = l.objid::bigint AND l.classid = 4242
      WHERE l.locktype = 'advisory' AND w.name = '${one.store.worker}'`
    const holder = async () => (await other.store.database.rows<{ pid: number }>(lock))[0]?.pid
    await until(async () => (await holder()) !== undefined)
    const before = await holder()
    await other.store.database.rows(`SELECT pg_terminate_backend(${before})`)
    await until(async () => ![undefined, before].includes(await holder()))
    const seen = `SELECT 1 FROM worker WHERE name = '${other.store.worker}' AND seen_at > `
    const [now] = await other.store.database.rows<{ at: number }>(
      'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS at',
    )
    await until(async () => (await other.store.database.rows(`${seen}${now?.at}`)).length > 0)
    expect([await stateOf(one, 's1'), idle.asked]).toEqual(['running', []])
  })

  it('are set aside when their worker died five times at the same place, until somebody resumes them', async () => {
    const here = await desk(await place())
    await runElsewhere(here, ['s1'], { leaseMs: 1 })
    await here.store.database.rows('UPDATE session SET deaths = 4')
    const worker = testWorker(here.store)
    here.dispatcher.work(worker)
    await until(async () => (await here.dispatcher.deadLetters()).length > 0)
    expect(await here.dispatcher.deadLetters()).toMatchObject([{ session: 's1', deaths: 5 }])
    expect([await stateOf(here, 's1'), worker.asked]).toEqual(['parked', []])
    const body = { id: 'i1', session: 's1', action: 'resume', body: null, by: 'me', at: 1, key: null }
    await here.store.interventions.add(body)
    await here.dispatcher.offer('s1')
    await until(() => worker.running.has('s1'))
    expect(await here.dispatcher.deadLetters()).toEqual([])
  })

  it('are counted anew when they went on in between', async () => {
    const here = await desk(await place())
    await queue(here.store, ['s1'])
    const lease = await here.store.sessions.acquire('s1', { worker: 'elsewhere', leaseMs: 1, now: Date.now() })
    if (lease) await here.store.journal.append(lease, [{ seq: 1, at: 1, type: 'note', data: 'a step' }])
    await here.store.database.rows('UPDATE session SET deaths = 4, lease_until = 1')
    const worker = testWorker(here.store)
    here.dispatcher.work(worker)
    await until(() => worker.running.has('s1'))
    expect(await here.store.database.rows('SELECT deaths, death_seq FROM session')).toEqual([
      { deaths: 1, death_seq: 1 },
    ])
  })

  it('are not taken when they wait with too many deaths', async () => {
    const here = await desk(await place())
    await queue(here.store, ['s1', 's2'])
    await here.store.database.rows("UPDATE session SET deaths = 5 WHERE id = 's1'")
    const worker = testWorker(here.store)
    here.dispatcher.work(worker)
    await here.dispatcher.offer('s1')
    await until(async () => (await here.dispatcher.deadLetters()).length > 0)
    await until(() => worker.running.has('s2'))
    expect(worker.asked).toEqual(['s2'])
  })
})

describe('a worker', () => {
  it('is asked for sessions while it stops only if they were being taken', async () => {
    const here = await desk(await place())
    const asked = Promise.withResolvers<void>()
    const taken = Promise.withResolvers<undefined>()
    const slow: DispatchWorker = {
      setAside: async () => {},
      loops: () => ['react@1'],
      run: () => {
        asked.resolve()
        return taken.promise
      },
    }
    await queue(here.store, ['s1'])
    const stop = here.dispatcher.work(slow)
    await asked.promise
    let hasStopped = false
    const stopped = stop().then(() => {
      hasStopped = true
    })
    await looked(here.store)
    expect(hasStopped).toBe(false)
    taken.resolve(undefined)
    await stopped
  })

  it('gives up a fetch that gets no answer long before the work on the queue does', async () => {
    const here = await desk(await place(), { concurrency: 0 })
    const { database, listener } = here.store
    const boss = new Boss({ database, listener, troubles: new Troubles(), onWork: async () => {} })
    onTestFinished(() => boss.close())
    await boss.started()
    const theirs = await connectionTo(here)
    await theirs.query('SET idle_in_transaction_session_timeout = 0; BEGIN')
    await theirs.query(`LOCK TABLE ${database.schema}_jobs.job IN ACCESS EXCLUSIVE MODE`)
    const waiting = theirs.query('SELECT pg_sleep(10)').catch(() => {})
    const before = performance.now()
    await expect(boss.fetch(1)).rejects.toThrow('Query read timeout')
    expect(performance.now() - before).toBeLessThan(9000)
    await waiting
  })

  it('ends with its process when it is closed: nothing is left open', async () => {
    const schema = await place()
    const { child, printed } = deskProcess(schema, 3000)
    await until(() => printed().includes('works'))
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.stdin?.end()
    expect([await ended, printed()]).toEqual([0, 'works\nclosed\n'])
  })
})
