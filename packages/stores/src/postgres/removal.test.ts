import { describe, expect, it, vi } from 'vitest'
import { bystander, countOf, stores, untilWaiting } from '../../test/postgres-stores.ts'
import { intervention, newSession, next, running, seqs } from '../../test/temporary-store.ts'
import type { PostgresStore } from './store.ts'

const large = 'z'.repeat(50_000)
const ended = { mirror: { status: 'failed', state: 'ended' } } as const

describe('the removal of sessions from PostgreSQL', () => {
  it('keeps a payload that somebody begins to use meanwhile', async () => {
    const [store, other] = (await stores(2)) as [PostgresStore, PostgresStore]
    const [old, young] = [await running(store, 'ses_1'), await running(other, 'ses_2')]
    await store.journal.append(old, [next(old, large)], ended)
    const holder = await bystander(store)
    // It has looked who uses the payload, and waits with deleting it.
    await holder.query('BEGIN')
    await holder.query('SELECT FROM payload FOR UPDATE')
    const removed = store.sessions.remove(['ses_1'])
    await untilWaiting(holder)
    const appended = other.journal.append(young, [next(young, large)])
    await untilWaiting(holder, 2)
    await holder.query('COMMIT')
    await Promise.all([removed, appended])
    expect((await other.journal.read('ses_2', 2))[0]?.result).toBe(JSON.stringify(large))
    expect([await countOf(store, 'payload'), await countOf(store, 'payload_use')]).toEqual([1, 1])
  })

  it('keeps a payload that a session is made with meanwhile', async () => {
    const [store, other] = (await stores(2)) as [PostgresStore, PostgresStore]
    const old = await running(store, 'ses_1')
    await store.journal.append(old, [next(old, large)], ended)
    const holder = await bystander(store)
    await holder.query('BEGIN')
    await holder.query('SELECT FROM payload FOR UPDATE')
    const removed = store.sessions.remove(['ses_1'])
    await untilWaiting(holder)
    const facts = [{ seq: 1, at: 1, type: 'session.created', data: large }] as const
    const made = other.sessions.create({ ...newSession('ses_2'), facts })
    await untilWaiting(holder, 2)
    await holder.query('COMMIT')
    await Promise.all([removed, made])
    expect((await other.journal.read('ses_2', 1))[0]?.data).toBe(JSON.stringify(large))
  })

  it('sees who began to use a payload while it waited', async () => {
    const [store] = await stores(1)
    const [old, young] = [await running(store, 'ses_1'), await running(store, 'ses_2')]
    await store.journal.append(old, [next(old, large)], ended)
    const holder = await bystander(store)
    // Whoever holds the row that is to be written keeps the append from its commit.
    await holder.query('BEGIN')
    await holder.query(
      `INSERT INTO payload_use SELECT s.sid, p.address, p.owner FROM session s, payload p WHERE s.id = 'ses_2'`,
    )
    const appended = store.journal.append(young, [next(young, large)])
    await untilWaiting(holder)
    const removed = store.sessions.remove(['ses_1'])
    await untilWaiting(holder, 2)
    await holder.query('ROLLBACK')
    await Promise.all([removed, appended])
    expect((await store.journal.read('ses_2', 2))[0]?.result).toBe(JSON.stringify(large))
  })

  it('takes many sessions a part at a time, and leaves nothing of them', async () => {
    const [store] = await stores(1)
    const ids = Array.from({ length: 250 }, (_, i) => `ses_${i}`)
    const leases = await Promise.all(ids.map((id) => running(store, id)))
    await store.interventions.add(intervention('itv_1'))
    await Promise.all(leases.map((lease) => store.journal.append(lease, [next(lease, large)], ended)))
    const kept = await running(store, 'ses_kept')
    await store.journal.append(kept, [next(kept, 'small')])
    const transactions = vi.spyOn(store.database, 'transaction')
    await store.sessions.remove([...ids, 'ses_kept', 'ses_unknown'])
    expect(transactions).toHaveBeenCalledTimes(3)
    const left = ['session', 'journal', 'intervention', 'payload', 'payload_use'].map((table) => countOf(store, table))
    expect(await Promise.all(left)).toEqual([1, 2, 0, 0, 0])
    expect(await seqs(store, 'ses_kept')).toEqual([1, 2])
  })

  it('takes a very long journal a part at a time, from its end', async () => {
    const [store] = await stores(1)
    const lease = await running(store)
    await store.journal.append(lease, [], ended)
    await store.database.rows(`INSERT INTO journal (sid, seq, at, owner, type, chain, key)
      SELECT sid, n, 1, owner, 'note', '', '' FROM session, generate_series(2, 45000) n`)
    const asked = vi.spyOn(store.database, 'rows')
    await store.sessions.remove(['ses_1'])
    const parts = asked.mock.calls.filter(([text]) => text.startsWith('DELETE FROM journal'))
    expect(parts.map(([, values]) => (values as readonly unknown[])[1])).toEqual([25_000, 5000])
    expect(await Promise.all([countOf(store, 'session'), countOf(store, 'journal')])).toEqual([0, 0])
  })
})
