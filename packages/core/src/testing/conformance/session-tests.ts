/** Sessions are made, found, listed and removed. */
import { genesis } from '../../audit/row.ts'
import type { NewSession, SessionFilter, Store } from '../../ports/store.ts'
import { acquired, end, facts, intervention, newSession, next, running, seqs, terms } from './samples.ts'
import type { Suite } from './suite.ts'

export function sessionTests({ test, expect }: Suite): void {
  test('a session made without terms is queued and nobody holds it', async (store) => {
    expect(await store.sessions.create(newSession('ses_1'))).toBeUndefined()
    expect(await store.sessions.get('ses_1')).toEqual({
      id: 'ses_1',
      owner: 'local',
      state: 'queued',
      worker: null,
      leaseUntil: null,
      token: 0,
      wakeSeq: 0,
      waits: { priority: 0, notBefore: null },
      mirror: {
        loop: 'react',
        loopVersion: 1,
        provider: null,
        title: 'Title of ses_1',
        thread: 'thr_1',
        status: 'queued',
        outcome: null,
        persona: null,
        arm: null,
        usage: null,
        createdAt: 1000,
        updatedAt: 1000,
      },
    })
  })

  test('a session made with terms runs under a lease at once', async (store) => {
    const lease = await store.sessions.create(newSession('ses_1'), terms('worker-a', 7000))
    expect(lease).toMatchObject({ session: 'ses_1', token: 1, wakeSeq: 0 })
    expect(lease?.head.seq).toBe(1)
    expect(await store.sessions.get('ses_1')).toMatchObject({
      state: 'running',
      worker: 'worker-a',
      leaseUntil: 7500,
      token: 1,
    })
  })

  test('a session is made with its first facts', async (store) => {
    const session: NewSession = { ...newSession('ses_1'), facts: facts(1, 40) }
    const lease = await store.sessions.create(session, terms('worker-a'))
    expect(lease?.head.seq).toBe(40)
    expect(await seqs(store)).toHaveLength(40)
  })

  test('a session may begin without facts', async (store) => {
    const lease = await store.sessions.create({ ...newSession('ses_1'), facts: [] }, terms('worker-a'))
    expect(lease?.head.seq).toBe(0)
    expect(lease?.head.chain).toBe(genesis(newSession('ses_1')))
    expect(await store.sessions.get('ses_1')).toMatchObject({ mirror: { updatedAt: 1000 } })
  })

  test('a known id is refused and the first session stays as it is', async (store) => {
    await store.sessions.create(newSession('ses_1'))
    const again = { ...newSession('ses_1', { title: 'Another' }), facts: facts(1, 3) }
    await expect(store.sessions.create(again)).rejects.toMatchObject({ code: 'store-failed' })
    expect((await store.sessions.get('ses_1'))?.mirror.title).toBe('Title of ses_1')
    expect(await seqs(store)).toEqual([1])
  })

  test('of two that make the same session at once, one is refused and others are not touched', async (store) => {
    const made = await Promise.allSettled(
      ['ses_1', 'ses_2', 'ses_1', 'ses_3'].map((id) => store.sessions.create(newSession(id))),
    )
    expect(made.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect(await listed(store, {})).toHaveLength(3)
  })

  test('first facts that are not numbered from 1 are refused', async (store) => {
    const session = { ...newSession('ses_1'), facts: facts(2, 2) }
    await expect(store.sessions.create(session)).rejects.toThrow(/came where/)
    expect(await store.sessions.get('ses_1')).toBeUndefined()
  })

  test('an unknown session is not there', async (store) => {
    expect(await store.sessions.get('ses_x')).toBeUndefined()
    expect(await store.sessions.acquire('ses_x', terms('worker-a'))).toBeUndefined()
    expect(await store.journal.read('ses_x', 1)).toEqual([])
    expect(await store.interventions.list('ses_x')).toEqual([])
  })

  test('lists sessions newest first', async (store) => {
    for (const id of ['ses_1', 'ses_2', 'ses_3']) await store.sessions.create(newSession(id))
    expect(await listed(store, {})).toEqual(['ses_3', 'ses_2', 'ses_1'])
  })

  test('lists sessions by owner, thread, state and status', async (store) => {
    await store.sessions.create(newSession('ses_1', { owner: 'bob' }))
    await store.sessions.create(newSession('ses_2', { thread: 'thr_2' }))
    await store.sessions.create(newSession('ses_3', { status: 'waiting' }))
    await running(store, 'ses_4')
    expect(await listed(store, { owner: 'bob' })).toEqual(['ses_1'])
    expect(await listed(store, { thread: 'thr_2' })).toEqual(['ses_2'])
    expect(await listed(store, { statuses: ['waiting', 'paused'] })).toEqual(['ses_3'])
    expect(await listed(store, { states: ['running'] })).toEqual(['ses_4'])
    expect(await listed(store, { states: ['running', 'queued'], owner: 'local' })).toEqual(['ses_4', 'ses_3', 'ses_2'])
    expect(await listed(store, { states: [] })).toEqual([])
    expect(await listed(store, { owner: 'bob', thread: 'thr_2' })).toEqual([])
  })

  test('a session keeps the persona and the arm it was made with', async (store) => {
    await store.sessions.create(newSession('ses_1', { persona: 'coder', arm: 'v3 cot' }))
    await store.sessions.create(newSession('ses_2', { persona: 'coder' }))
    expect((await store.sessions.get('ses_1'))?.mirror).toMatchObject({ persona: 'coder', arm: 'v3 cot' })
    expect((await store.sessions.list({})).map(({ mirror }) => mirror.arm)).toEqual([null, 'v3 cot'])
  })

  test('a session keeps the version of its loop and whose model its author is', async (store) => {
    await store.sessions.create(newSession('ses_1', { loopVersion: 3, provider: 'openai' }))
    await store.sessions.create(newSession('ses_2', { loopVersion: 0 }), terms('worker-a'))
    expect((await store.sessions.get('ses_1'))?.mirror).toMatchObject({ loopVersion: 3, provider: 'openai' })
    expect((await store.sessions.list({})).map(({ mirror }) => [mirror.loopVersion, mirror.provider])).toEqual([
      [0, null],
      [3, 'openai'],
    ])
  })

  test('a session keeps how it waits, but for a time that has come', async (store) => {
    const waits = { priority: 5, notBefore: 1_800_000_000_000 }
    await store.sessions.create(newSession('ses_1', { waits }))
    expect(await store.sessions.get('ses_1')).toMatchObject({ waits })
    const lease = await acquired(store, 'ses_1', 'worker-a')
    const begun = { priority: 5, notBefore: null }
    expect(await store.sessions.get('ses_1')).toMatchObject({ state: 'running', waits: begun })
    await store.sessions.release(lease)
    expect(await store.sessions.list({})).toMatchObject([{ state: 'queued', waits: begun }])
  })

  test('what is not told of how a session waits is as usual', async (store) => {
    await store.sessions.create(newSession('ses_1', { waits: { priority: -2 } }))
    await store.sessions.create(newSession('ses_2', { waits: { notBefore: 7000 } }), terms('worker-a'))
    await store.sessions.create(newSession('ses_3', { waits: {} }))
    expect((await store.sessions.list({})).map(({ waits }) => waits)).toEqual([
      { priority: 0, notBefore: null },
      { priority: 0, notBefore: 7000 },
      { priority: -2, notBefore: null },
    ])
  })

  test('lists sessions by persona', async (store) => {
    await store.sessions.create(newSession('ses_1', { persona: 'coder' }))
    await store.sessions.create(newSession('ses_2', { persona: 'coder', owner: 'bob' }))
    await store.sessions.create(newSession('ses_3', { persona: 'writer' }))
    await store.sessions.create(newSession('ses_4'))
    await store.sessions.create(newSession('ses_5', { persona: 'coder', status: 'waiting' }))
    expect(await listed(store, { persona: 'coder' })).toEqual(['ses_5', 'ses_2', 'ses_1'])
    expect(await listed(store, { persona: 'coder', owner: 'local' })).toEqual(['ses_5', 'ses_1'])
    expect(await listed(store, { persona: 'coder', owner: 'local', before: 'ses_5' })).toEqual(['ses_1'])
    expect(await listed(store, { persona: 'coder', statuses: ['waiting'], limit: 1 })).toEqual(['ses_5'])
    expect(await listed(store, { persona: 'nobody' })).toEqual([])
  })

  test('lists sessions page by page', async (store) => {
    for (let i = 1; i <= 5; i++) await store.sessions.create(newSession(`ses_${i}`))
    expect(await listed(store, { limit: 2 })).toEqual(['ses_5', 'ses_4'])
    expect(await listed(store, { limit: 2, before: 'ses_4' })).toEqual(['ses_3', 'ses_2'])
    expect(await listed(store, { limit: 2, before: 'ses_2', owner: 'local', states: ['queued'] })).toEqual(['ses_1'])
    expect(await listed(store, { before: 'ses_1' })).toEqual([])
    expect(await listed(store, { limit: 0 })).toEqual([])
  })

  test('a page goes on where it should when its last session was removed meanwhile', async (store) => {
    for (let i = 1; i <= 3; i++) await store.sessions.create(newSession(`ses_${i}`))
    const lease = await running(store, 'ses_4')
    await store.sessions.create(newSession('ses_5'))
    await end(store, lease)
    await store.sessions.remove(['ses_4'])
    expect(await listed(store, { before: 'ses_4' })).toEqual(['ses_3', 'ses_2', 'ses_1'])
  })

  test('a session was updated when its last fact was made', async (store) => {
    const lease = await running(store)
    await store.journal.append(lease, [next(lease, { at: 4711 })])
    expect((await store.sessions.get('ses_1'))?.mirror.updatedAt).toBe(4711)
    expect((await store.sessions.list({}))[0]?.mirror.updatedAt).toBe(4711)
  })

  test('removes ended sessions with their rows and interventions', async (store) => {
    const lease = await running(store)
    await store.interventions.add(intervention('itv_1'))
    await end(store, lease)
    await store.sessions.remove(['ses_1', 'ses_x'])
    expect(await store.sessions.get('ses_1')).toBeUndefined()
    expect(await seqs(store)).toEqual([])
    expect(await store.interventions.list('ses_1')).toEqual([])
    expect(await store.interventions.take('itv_1')).toBeUndefined()
  })

  test('leaves sessions that have not ended', async (store) => {
    await running(store, 'ses_1')
    await store.sessions.create(newSession('ses_2'))
    const parked = await running(store, 'ses_3')
    await store.sessions.park(parked)
    await store.sessions.remove(['ses_1', 'ses_2', 'ses_3'])
    expect(await listed(store, {})).toEqual(['ses_3', 'ses_2', 'ses_1'])
    expect(await seqs(store)).toEqual([1])
  })

  test('a removed session can be made again', async (store) => {
    const lease = await running(store)
    await end(store, lease)
    await store.sessions.remove(['ses_1'])
    const again = await running(store)
    expect(await seqs(store)).toEqual([1])
    await store.journal.append(again, [next(again)])
    expect(await seqs(store)).toEqual([1, 2])
  })

  sizeTests({ test, expect })
}

function sizeTests({ test, expect }: Suite): void {
  test('tells about how many bytes sessions take, and leaves out those that are not there', async (store) => {
    const large = await running(store, 'ses_1')
    await running(store, 'ses_2')
    await store.journal.append(large, [next(large, { request: 'q'.repeat(2000), result: 'ä'.repeat(1500) })])
    await store.journal.append(large, [next(large, { data: 'd'.repeat(50_000) })])
    const sizes = await store.sessions.sizes(['ses_1', 'ses_2', 'ses_x'])
    expect([...sizes.keys()]).toEqual(['ses_1', 'ses_2'])
    expect(isAbout(sizes.get('ses_1'), 55_000)).toBe(true)
    expect(isAbout(sizes.get('ses_2'), 0)).toBe(true)
    expect(sizes.get('ses_2')).toBeGreaterThan(0)
    expect(await store.sessions.sizes([])).toEqual(new Map())
  })

  test('a payload counts once for each session that uses it', async (store) => {
    for (const id of ['ses_1', 'ses_2']) {
      const lease = await running(store, id)
      for (let i = 0; i < 4; i++) await store.journal.append(lease, [next(lease, { result: 'x'.repeat(30_000) })])
    }
    const sizes = await store.sessions.sizes(['ses_1', 'ses_2'])
    for (const id of ['ses_1', 'ses_2']) expect(isAbout(sizes.get(id), 30_000)).toBe(true)
  })

  test('interventions count', async (store) => {
    await running(store)
    await store.interventions.add(intervention('itv_1', { body: { text: 'x'.repeat(20_000) } }))
    expect(isAbout((await store.sessions.sizes(['ses_1'])).get('ses_1'), 20_000)).toBe(true)
  })
}

/** What a store needs besides, for a few rows: links, keys, types. */
function isAbout(size: number | undefined, bytes: number): boolean {
  return size !== undefined && size >= bytes && size < bytes + 2000
}

async function listed(store: Store, filter: SessionFilter): Promise<string[]> {
  return (await store.sessions.list(filter)).map(({ id }) => id)
}
