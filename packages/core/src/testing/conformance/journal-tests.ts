/** Facts are appended under a fence and read back in order. */
import type { Fact } from '../../ports/facts.ts'
import { acquired, appending, end, facts, intervention, lastOf, next, running, seqs, verified } from './samples.ts'
import type { Suite } from './suite.ts'

export function journalTests(suite: Suite): void {
  appendTests(suite)
  transactionTests(suite)
  readTests(suite)
}

function appendTests({ test, expect }: Suite): void {
  test('a fact is read back column by column', async (store) => {
    const lease = await running(store)
    const fact: Fact = {
      seq: 2,
      at: 1_763_000_000_123,
      type: 'step.finished',
      path: 'act#2[0]/search#1',
      kind: 'tool',
      request: { tool: 'search', input: { q: 'x' } },
      result: ['a', 1.5, true, null],
      data: { costUsd: 0.000_12 },
    }
    await store.journal.append(lease, [fact])
    expect(lastOf(await store.journal.read('ses_1', 1))).toEqual({
      seq: 2,
      at: 1_763_000_000_123,
      type: 'step.finished',
      path: 'act#2[0]/search#1',
      kind: 'tool',
      request: '{"tool":"search","input":{"q":"x"}}',
      result: '["a",1.5,true,null]',
      data: '{"costUsd":0.00012}',
      chain: lease.head.chain,
      key: store.keys.current.id,
    })
  })

  test('what a fact leaves out is null, and a null it holds is text', async (store) => {
    const lease = await running(store)
    await store.journal.append(lease, [next(lease, { result: null })])
    const { path, kind, request, result, data } = lastOf(await store.journal.read('ses_1', 1))
    expect({ path, kind, request, result, data }).toEqual({
      path: null,
      kind: null,
      request: null,
      result: 'null',
      data: null,
    })
  })

  test('the head moves on with each append', async (store) => {
    const lease = await running(store)
    await store.journal.append(lease, facts(2, 3))
    expect(lease.head.seq).toBe(4)
    expect(lease.head.chain).toBe(lastOf(await store.journal.read('ses_1', 1)).chain)
  })

  test('appends that nobody waited for keep their order', async (store) => {
    const lease = await running(store)
    const written = []
    for (let i = 0; i < 600; i++) written.push(store.journal.append(lease, [next(lease)]))
    expect(lease.head.seq).toBe(601)
    await Promise.all(written)
    expect(await verified(store)).toMatchObject({ ok: true, rows: 601 })
  })

  test('appends of many sessions at once all arrive', async (store) => {
    const ids = Array.from({ length: 40 }, (_, i) => `ses_${i}`)
    const leases = await Promise.all(ids.map((id) => running(store, id)))
    for (let round = 0; round < 5; round++) {
      await Promise.all(leases.map((lease) => store.journal.append(lease, facts(lease.head.seq + 1, 2))))
    }
    for (const id of ids) expect(await verified(store, id)).toMatchObject({ ok: true, rows: 11 })
  })

  test('an append that is refused fails alone', async (store) => {
    const [mine, taken, other] = await Promise.all(['ses_1', 'ses_2', 'ses_3'].map((id) => running(store, id)))
    await acquired(store, 'ses_2', 'worker-b', 9000)
    const results = await Promise.allSettled([
      appending(store, mine!, facts(2, 2)),
      appending(store, taken!, facts(2, 2)),
      appending(store, other!, facts(2, 2)),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await Promise.all(['ses_1', 'ses_2', 'ses_3'].map((id) => seqs(store, id)))).toEqual([
      [1, 2, 3],
      [1],
      [1, 2, 3],
    ])
  })

  test('facts that do not follow on the head are refused', async (store) => {
    const lease = await running(store)
    await expect(appending(store, lease, facts(3, 1))).rejects.toThrow(/came where/)
    await expect(appending(store, lease, [...facts(2, 1), ...facts(4, 1)])).rejects.toThrow(/came where/)
    expect(await seqs(store)).toEqual([1])
    await store.journal.append(lease, facts(2, 1))
    expect(await seqs(store)).toEqual([1, 2])
  })
}

function transactionTests({ test, expect }: Suite): void {
  test('mirrored columns change with the fact', async (store) => {
    const lease = await running(store)
    await store.journal.append(lease, [next(lease)], { mirror: { status: 'planning' } })
    const row = await store.sessions.get('ses_1')
    expect(row).toMatchObject({
      state: 'running',
      mirror: { status: 'planning', outcome: null, title: 'Title of ses_1' },
    })
  })

  test('a fact that ends the session lets go of it', async (store) => {
    await end(store, await running(store))
    expect(await store.sessions.get('ses_1')).toMatchObject({
      state: 'ended',
      worker: null,
      leaseUntil: null,
      mirror: { status: 'completed', outcome: 'answered' },
    })
    expect(await store.sessions.abandoned(9000, 10)).toEqual([])
  })

  test('an outcome stays when a later change names none', async (store) => {
    const lease = await running(store)
    await end(store, lease)
    await store.journal.append(lease, [next(lease)], { mirror: { status: 'failed' } })
    expect(await store.sessions.get('ses_1')).toMatchObject({ mirror: { status: 'failed', outcome: 'answered' } })
  })

  test('what a session used is kept with its end, and stays when a later change names nothing', async (store) => {
    const lease = await running(store)
    await store.journal.append(lease, [next(lease)], { mirror: { status: 'planning' } })
    expect((await store.sessions.get('ses_1'))?.mirror.usage).toBe(null)
    const usage = { modelCalls: 3, costUsd: 0.0125, byModel: { 'demo/rules': { inputTokens: 120 } } }
    const mirror = { status: 'completed', outcome: 'answered', usage, state: 'ended' } as const
    await store.journal.append(lease, [next(lease)], { mirror })
    await store.journal.append(lease, [next(lease)], { mirror: { status: 'failed' } })
    expect((await store.sessions.get('ses_1'))?.mirror.usage).toEqual(usage)
    expect((await store.sessions.list({}))[0]?.mirror.usage).toEqual(usage)
  })

  test('interventions are settled with the fact', async (store) => {
    const lease = await running(store)
    for (const id of ['itv_1', 'itv_2', 'itv_3']) await store.interventions.add(intervention(id))
    await store.journal.append(lease, [next(lease)], {
      settle: [
        { id: 'itv_1', state: 'applied', at: 'act#1', why: null },
        { id: 'itv_2', state: 'rejected', at: null, why: 'no-plan' },
      ],
    })
    expect(
      (await store.interventions.list('ses_1')).map(({ state, appliedAt, why }) => [state, appliedAt, why]),
    ).toEqual([
      ['applied', 'act#1', null],
      ['rejected', null, 'no-plan'],
      ['queued', null, null],
    ])
  })

  test('interventions of another session, and settled ones, are left alone', async (store) => {
    const [mine] = [await running(store, 'ses_1'), await running(store, 'ses_2')]
    await store.interventions.add(intervention('itv_1', { session: 'ses_2' }))
    await store.interventions.add(intervention('itv_2'))
    await store.interventions.withdraw('itv_2')
    const settle = ['itv_1', 'itv_2', 'itv_x'].map((id) => ({ id, state: 'applied', at: null, why: null }) as const)
    await store.journal.append(mine, [next(mine)], { settle })
    expect((await store.interventions.list('ses_2'))[0]).toMatchObject({ state: 'queued' })
    expect((await store.interventions.list('ses_1'))[0]).toMatchObject({ state: 'withdrawn' })
  })

  test('an append that is refused changes neither mirror nor interventions', async (store) => {
    const lease = await running(store)
    await store.interventions.add(intervention('itv_1'))
    await acquired(store, 'ses_1', 'worker-b', 9000)
    const options = {
      mirror: { status: 'completed', outcome: 'answered', usage: { modelCalls: 1 }, state: 'ended' },
      settle: [{ id: 'itv_1', state: 'applied', at: null, why: null }],
    } as const
    await expect(appending(store, lease, [next(lease)], options)).rejects.toMatchObject({ code: 'lease-lost' })
    await expect(appending(store, lease, [], options)).rejects.toMatchObject({ code: 'lease-lost' })
    expect(await store.sessions.get('ses_1')).toMatchObject({
      state: 'running',
      mirror: { status: 'queued', outcome: null, usage: null },
    })
    expect((await store.interventions.list('ses_1'))[0]).toMatchObject({ state: 'queued' })
  })

  test('an append without facts still changes mirror and interventions', async (store) => {
    const lease = await running(store)
    await store.interventions.add(intervention('itv_1'))
    const settle = [{ id: 'itv_1', state: 'applied', at: null, why: null }] as const
    await store.journal.append(lease, [], { mirror: { status: 'paused' }, settle })
    expect(await store.sessions.get('ses_1')).toMatchObject({ mirror: { status: 'paused' } })
    expect((await store.interventions.list('ses_1'))[0]).toMatchObject({ state: 'applied' })
    expect(lease.head.seq).toBe(1)
  })
}

function readTests({ test, expect }: Suite): void {
  test('reads from a seq on, at most so many', async (store) => {
    const lease = await running(store)
    await store.journal.append(lease, facts(2, 9))
    const read = async (from: number, limit?: number) =>
      (await store.journal.read('ses_1', from, limit)).map(({ seq }) => seq)
    expect(await read(9)).toEqual([9, 10])
    expect(await read(3, 2)).toEqual([3, 4])
    expect(await read(0, 1)).toEqual([1])
    expect(await read(11)).toEqual([])
    expect(await read(1, 0)).toEqual([])
  })

  test('a page read alone has the links of the whole', async (store) => {
    const lease = await running(store)
    await store.journal.append(lease, facts(2, 9))
    const page = await store.journal.read('ses_1', 6, 2)
    const all = await store.journal.read('ses_1', 1)
    expect(page).toEqual(all.slice(5, 7))
  })

  test('10 000 rows are read page by page', async (store) => {
    const lease = await running(store)
    while (lease.head.seq < 10_000) {
      await store.journal.append(lease, facts(lease.head.seq + 1, Math.min(500, 10_000 - lease.head.seq)))
    }
    let from = 1
    for (let page = 0; page < 10; page++) {
      const rows = await store.journal.read('ses_1', from, 1000)
      expect(rows).toHaveLength(1000)
      expect(rows.every(({ seq }, i) => seq === from + i)).toBe(true)
      from += rows.length
    }
    expect(await store.journal.read('ses_1', from, 1000)).toEqual([])
  })

  test('journals of two sessions do not mix', async (store) => {
    const [one, two] = [await running(store, 'ses_1'), await running(store, 'ses_2')]
    await store.journal.append(one, facts(2, 3))
    await store.journal.append(two, facts(2, 1))
    expect(await seqs(store, 'ses_1')).toEqual([1, 2, 3, 4])
    expect(await seqs(store, 'ses_2')).toEqual([1, 2])
  })
}
