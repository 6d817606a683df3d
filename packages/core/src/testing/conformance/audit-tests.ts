/** The links of a journal tell which session it belongs to, and whose that is. */
import { genesis } from '../../audit/row.ts'
import { verifyChain } from '../../audit/verify.ts'
import { acquired, end, facts, newSession, next, running, terms, verified } from './samples.ts'
import type { Suite } from './suite.ts'

export function auditTests({ test, expect }: Suite): void {
  test('a journal is what was written, from its first row to its end', async (store) => {
    const lease = await running(store)
    expect(await verified(store)).toMatchObject({ ok: true, rows: 1 })
    await store.journal.append(lease, facts(2, 3))
    await end(store, lease)
    const { seq, chain } = lease.head
    expect(await verified(store)).toEqual({ ok: true, rows: 5, head: { seq, chain } })
  })

  test('rows of another session, or of another owner, are not its journal', async (store) => {
    await store.sessions.create(newSession('ses_1', { owner: 'ann' }))
    await store.sessions.create(newSession('ses_2', { owner: 'ann' }))
    const rows = await store.journal.read('ses_1', 1)
    const as = (id: string, owner: string) => verifyChain({ id, owner }, rows, store.keys)
    expect(await as('ses_1', 'ann')).toMatchObject({ ok: true })
    expect(await as('ses_2', 'ann')).toMatchObject({ ok: false, seq: 1 })
    expect(await as('ses_1', 'bob')).toMatchObject({ ok: false, seq: 1 })
  })

  test('two sessions that begin with the same fact have different links', async (store) => {
    const [fact] = newSession('ses_1').facts
    for (const id of ['ses_1', 'ses_2']) await store.sessions.create({ ...newSession(id), facts: [fact!] })
    const [one, two] = await Promise.all(['ses_1', 'ses_2'].map((id) => store.journal.read(id, 1)))
    expect(one?.[0]?.chain).not.toBe(two?.[0]?.chain)
  })

  test('a first fact that comes later is bound to its session too', async (store) => {
    await store.sessions.create({ ...newSession('ses_1'), facts: [] }, terms('worker-a'))
    expect(await verified(store)).toMatchObject({ ok: false, seq: 1 })
    const taken = await acquired(store, 'ses_1', 'worker-b', 9000)
    expect(taken.head.chain).toBe(genesis(newSession('ses_1')))
    await store.journal.append(taken, [next(taken)])
    expect(await verified(store)).toMatchObject({ ok: true, rows: 1 })
  })

  test('a session that ended without a fact that tells so is found', async (store) => {
    const lease = await running(store)
    await store.journal.append(lease, [next(lease)], { mirror: { status: 'failed', state: 'ended' } })
    expect(await verified(store)).toMatchObject({ ok: false, seq: 3 })
  })
}
