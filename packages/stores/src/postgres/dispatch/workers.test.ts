import type pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { type Desk, desk, place, until } from '../../../test/dispatch-bench.ts'
import { beatSql, WorkerRow } from './workers.ts'

async function rowOf({ store }: Desk, onLost = () => {}): Promise<WorkerRow> {
  const { database, listener, worker: name } = store
  const row = new WorkerRow({ database, listener, name, version: '1.0.0', concurrency: 1, onLost })
  onTestFinished(() => row.leave())
  await row.register(['react@1'])
  return row
}

async function hasLock({ store }: Desk): Promise<unknown> {
  return (await store.database.rows('SELECT has_lock FROM worker'))[0]?.['has_lock']
}

it('a worker says that it has its lock when it holds it, and hears at once that it lost it', async () => {
  const here = await desk(await place(), { concurrency: 0 })
  let times = 0
  const row = await rowOf(here, () => times++)
  await until(async () => (await hasLock(here)) === true)
  await until(() => row.connection !== undefined)
  const pid = (await row.connection?.query('SELECT pg_backend_pid() AS pid'))?.rows[0].pid
  await here.store.database.rows('SELECT pg_terminate_backend($1)', [pid])
  await until(() => times === 1)
})

it('a worker takes its lock before anything else is arranged with its connection', async () => {
  const here = await desk(await place(), { concurrency: 0 })
  const { listener } = here.store
  const locks: number[] = []
  const lock = "SELECT count(*)::int AS held FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()"
  await rowOf(here)
  const clients: pg.Client[] = []
  const stop = listener.onBack(async (client) => {
    clients.push(client)
    locks.push((await client.query(lock)).rows[0].held)
  })
  onTestFinished(() => void stop())
  const listened: number[] = []
  listener.on(
    'news',
    () => {},
    () => listened.push(locks.length),
  )
  await until(() => listened.length === 1)
  const pid = (await clients[0]?.query('SELECT pg_backend_pid() AS pid'))?.rows[0].pid
  await here.store.database.rows('SELECT pg_terminate_backend($1)', [pid])
  await until(() => listened.length === 2)
  expect({ locks, listened: listened[1] }).toEqual({ locks: [1, 1], listened: 2 })
})

it('a beat says at once that the lock is lost, and only now and then that all is as before', async () => {
  const here = await desk(await place(), { concurrency: 0 })
  await rowOf(here)
  await until(async () => (await hasLock(here)) === true)
  const { database, worker } = here.store
  const beat = beatSql({ name: '$1', running: '$2', loops: '$3', hasLock: '$4', leftAlone: '$5' })
  const seen = async () => (await database.rows('SELECT seen_at, has_lock FROM worker'))[0]
  const before = await seen()
  await database.rows(beat, [worker, 0, [], true, {}])
  expect(await seen()).toEqual(before)
  await database.rows(beat, [worker, 0, [], false, {}])
  expect(await hasLock(here)).toBe(false)
})
