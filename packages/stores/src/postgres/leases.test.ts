import type { Lease, LeaseTerms, SessionLimits } from '@gyre/core'
import type pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { postgresUrl, runSql } from '../../../../test/postgres/postgres.ts'
import { bystander, countOf, storeAt, stores, untilWaiting } from '../../test/postgres-stores.ts'
import { temporarySchema } from '../../test/temporary-postgres.ts'
import { newSession, next, running, seqs, verified } from '../../test/temporary-store.ts'
import type { PostgresStore } from './store.ts'

describe('leases in PostgreSQL', () => {
  it('begin with the rows that were committed while their session was waited for', async () => {
    const [store] = await stores(1)
    const old = await running(store)
    const holder = await bystander(store)
    await holder.query('BEGIN')
    await holder.query('SELECT FROM session FOR NO KEY UPDATE')
    await holder.query(
      `INSERT INTO journal SELECT sid, 2, 1, owner, 'note', NULL, NULL, NULL, NULL, NULL, 'link', '' FROM session`,
    )
    const acquired = store.sessions.acquire('ses_1', terms('worker-b', 60_000))
    await untilWaiting(holder)
    await holder.query('COMMIT')
    expect((await acquired)?.head).toEqual({ seq: 2, chain: 'link' })
    await expect(store.journal.append(old, [next(old)])).rejects.toMatchObject({ code: 'lease-lost' })
  })

  it('are had of a session that was parked when they were asked for, and woken meanwhile', async () => {
    const [store] = await stores(1)
    await store.sessions.create(newSession('ses_1'))
    const holder = await bystander(store)
    await holder.query(`UPDATE session SET state = 'ended'`)
    await holder.query('BEGIN')
    await holder.query(`UPDATE session SET state = 'queued'`)
    const acquired = store.sessions.acquire('ses_1', terms('worker-b'))
    await untilWaiting(holder)
    await holder.query('COMMIT')
    expect(await acquired).toMatchObject({ token: 1 })
  })

  it('of many sessions are had in one transaction', async () => {
    const [store] = await stores(1)
    const ids = await queued(store, 50)
    const transactions = vi.spyOn(store.database, 'transaction')
    const leases = await Promise.all(ids.map((id) => store.sessions.acquire(id, terms(store.worker))))
    expect(leases.map((lease) => lease?.token)).toEqual(ids.map(() => 1))
    expect(transactions).toHaveBeenCalledTimes(1)
  })

  it('of one session are had by one of eight stores', async () => {
    const all = await stores(8)
    const ids = await queued(all[0], 20)
    const taken = await Promise.all(
      all.map((store) => Promise.all(shuffled(ids).map((id) => store.sessions.acquire(id, terms(store.worker))))),
    )
    const sessions = taken.flat().flatMap((lease) => lease?.session ?? [])
    expect(sessions.sort()).toEqual([...ids].sort())
  })

  it('are no more than the limits allow, whichever of eight stores want them', async () => {
    const all = await stores(8)
    const ids = await queued(all[0], 40)
    const limits: SessionLimits = { perOwner: 13, providers: { openai: 9 } }
    // Each wants others: nothing but the limits stands between them.
    const taken = await Promise.all(
      all.map((store, at) => {
        const own = ids.filter((_, i) => i % all.length === at)
        return Promise.all(own.map((id) => store.sessions.acquire(id, { ...terms(store.worker), limits })))
      }),
    )
    expect(taken.flat().filter((lease) => lease !== undefined)).toHaveLength(13)
    const rows = await all[0].sessions.list({ states: ['running'] })
    expect(rows.filter(({ mirror }) => mirror.provider === 'openai').length).toBeLessThanOrEqual(9)
  })

  it('are given under limits to those of higher priority, then to the oldest', async () => {
    const [store] = await stores(1)
    const priorities = { ses_1: 0, ses_2: 5, ses_3: 0, ses_4: 5, ses_5: -1 }
    for (const [id, priority] of Object.entries(priorities)) {
      await store.sessions.create({ ...newSession(id), waits: { priority } })
    }
    const asked = ['ses_5', 'ses_4', 'ses_3', 'ses_2', 'ses_1']
    const wanted = { ...terms(store.worker), limits: { perOwner: 3 } }
    const leases = await Promise.all(asked.map((id) => store.sessions.acquire(id, wanted)))
    expect(leases.map((lease) => lease?.session)).toEqual([undefined, 'ses_4', undefined, 'ses_2', 'ses_1'])
  })

  it('count how often workers were lost at the same place', async () => {
    const [store] = await stores(1)
    let lease = await running(store)
    const deaths = async () => (await store.database.rows('SELECT deaths, death_seq FROM session'))[0]
    const takeOver = async (leaseMs: number) => {
      const taken = await store.sessions.acquire('ses_1', { worker: 'w', leaseMs, now: Date.now() + 60_000 })
      if (taken) lease = taken
    }
    await takeOver(-120_000)
    expect(await deaths()).toEqual({ deaths: 1, death_seq: 1 })
    await takeOver(-120_000)
    expect(await deaths()).toEqual({ deaths: 2, death_seq: 1 })
    await store.journal.append(lease, [next(lease)])
    await takeOver(-120_000)
    expect(await deaths()).toEqual({ deaths: 1, death_seq: 2 })
    await store.sessions.release(lease)
    await takeOver(-120_000)
    expect(await deaths()).toEqual({ deaths: 1, death_seq: 2 })
  })

  it('are taken from a process of this machine that is dead, and its sessions are abandoned', async () => {
    const [store] = await stores(1)
    const dead = store.worker.replace(/\/\d+\//, '/4194305/')
    await store.sessions.create(newSession('ses_1'), { worker: dead, leaseMs: 60_000, now: Date.now() })
    await running(store, 'ses_2')
    expect(await store.sessions.abandoned(Date.now(), Number.POSITIVE_INFINITY)).toEqual(['ses_1'])
    expect(await store.sessions.acquire('ses_1', terms(store.worker))).toMatchObject({ token: 2 })
    expect(await store.sessions.acquire('ses_2', terms('worker-b'))).toBeUndefined()
  })

  it('tell when they are renewed that something was sent and not heard of', async () => {
    const [store] = await stores(1)
    const leases = [await running(store, 'ses_1'), await running(store, 'ses_2')]
    const heard: (string | undefined)[] = []
    store.onChange((session) => heard.push(session))
    await store.database.rows(`UPDATE session SET wake_seq = 4 WHERE id = 'ses_2'`)
    expect(await store.sessions.renew(leases, terms(store.worker))).toEqual([])
    expect(heard.filter((session) => session !== undefined)).toEqual(['ses_2'])
  })

  it('are never renewed until an earlier time than they have', async () => {
    const [store] = await stores(1)
    const lease = await running(store)
    const now = Date.now()
    for (const at of [now + 5000, now]) {
      await store.sessions.renew([lease], { worker: store.worker, leaseMs: 15_000, now: at })
    }
    expect(await store.sessions.get('ses_1')).toMatchObject({ leaseUntil: now + 20_000 })
  })

  it('last as long as they should when their sessions were waited for', async () => {
    const [store] = await stores(1)
    await store.sessions.create(newSession('ses_1'))
    const holder = await bystander(store)
    await holder.query('BEGIN')
    await holder.query('SELECT FROM session FOR UPDATE')
    const asked = terms(store.worker)
    const acquired = store.sessions.acquire('ses_1', asked)
    await untilWaiting(holder)
    const later = performance.now() + 20_000
    const time = vi.spyOn(performance, 'now').mockImplementation(() => later)
    await holder.query('COMMIT')
    await acquired
    time.mockRestore()
    expect((await store.sessions.get('ses_1'))?.leaseUntil).toBeGreaterThanOrEqual(asked.now + 35_000)
  })

  it('of new sessions last as long as they should when a connection was waited for', async () => {
    const [store, holder] = await busyStore()
    const asked = terms(store.worker)
    const made = store.sessions.create(newSession('ses_2'), asked)
    await new Promise(setImmediate)
    const later = performance.now() + 20_000
    const time = vi.spyOn(performance, 'now').mockImplementation(() => later)
    await holder.query('COMMIT')
    await made
    time.mockRestore()
    expect((await store.sessions.get('ses_2'))?.leaseUntil).toBeGreaterThanOrEqual(asked.now + 35_000)
  })

  it('are all renewed from the time when the last of their sessions could be had', async () => {
    const [store] = await stores(1)
    const leases = [await running(store, 'ses_1'), await running(store, 'ses_2')]
    const holder = await bystander(store)
    await holder.query('BEGIN')
    await holder.query(`SELECT FROM session WHERE id = 'ses_2' FOR UPDATE`)
    const asked = terms(store.worker)
    const renewed = store.sessions.renew(leases, asked)
    await untilWaiting(holder)
    await holder.query('SELECT pg_sleep(0.3)')
    await holder.query('COMMIT')
    await renewed
    for (const id of ['ses_1', 'ses_2']) {
      expect((await store.sessions.get(id))?.leaseUntil).toBeGreaterThanOrEqual(asked.now + 15_250)
    }
  })

  it('are renewed while every other connection is busy', async () => {
    const [store, holder, lease] = await busyStore()
    expect(await store.sessions.renew([lease], terms(store.worker))).toEqual([])
    await holder.query('COMMIT')
  })

  it('are had at the same time by those who come under no limit', async () => {
    const [store] = await stores(1)
    await queued(store, 2)
    const holder = await bystander(store)
    await holder.query('BEGIN')
    await holder.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      JSON.stringify([store.database.schema, 'limits']),
    ])
    const limits: SessionLimits = { providers: { openai: 1 } }
    expect(await store.sessions.acquire('ses_0', { ...terms(store.worker), limits })).toMatchObject({ token: 1 })
    const limited = store.sessions.acquire('ses_1', { ...terms(store.worker), limits })
    await untilWaiting(holder)
    await holder.query('COMMIT')
    expect(await limited).toMatchObject({ token: 1 })
  })

  it('are written and renewed by four stores in any order without a deadlock or a loss', async () => {
    const all = await storesOfTheirOwnDatabase(4)
    const leases = await Promise.all(Array.from({ length: 20 }, (_, i) => running(all[0], `ses_${i}`)))
    const renewing = new AbortController()
    const renewals = all.map(async (store) => {
      while (!renewing.signal.aborted) await store.sessions.renew(shuffled(leases), terms(store.worker))
    })
    const mirror = { status: 'planning' }
    const writes = all.map(async (store, at) => {
      const own = leases.filter((_, i) => i % all.length === at)
      for (let round = 0; round < 15; round++) {
        await Promise.all(shuffled(own).map((lease) => store.journal.append(lease, [next(lease, round)], { mirror })))
      }
    })
    await Promise.all(writes)
    renewing.abort()
    await Promise.all(renewals)
    for (const { session } of leases) expect(await verified(all[0], session)).toMatchObject({ ok: true, rows: 16 })
    expect(await deadlocks(all[0])).toBe(0)
  })

  it('let a session park and go only when all it appended is there', async () => {
    const [store] = await stores(1)
    const [other, parked, released] = [
      await running(store, 'ses_1'),
      await running(store, 'ses_2'),
      await running(store, 'ses_3'),
    ]
    const holder = await bystander(store)
    await holder.query('BEGIN')
    await holder.query(`SELECT FROM session WHERE id = 'ses_1' FOR UPDATE`)
    const first = store.journal.append(other, [next(other)])
    await untilWaiting(holder)
    const rest = [store.journal.append(parked, [next(parked)]), store.journal.append(released, [next(released)])]
    const both = [store.sessions.park(parked), store.sessions.release(released)]
    for (let i = 0; i < 5; i++) await store.sessions.wakeSeqs(['ses_2'])
    expect(await countOf(store, `session WHERE state = 'running'`)).toBe(3)
    await holder.query('COMMIT')
    expect(await Promise.all(both)).toEqual([true, undefined])
    expect([await seqs(store, 'ses_2'), await seqs(store, 'ses_3')]).toEqual([
      [1, 2],
      [1, 2],
    ])
    await Promise.all([first, ...rest])
  })
})

