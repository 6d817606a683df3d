import { DatabaseSync } from 'node:sqlite'
import type { Fact } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { newSession, next, opened, running, temporaryPath } from '../../test/temporary-store.ts'

const large = 'z'.repeat(50_000)

describe('payloads in SQLite', () => {
  it('are stored once however often they are used', async () => {
    const path = temporaryPath()
    const store = opened(path)
    for (const id of ['ses_1', 'ses_2']) {
      const lease = await running(store, id)
      for (let i = 0; i < 5; i++) await store.journal.append(lease, [{ ...next(lease, large), data: large }])
    }
    expect(counts(path)).toEqual({ payload: 1, payload_use: 2 })
  })

  it('are kept apart by owner', async () => {
    const path = temporaryPath()
    const store = opened(path)
    const facts: Fact[] = [{ seq: 1, at: 1, type: 'session.created', data: large }]
    for (const owner of ['ann', 'bob']) await store.sessions.create({ ...newSession(`ses_${owner}`), owner, facts })
    expect(counts(path)).toEqual({ payload: 2, payload_use: 2 })
    expect((await store.journal.read('ses_bob', 1))[0]?.data).toBe(JSON.stringify(large))
  })

  it('leave nothing behind when their sessions go', async () => {
    const path = temporaryPath()
    const store = opened(path)
    const lease = await running(store)
    await store.journal.append(lease, [next(lease, large)], { mirror: { status: 'failed', state: 'ended' } })
    await store.sessions.remove(['ses_1'])
    expect(counts(path)).toEqual({ payload: 0, payload_use: 0 })
  })

  it('are not written for an append that was refused', async () => {
    const path = temporaryPath()
    const store = opened(path)
    const lease = await running(store)
    await store.sessions.acquire('ses_1', { worker: 'w', leaseMs: 1, now: Date.now() + 60_000 })
    await expect(store.journal.append(lease, [next(lease, large)])).rejects.toMatchObject({ code: 'lease-lost' })
    expect(counts(path)).toEqual({ payload: 0, payload_use: 0 })
  })
})

function counts(path: string): Record<string, unknown> {
  const database = new DatabaseSync(path)
  const count = (table: string) => database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n']
  const found = { payload: count('payload'), payload_use: count('payload_use') }
  database.close()
  return found
}
