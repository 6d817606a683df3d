import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { newSession, next, opened, running, seqs, temporaryPath, verified } from '../../test/temporary-store.ts'
import { sqliteStore } from './store.ts'

const maxPages = 90
const tooLarge = Array.from({ length: 400 }, (_, i) => `${i} ${'x'.repeat(1000)}`)

describe('a SQLite store without room to grow', () => {
  it('fails every append of the batch with store-full and writes none of it', async () => {
    const path = temporaryPath()
    const store = opened(path, { maxPages })
    const [one, two] = [await running(store, 'ses_1'), await running(store, 'ses_2')]
    const results = await Promise.allSettled([
      store.journal.append(one, [next(one, 'small')], { mirror: { status: 'planning' } }),
      store.journal.append(two, [next(two, 'small'), { ...next(two, tooLarge), seq: 3 }]),
    ])
    for (const result of results) expect(result).toMatchObject({ status: 'rejected', reason: { code: 'store-full' } })
    expect([await seqs(store, 'ses_1'), await seqs(store, 'ses_2')]).toEqual([[1], [1]])
    expect((await store.sessions.get('ses_1'))?.mirror.status).toBe('queued')
    expect(count(path, 'payload')).toBe(0)
  })

  it('puts the head back and keeps the lease unusable', async () => {
    const store = opened(temporaryPath(), { maxPages })
    const lease = await running(store)
    await store.journal.append(lease, [next(lease, 'small')])
    const before = { ...lease.head }
    const failed = store.journal.append(lease, [next(lease, tooLarge)])
    const after = store.journal.append(lease, [next(lease, 'small')])
    await expect(failed).rejects.toMatchObject({ code: 'store-full' })
    await expect(after).rejects.toMatchObject({ code: 'store-full' })
    expect(lease.head).toEqual(before)
    await expect(store.journal.append(lease, [next(lease, 'small')])).rejects.toMatchObject({ code: 'store-full' })
    expect(await seqs(store)).toEqual([1, 2])
  })

  it('fails what was appended after the lost rows, even in a later batch', async () => {
    const store = opened(temporaryPath(), { maxPages })
    const lease = await running(store)
    const written = [store.journal.append(lease, [next(lease, tooLarge)])]
    for (let i = 0; i < 300; i++) written.push(store.journal.append(lease, [next(lease)]))
    const results = await Promise.allSettled(written)
    expect(results.every(({ status }) => status === 'rejected')).toBe(true)
    expect(await seqs(store)).toEqual([1])
  })

  it('needs nobody to wait for the appends that failed', async () => {
    const store = opened(temporaryPath(), { maxPages })
    const lease = await running(store)
    void store.journal.append(lease, [next(lease, tooLarge)])
    void store.journal.append(lease, [next(lease)])
    await new Promise((resolve) => setTimeout(resolve, 20))
    void store.journal.append(lease, [next(lease)])
    expect(await seqs(store)).toEqual([1])
  })

  it('goes on with what fits', async () => {
    const store = opened(temporaryPath(), { maxPages })
    const [one, two] = [await running(store, 'ses_1'), await running(store, 'ses_2')]
    await store.journal.append(one, [next(one, tooLarge)])?.catch(() => {})
    await store.journal.append(two, [next(two, 'small')])
    expect(await seqs(store, 'ses_2')).toEqual([1, 2])
    await store.sessions.release(one)
    const again = await store.sessions.acquire('ses_1', { worker: store.worker, leaseMs: 1000, now: 0 })
    await store.journal.append(again!, [next(again!, 'small')])
    expect(await seqs(store, 'ses_1')).toEqual([1, 2])
  })

  it('refuses a session that does not fit, and all of it', async () => {
    const store = opened(temporaryPath(), { maxPages })
    const facts = [{ seq: 1, at: 1, type: 'session.created', data: tooLarge }] as const
    await expect(store.sessions.create({ ...newSession('ses_1'), facts })).rejects.toMatchObject({
      code: 'store-full',
    })
    expect(await store.sessions.get('ses_1')).toBeUndefined()
  })

  it('has sessions that go on, in one chain, when there is room again', async () => {
    const path = temporaryPath()
    const full = sqliteStore(path, { maxPages })
    const lease = await running(full)
    await full.journal.append(lease, [next(lease, tooLarge)])?.catch(() => {})
    await full.close()
    const store = opened(path)
    const again = await store.sessions.acquire('ses_1', {
      worker: store.worker,
      leaseMs: 1000,
      now: Date.now() + 60_000,
    })
    await store.journal.append(again!, [next(again!, tooLarge)])
    expect(await verified(store)).toMatchObject({ ok: true, rows: 2 })
  })
})

function count(path: string, table: string): unknown {
  const database = new DatabaseSync(path)
  const n = database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n']
  database.close()
  return n
}
