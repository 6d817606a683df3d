/** What a store that keeps things holds after it was opened again. */
import { verifyAuditLog } from '../../audit/audit-log.ts'
import { document, edge, embed, memory, put, relate, textHits, vectorHits } from './knowledge-samples.ts'
import { acquired, end, facts, intervention, next, running, seqs, verified } from './samples.ts'
import type { OpenStore, Suite } from './suite.ts'

const administered = { at: 1, owner: 'local', actor: 'browser', action: 'key.added', target: 'phone', data: { n: 1 } }

export function durabilityTests({ test, expect }: Suite): void {
  test('everything is there after the store was opened again', async (store, opened) => {
    if (opened.reopen === undefined) return
    const lease = await running(store)
    await store.journal.append(lease, facts(2, 20), { mirror: { status: 'planning' } })
    await store.interventions.add(intervention('itv_1'))
    await store.interventions.take('itv_1')
    await store.keyValue.set('a', 1)
    await store.catalog.save({ owner: 'local', kind: 'prompt', name: 'p', body: 'x', at: 1 })
    await put(store.knowledge, document('doc', 'The fox.\nThe dog.'))
    await embed(store.knowledge, { 'doc/2': [1, 0.5] })
    await relate(store.knowledge, [edge('fox', 'sees', 'dog')])
    await store.memories.put(memory('mem_1', { text: 'fox', embedder: 'e', vector: Float32Array.from([1, 0.1]) }))
    await store.auditLog.append(administered)
    const usage = { mirror: { status: 'paused', usage: { modelCalls: 2 } } }
    await store.journal.append(lease, [next(lease)], usage)
    const before = await everything(opened)
    const again = await opened.reopen()
    expect(await everything({ ...opened, store: again })).toEqual(before)
    expect(await again.interventions.withdraw('itv_1')).toBe(false)
    expect(await again.auditLog.append(administered)).toMatchObject({ seq: 2 })
    expect(await verifyAuditLog(await again.auditLog.list({}), again.keys)).toMatchObject({ ok: true, rows: 2 })
  })

  test('a session goes on after the store was opened again, in one unbroken chain', async (store, opened) => {
    if (opened.reopen === undefined) return
    const lease = await running(store)
    await store.journal.append(lease, facts(2, 3))
    const again = await opened.reopen()
    const taken = await acquired(again, 'ses_1', 'worker-b', 9000)
    await again.journal.append(taken, [next(taken)])
    await end(again, taken)
    expect(await verified(again)).toMatchObject({ ok: true, rows: 6 })
  })

  test('a lease of a store that is gone is fenced by the one that took over', async (store, opened) => {
    if (opened.reopen === undefined) return
    const lease = await running(store)
    const again = await opened.reopen()
    await acquired(again, 'ses_1', 'worker-b', 9000)
    await expect(Promise.resolve(again.journal.append(lease, [next(lease)]))).rejects.toMatchObject({
      code: 'lease-lost',
    })
    expect(await seqs(again)).toEqual([1])
  })

  test('a closed store may be closed again', async (store) => {
    await running(store)
    await store.close()
    await store.close()
  })

  test('closing waits for what was appended', async (store, opened) => {
    if (opened.reopen === undefined) return
    const lease = await running(store)
    const written = store.journal.append(lease, facts(2, 5))
    await store.close()
    await written
    expect(await seqs(await opened.reopen())).toEqual([1, 2, 3, 4, 5, 6])
  })
}

async function everything({ store }: OpenStore): Promise<unknown> {
  return {
    session: await store.sessions.get('ses_1'),
    rows: await store.journal.read('ses_1', 1),
    interventions: await store.interventions.list('ses_1'),
    value: await store.keyValue.get('a'),
    entry: await store.catalog.get('local', 'prompt', 'p'),
    document: await store.knowledge.get('doc'),
    chunks: await store.knowledge.chunks(['doc/1', 'doc/2']),
    hits: [await textHits(store.knowledge, 'fox'), await vectorHits(store.knowledge, [1, 0])],
    edges: await store.knowledge.edgesOf('local', ['fox']),
    memories: await store.memories.rankByText('fox', { owner: 'local', now: 0 }),
    auditLog: await store.auditLog.list({}),
  }
}