/** A store of one connection, with a statement that waits for the bystander to end its transaction; a lease of it. */
async function busyStore(): Promise<readonly [PostgresStore, pg.Client, Lease]> {
  const store = await storeAt(await temporarySchema(), { connections: 1 })
  const lease = await running(store)
  await store.keyValue.set('a', 1)
  const holder = await bystander(store)
  await holder.query('BEGIN')
  await holder.query('SELECT FROM key_value FOR UPDATE')
  void store.keyValue.set('a', 2)
  await untilWaiting(holder)
  return [store, holder, lease]
}

function terms(worker: string, inMs = 0): LeaseTerms {
  return { worker, leaseMs: 15_000, now: Date.now() + inMs }
}

/** Sessions of one owner; every second one with a model of the same provider. */
async function queued(store: PostgresStore, count: number): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, (_, i) => `ses_${i}`)
  const made = ids.map((id, i) => {
    const session = newSession(id)
    return store.sessions.create({ ...session, mirror: { ...session.mirror, provider: i % 2 ? 'openai' : null } })
  })
  await Promise.all(made)
  return ids
}

function shuffled<T>(items: readonly T[]): readonly T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

/** Deadlocks are counted for a whole database. */
async function storesOfTheirOwnDatabase(count: number): Promise<readonly [PostgresStore, ...PostgresStore[]]> {
  const name = `test_${Math.random().toString(36).slice(2)}`
  const url = await postgresUrl()
  await runSql(url, `CREATE DATABASE ${name}`)
  onTestFinished(() => runSql(url, `DROP DATABASE ${name} WITH (FORCE)`))
  const own = new URL(url)
  own.pathname = `/${name}`
  const place = { url: own.href, schema: 'gyre' }
  const first = await storeAt(place)
  return [first, ...(await Promise.all(Array.from({ length: count - 1 }, () => storeAt(place))))]
}

async function deadlocks({ database }: PostgresStore): Promise<number | undefined> {
  const sql = 'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()'
  return (await database.rows<{ deadlocks: number }>(sql))[0]?.deadlocks
}
