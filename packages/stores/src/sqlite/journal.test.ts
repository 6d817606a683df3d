import { describe, expect, it } from 'vitest'
import { next, opened, running, seqs } from '../../test/temporary-store.ts'

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
