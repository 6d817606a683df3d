import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { next, opened, running, seqs, temporaryPath, verified } from '../../test/temporary-store.ts'
import { sqliteStore } from './store.ts'

describe('the journal in SQLite', () => {
  it('keeps two copies of a lease from writing the same row, and disturbs no other session', async () => {
    const store = opened(':memory:')
    const [one, two] = [await running(store, 'ses_1'), await running(store, 'ses_2')]
    const copy = { ...one, head: { ...one.head } }
    const results = await Promise.allSettled([
      store.journal.append(one, [next(one, 'first')]),
      store.journal.append(copy, [next(copy, 'second'), { ...next(copy), seq: 3 }]),
      store.journal.append(two, [next(two)]),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await seqs(store, 'ses_1')).toEqual([1, 2])
    expect(await seqs(store, 'ses_2')).toEqual([1, 2])
    expect(copy.head).toEqual({ ...copy.head, seq: 1 })
  })

  it('refuses the lease of a removed session, whatever came after it', async () => {
    const store = opened(':memory:')
    const old = await running(store, 'ses_1')
    await store.journal.append(old, [], { mirror: { status: 'failed', state: 'ended' } })
    await store.sessions.remove(['ses_1'])
    await running(store, 'ses_2')
    await expect(store.journal.append(old, [next(old)])).rejects.toMatchObject({ code: 'lease-lost' })
    expect(await seqs(store, 'ses_2')).toEqual([1])
  })

  it('refuses appends after the store was closed, and needs nobody to wait for them', async () => {
    const store = opened(':memory:')
    const lease = await running(store)
    await store.close()
    void store.journal.append(lease, [next(lease)])
    await expect(store.journal.append(lease, [next(lease)])).rejects.toMatchObject({ code: 'store-failed' })
    expect(lease.head.seq).toBe(1)
  })
})

describe('verification of a journal in SQLite', () => {
  const stranger = 'it is not what was signed as the first row of this session and owner'
  const empty = 'the journal is empty, and every session has a first row'
  const cases: readonly [string, string, number, string][] = [
    [
      'the rows of two sessions exchanged',
      'UPDATE journal SET sid = -sid; UPDATE journal SET sid = 3 + sid',
      1,
      stranger,
    ],
    [
      'two sessions renamed',
      `UPDATE session SET id = id || 'x'; UPDATE session SET id = 'ses_' || (3 - sid)`,
      1,
      stranger,
    ],
    [
      'a session given to another owner',
      `UPDATE session SET owner = 'bob'; UPDATE journal SET owner = 'bob'`,
      1,
      stranger,
    ],
    ['only the owner of a session changed', `UPDATE session SET owner = 'bob'`, 1, empty],
    [
      'the owner of a row changed',
      `UPDATE journal SET owner = 'bob' WHERE seq = 2`,
      2,
      'row 2 is missing: row 3 follows on row 1',
    ],
    ['every row removed', 'DELETE FROM journal', 1, empty],
    [
      'the end removed',
      'DELETE FROM journal WHERE seq = 4',
      4,
      'the session has ended, and its journal stops before that, at row 3',
    ],
  ]
  it.each(cases)('finds %s', async (_, sql, seq, why) => {
    const path = temporaryPath()
    const store = sqliteStore(path)
    for (const id of ['ses_1', 'ses_2']) {
      const lease = await running(store, id)
      for (let i = 0; i < 2; i++) await store.journal.append(lease, [next(lease, i)])
      const mirror = { status: 'completed', outcome: 'answered', state: 'ended' } as const
      await store.journal.append(lease, [{ ...next(lease), type: 'session.ended' }], { mirror })
    }
    expect(await verified(store)).toMatchObject({ ok: true, rows: 4 })
    await store.close()
    const database = new DatabaseSync(path)
    database.exec(sql)
    database.close()
    expect(await verified(opened(path))).toEqual({ ok: false, seq, why })
  })
})
