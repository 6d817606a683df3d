import type { Lease, Store } from '@gyre/core'
import { describe, expect, it, vi } from 'vitest'
import { bystander, countOf, stores, untilWaiting } from '../../test/postgres-stores.ts'
import { intervention, newSession, next, running, seqs, verified } from '../../test/temporary-store.ts'
import type { PostgresStore } from './store.ts'

const large = 'z'.repeat(50_000)

describe('the journal in PostgreSQL', () => {
  it('writes what 50 sessions append at once with one statement', async () => {
    const [store] = await stores(1)
    const leases = await Promise.all(Array.from({ length: 50 }, (_, i) => running(store, `ses_${i}`)))
    const asked = vi.spyOn(store.database, 'rows')
    await Promise.all(leases.map((lease) => store.journal.append(lease, [next(lease, 'x')])))
    expect(asked).toHaveBeenCalledTimes(1)
    expect(await countOf(store, 'journal')).toBe(100)
  })

  it('lets a record that nobody waits for go along with the next of the same turn', async () => {
    const [store] = await stores(1)
    const lease = await running(store)
    const asked = vi.spyOn(store.database, 'rows')
    void store.journal.append(lease, [next(lease)])
    await Promise.resolve()
    await store.journal.append(lease, [next(lease)])
    expect(asked).toHaveBeenCalledTimes(1)
  })

  it('collects what comes while a statement is under way', async () => {
    const [store] = await stores(1)
    const lease = await running(store)
    const asked = vi.spyOn(store.database, 'rows')
    const first = store.journal.append(lease, [next(lease)])
    await vi.waitFor(() => expect(asked).toHaveBeenCalled())
    const rest = Array.from({ length: 20 }, () => store.journal.append(lease, [next(lease)]))
    await Promise.all([first, ...rest])
    expect(asked).toHaveBeenCalledTimes(2)
    expect(await verified(store)).toMatchObject({ ok: true, rows: 22 })
  })

  it('refuses a row whose statement waited while another worker took the session', async () => {
    const [store] = await stores(1)
    const lease = await running(store)
    const other = await bystander(store)
    await other.query('BEGIN')
    await other.query('UPDATE session SET token = token + 1')
    const late = Promise.allSettled([store.journal.append(lease, [next(lease)])])
    await untilWaiting(other)
    await other.query('COMMIT')
    expect(await late).toMatchObject([{ reason: { code: 'lease-lost' } }])
    expect(await seqs(store)).toEqual([1])
    expect(lease.head.seq).toBe(1)
  })

  it('refuses of a batch only what belongs to the session that was taken meanwhile', async () => {
    const [store] = await stores(1)
    const leases = [await running(store, 'ses_1'), await running(store, 'ses_2'), await running(store, 'ses_3')]
    const other = await bystander(store)
    await other.query('BEGIN')
    await other.query(`UPDATE session SET token = token + 1 WHERE id = 'ses_2'`)
    const options = { mirror: { status: 'planning' } }
    const late = Promise.allSettled(leases.map((lease) => store.journal.append(lease, [next(lease, large)], options)))
    await untilWaiting(other)
    await other.query('COMMIT')
    expect((await late).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await Promise.all(['ses_1', 'ses_2', 'ses_3'].map((id) => seqs(store, id)))).toEqual([[1, 2], [1], [1, 2]])
    const listed = await store.sessions.list({})
    expect(listed.map(({ mirror }) => mirror.status)).toEqual(['planning', 'queued', 'planning'])
    expect(await countOf(store, 'payload_use')).toBe(2)
  })

  it('lets nobody take a session between the fence and the commit of its rows', async () => {
    const [store] = await stores(1)
    const lease = await running(store)
    const [writer, taker] = [await bystander(store), await bystander(store)]
    // Whoever holds the row that is to be written keeps the statement between its fence and its commit.
    await writer.query('BEGIN')
    await writer.query(
      `INSERT INTO journal SELECT sid, 2, 1, owner, 'note', NULL, NULL, NULL, NULL, NULL, '', '' FROM session`,
    )
    const appended = store.journal.append(lease, [next(lease)])
    await untilWaiting(writer)
    const taken = taker.query('UPDATE session SET token = token + 1')
    await untilWaiting(writer, 2)
    await writer.query('ROLLBACK')
    await Promise.all([appended, taken])
    expect(await seqs(store)).toEqual([1, 2])
  })

  it('keeps two copies of a lease from writing the same row, and disturbs no other session', async () => {
    const [store] = await stores(1)
    const [one, two] = [await running(store, 'ses_1'), await running(store, 'ses_2')]
    const copy = { ...one, head: { ...one.head } }
    const results = await Promise.allSettled([
      store.journal.append(one, [next(one, 'first')]),
      store.journal.append(copy, [next(copy, 'second'), { ...next(copy), seq: 3 }]),
      store.journal.append(two, [next(two)]),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect([await seqs(store, 'ses_1'), await seqs(store, 'ses_2')]).toEqual([
      [1, 2],
      [1, 2],
    ])
    expect(copy.head.seq).toBe(1)
  })

  it('refuses a copy of a lease that comes later, all of what it appends, and disturbs no other session', async () => {
    const [store] = await stores(1)
    const [one, two] = [await running(store, 'ses_1'), await running(store, 'ses_2')]
    const copy = { ...one, head: { ...one.head } }
    await store.journal.append(one, [next(one, 'first')])
    const facts = [next(copy, 'second'), { ...next(copy), seq: 3 }]
    const results = await Promise.allSettled([
      store.journal.append(copy, facts, { mirror: { status: 'failed', state: 'ended' } }),
      store.journal.append(two, [next(two)]),
    ])
    expect(results).toMatchObject([{ reason: { code: 'lease-lost' } }, { status: 'fulfilled' }])
    expect(await seqs(store, 'ses_1')).toEqual([1, 2])
    expect(await store.sessions.get('ses_1')).toMatchObject({ state: 'running' })
  })

  it('refuses what follows on rows that the server has lost', async () => {
    const [store] = await stores(1)
    const leases = [await running(store, 'ses_1'), await running(store, 'ses_2'), await running(store, 'ses_3')]
    for (const lease of leases) await store.journal.append(lease, [next(lease)])
    await store.database.rows('DELETE FROM journal WHERE seq = 2')
    const [lone, ...batch] = leases as [Lease, Lease, Lease]
    await expect(store.journal.append(lone, [next(lone)])).rejects.toMatchObject({ code: 'lease-lost' })
    const ended = { mirror: { status: 'failed', state: 'ended' } } as const
    const late = await Promise.allSettled(
      batch.map((lease, i) => store.journal.append(lease, i ? [] : [next(lease)], ended)),
    )
    expect(late).toMatchObject([{ reason: { code: 'lease-lost' } }, { reason: { code: 'lease-lost' } }])
    expect(await countOf(store, `journal WHERE seq > 1`)).toBe(0)
    expect(await countOf(store, `session WHERE state = 'running'`)).toBe(3)
  })

  it('refuses the end that a copy of a lease tells when others have written since', async () => {
    const [store] = await stores(1)
    const lease = await running(store)
    const copy = { ...lease, head: { ...lease.head } }
    await store.journal.append(lease, [next(lease)])
    const end = store.journal.append(copy, [], { mirror: { status: 'failed', state: 'ended' } })
    await expect(end).rejects.toMatchObject({ code: 'lease-lost' })
    expect(await store.sessions.get('ses_1')).toMatchObject({ state: 'running' })
  })

  /** The server gives up statements that tell of more than so many sessions. */
  async function giveUpAbove(store: PostgresStore, most: number): Promise<void> {
    const gaveUp = `ERRCODE = '57014', MESSAGE = 'canceling statement due to statement timeout'`
    await store.database.rows(`CREATE FUNCTION give_up() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN
        IF (SELECT count(DISTINCT sid) FROM told) > ${most} THEN RAISE EXCEPTION USING ${gaveUp}; END IF;
        RETURN NULL;
      END $$`)
    await store.database.rows(`CREATE TRIGGER slow AFTER INSERT ON journal
      REFERENCING NEW TABLE AS told FOR EACH STATEMENT EXECUTE FUNCTION give_up()`)
  }

  it('is written in halves when the server gives up what is too much at once', async () => {
    const [store] = await stores(1)
    const leases = await Promise.all([1, 2, 3, 4, 5].map((n) => running(store, `ses_${n}`)))
    await giveUpAbove(store, 2)
    await Promise.all(leases.map((lease) => store.journal.append(lease, [next(lease)])))
    expect(leases.map(({ head }) => head.seq)).toEqual([2, 2, 2, 2, 2])
    expect(await seqs(store)).toEqual([1, 2])
  })

  it('asks three times for what the server gives up alone, then fails', async () => {
    const [store] = await stores(1)
    const lease = await running(store)
    await giveUpAbove(store, 0)
    const asked = vi.spyOn(store.database, 'rows')
    await expect(store.journal.append(lease, [next(lease)])).rejects.toMatchObject({ code: 'store-failed' })
    expect(asked).toHaveBeenCalledTimes(3)
  })

  it('refuses the lease of a removed session, also when the session was made again', async () => {
    const [store] = await stores(1)
    const old = await running(store)
    await store.journal.append(old, [], { mirror: { status: 'failed', state: 'ended' } })
    await store.sessions.remove(['ses_1'])
    await running(store)
    await expect(store.journal.append(old, [next(old)])).rejects.toMatchObject({ code: 'lease-lost' })
    expect(await seqs(store)).toEqual([1])
  })

  it('refuses appends after the store was closed, and needs nobody to wait for them', async () => {
    const [store] = await stores(1)
    const lease = await running(store)
    await store.close()
    void store.journal.append(lease, [next(lease)])
    await expect(store.journal.append(lease, [next(lease)])).rejects.toMatchObject({ code: 'store-failed' })
    expect(lease.head.seq).toBe(1)
  })

  it('fails what cannot be written alone, and all that follows under its lease', async () => {
    const [store] = await stores(1)
    const [bad, good] = [await running(store, 'ses_1'), await running(store, 'ses_2')]
    const results = await Promise.allSettled([
      store.journal.append(bad, [{ ...next(bad), at: Number.NaN }]),
      store.journal.append(bad, [next(bad)]),
      store.journal.append(good, [next(good)]),
    ])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
    await expect(store.journal.append(bad, [next(bad)])).rejects.toMatchObject({ code: 'store-failed' })
    expect([bad.head.seq, good.head.seq]).toEqual([1, 2])
  })

  it('has a row of another owner for no row of the session', async () => {
    const [store] = await stores(1)
    const lease = await running(store)
    for (let i = 0; i < 2; i++) await store.journal.append(lease, [next(lease)])
    await store.database.rows(`UPDATE journal SET owner = 'bob' WHERE seq = 2`)
    const why = 'row 2 is missing: row 3 follows on row 1'
    expect(await verified(store)).toEqual({ ok: false, seq: 2, why })
  })

  it('rejects with the end what was sent while the end waited', async () => {
    const [store] = await stores(1)
    const lease = await running(store)
    const sender = await bystander(store)
    await sender.query('BEGIN')
    await sender.query('UPDATE session SET wake_seq = wake_seq + 1')
    await sender.query(`INSERT INTO intervention (id, sid, owner, action, body, sender, at, state)
      SELECT 'itv_1', sid, owner, 'steer', '{}', 'ann', 1, 'queued' FROM session`)
    const written = [
      store.journal.append(lease, [next(lease)], { mirror: { status: 'failed', state: 'ended' } }),
      store.journal.append(lease, [next(lease)]),
    ]
    await untilWaiting(sender)
    await sender.query('COMMIT')
    await Promise.all(written)
    expect(await store.interventions.list('ses_1')).toMatchObject([{ state: 'rejected', why: 'session-ended' }])
    expect(await store.sessions.get('ses_1')).toMatchObject({ state: 'ended' })
    expect(await seqs(store)).toEqual([1, 2, 3])
  })

  it('settles each intervention as the first of several appends says', async () => {
    const [store] = await stores(1)
    const lease = await running(store)
    await store.interventions.add(intervention('itv_1'))
    const settled = (state: 'applied' | 'rejected') => ({ settle: [{ id: 'itv_1', state, at: 'act#1', why: null }] })
    await Promise.all([
      store.journal.append(lease, [next(lease)], settled('applied')),
      store.journal.append(lease, [next(lease)], settled('rejected')),
    ])
    expect(await store.interventions.list('ses_1')).toMatchObject([{ state: 'applied', appliedAt: 'act#1' }])
  })
})

describe('payloads in PostgreSQL', () => {
  it('are stored once however often they are used', async () => {
    const [store] = await stores(1)
    const leases = [await running(store, 'ses_1'), await running(store, 'ses_2')]
    for (let i = 0; i < 3; i++) await Promise.all(leases.map((lease) => appendLarge(store, lease)))
    expect([await countOf(store, 'payload'), await countOf(store, 'payload_use')]).toEqual([1, 2])
  })

  it('are kept apart by owner', async () => {
    const [store] = await stores(1)
    const facts = [{ seq: 1, at: 1, type: 'session.created', data: large }] as const
    const made = ['ann', 'bob'].map((owner) => store.sessions.create({ ...newSession(`ses_${owner}`), owner, facts }))
    await Promise.all(made)
    expect([await countOf(store, 'payload'), await countOf(store, 'payload_use')]).toEqual([2, 2])
    expect((await store.journal.read('ses_bob', 1))[0]?.data).toBe(JSON.stringify(large))
  })

  it('are read as the owner of the session has them', async () => {
    const [store] = await stores(1)
    const facts = [{ seq: 1, at: 1, type: 'session.created', data: large }] as const
    for (const owner of ['ann', 'bob']) await store.sessions.create({ ...newSession(`ses_${owner}`), owner, facts })
    await store.database.rows(`UPDATE payload SET text = '"forged"' WHERE owner = 'ann'`)
    expect((await store.journal.read('ses_bob', 1))[0]?.data).toBe(JSON.stringify(large))
  })

  it('are not written for an append that was refused', async () => {
    const [store] = await stores(1)
    const lease = await running(store)
    await store.sessions.acquire('ses_1', { worker: 'w', leaseMs: 1, now: Date.now() + 60_000 })
    await expect(appendLarge(store, lease)).rejects.toMatchObject({ code: 'lease-lost' })
    expect([await countOf(store, 'payload'), await countOf(store, 'payload_use')]).toEqual([0, 0])
  })
})

async function appendLarge(store: Store, lease: Lease): Promise<void> {
  await store.journal.append(lease, [{ ...next(lease, large), data: large }])
}
