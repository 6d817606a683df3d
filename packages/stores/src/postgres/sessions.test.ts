import { describe, expect, it, vi } from 'vitest'
import { stores } from '../../test/postgres-stores.ts'
import { newSession, running } from '../../test/temporary-store.ts'

describe('sessions in PostgreSQL', () => {
  it.each([
    ['state', { states: ['queued', 'running'] as const }],
    ['status', { statuses: ['queued', 'running', 'waiting'], owner: 'local' }],
  ])('are listed by %s without a look at those that have ended', async (_, filter) => {
    const [store] = await stores(1)
    for (const id of ['ses_1', 'ses_2', 'ses_3']) await running(store, id)
    await store.database.rows(`INSERT INTO session (id, owner, state, token, wake_seq, loop, title, thread, status, created_at)
      SELECT 'ses_9' || n, 'local', 'ended', 1, 0, 'react', '', 'thr_1', 'completed', 1 FROM generate_series(1, 5000) n`)
    await store.database.rows('ANALYZE session')
    const asked = vi.spyOn(store.database, 'rows')
    const listed = await store.sessions.list({ ...filter, limit: 2 })
    expect(listed.map(({ id }) => id)).toEqual(['ses_3', 'ses_2'])
    const [text, values] = asked.mock.lastCall as [string, unknown[]]
    const plan = await store.database.rows<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values)
    const lines = plan.map((row) => row['QUERY PLAN']).join('\n')
    expect(lines).toMatch(/session_(state|status)/)
    expect(lines).not.toContain('Seq Scan on session')
  })

  it('of impossible names are not there, and fail nobody who asks beside', async () => {
    const [store] = await stores(1)
    await running(store, 'ses_1')
    const [known, impossible] = await Promise.all([store.sessions.get('ses_1'), store.sessions.get('a\0b')])
    expect([known?.id, impossible]).toEqual(['ses_1', undefined])
    expect(await store.sessions.list({ thread: '\0', before: '\0' })).toEqual([])
    expect(await store.journal.read('\0', 1)).toEqual([])
    expect(await store.interventions.list('\0')).toEqual([])
  })

  it('that are large are made by several statements', async () => {
    const [store] = await stores(1)
    const made = vi.spyOn(store.database, 'rowsOnce')
    const large = ['a', 'b', 'c'].map((letter) => letter.repeat(3_000_000))
    const facts = large.map((data) => [{ seq: 1, at: 1, type: 'session.created', data }] as const)
    await Promise.all(facts.map((each, i) => store.sessions.create({ ...newSession(`ses_${i}`), facts: each })))
    expect(made).toHaveBeenCalledTimes(3)
  })
})
