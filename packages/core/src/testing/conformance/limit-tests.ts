/** So many sessions run at once, and no more, whoever runs them. */
import type { SessionLimits, Store } from '../../ports/store.ts'
import { acquired, type Changes, end, newSession, running, terms } from './samples.ts'
import type { Suite } from './suite.ts'

export function limitTests(suite: Suite): void {
  countingTests(suite)
  roomTests(suite)
  atOnceTests(suite)
}

function countingTests({ test, expect }: Suite): void {
  test('a session that would be one too many of its owner is not taken and stays as it is', async (store) => {
    await queued(store, { ses_1: { owner: 'ann' }, ses_2: { owner: 'ann' }, ses_3: { owner: 'bob' } })
    expect(await taken(store, ['ses_1', 'ses_2', 'ses_3'], { perOwner: 1 })).toEqual(['ses_1', 'ses_3'])
    expect(await store.sessions.get('ses_2')).toMatchObject({
      state: 'queued',
      worker: null,
      leaseUntil: null,
      token: 0,
    })
    expect(await taken(store, ['ses_2'], { perOwner: 2 })).toEqual(['ses_2'])
  })

  test('sessions of a persona are counted whoever owns them; those of others, and without one, are free', async (store) => {
    await queued(store, {
      ses_1: { persona: 'coder', owner: 'ann' },
      ses_2: { persona: 'coder', owner: 'bob' },
      ses_3: { persona: 'writer' },
      ses_4: { persona: 'writer' },
      ses_5: {},
      ses_6: {},
    })
    const limits = { personas: { coder: 1, tutor: 0 } }
    const all = ['ses_1', 'ses_2', 'ses_3', 'ses_4', 'ses_5', 'ses_6']
    expect(await taken(store, all, limits)).toEqual(['ses_1', 'ses_3', 'ses_4', 'ses_5', 'ses_6'])
  })

  test('sessions of a provider are counted whoever owns them; those of others, and without one, are free', async (store) => {
    await queued(store, {
      ses_1: { provider: 'openai', owner: 'ann' },
      ses_2: { provider: 'openai', owner: 'bob' },
      ses_3: { provider: 'openai', persona: 'coder' },
      ses_4: { provider: 'mistral' },
      ses_5: {},
    })
    const limits = { providers: { openai: 2, google: 0 } }
    const all = ['ses_1', 'ses_2', 'ses_3', 'ses_4', 'ses_5']
    expect(await taken(store, all, limits)).toEqual(['ses_1', 'ses_2', 'ses_4', 'ses_5'])
  })

  test('a session is taken when every limit it comes under has room', async (store) => {
    const kind = { owner: 'ann', persona: 'coder', provider: 'openai' }
    await queued(store, { ses_1: kind, ses_2: kind })
    const limits = { perOwner: 2, personas: { coder: 2 }, providers: { openai: 2 } }
    expect(await taken(store, ['ses_1'], limits)).toEqual(['ses_1'])
    expect(await taken(store, ['ses_2'], { ...limits, perOwner: 1 })).toEqual([])
    expect(await taken(store, ['ses_2'], { ...limits, personas: { coder: 1 } })).toEqual([])
    expect(await taken(store, ['ses_2'], { ...limits, providers: { openai: 1 } })).toEqual([])
    expect(await taken(store, ['ses_2'], limits)).toEqual(['ses_2'])
  })

  test('a limit of none lets none run, and no limits let all', async (store) => {
    await queued(store, { ses_1: {}, ses_2: {} })
    expect(await taken(store, ['ses_1', 'ses_2'], { perOwner: 0 })).toEqual([])
    expect(await taken(store, ['ses_1'], {})).toEqual(['ses_1'])
    expect(await acquired(store, 'ses_2', 'worker-b')).toMatchObject({ token: 1 })
  })

  test('a name that every object knows has no limit unless it is given one', async (store) => {
    await queued(store, { ses_1: { persona: 'constructor', provider: 'toString' }, ses_2: { persona: 'constructor' } })
    expect(await taken(store, ['ses_1'], { personas: {}, providers: {} })).toEqual(['ses_1'])
    expect(await taken(store, ['ses_2'], { personas: { constructor: 1 } })).toEqual([])
  })
}

function roomTests({ test, expect }: Suite): void {
  test('only sessions that run are counted', async (store) => {
    const [ended, parked, released] = [
      await running(store, 'ses_1'),
      await running(store, 'ses_2'),
      await running(store, 'ses_3'),
    ]
    await queued(store, { ses_4: {}, ses_5: {}, ses_6: {} })
    const limits = { perOwner: 3 }
    expect(await taken(store, ['ses_4'], limits)).toEqual([])
    await end(store, ended)
    expect(await taken(store, ['ses_4', 'ses_5'], limits)).toEqual(['ses_4'])
    await store.sessions.park(parked)
    expect(await taken(store, ['ses_5', 'ses_6'], limits)).toEqual(['ses_5'])
    await store.sessions.release(released)
    expect(await taken(store, ['ses_6', 'ses_3'], limits)).toEqual(['ses_6'])
  })

  test('a parked session is not taken when it would be one too many', async (store) => {
    await store.sessions.park(await running(store, 'ses_1'))
    await running(store, 'ses_2')
    expect(await taken(store, ['ses_1'], { perOwner: 1 })).toEqual([])
    expect(await store.sessions.get('ses_1')).toMatchObject({ state: 'parked', token: 1 })
    expect(await taken(store, ['ses_1'], { perOwner: 2 })).toEqual(['ses_1'])
  })

  test('a session whose worker is gone is counted, and taken over however full it is', async (store) => {
    await running(store, 'ses_1')
    await running(store, 'ses_2')
    await queued(store, { ses_3: {} })
    const limits = { perOwner: 2 }
    expect(await taken(store, ['ses_3'], limits, 9000)).toEqual([])
    expect(await taken(store, ['ses_1', 'ses_3'], limits, 9000)).toEqual(['ses_1'])
    expect(await taken(store, ['ses_2', 'ses_3'], { perOwner: 0 }, 9000)).toEqual(['ses_2'])
    expect(await store.sessions.get('ses_1')).toMatchObject({ state: 'running', worker: 'worker-b', token: 2 })
  })
}

function atOnceTests({ test, expect }: Suite): void {
  test('of many sessions that are wanted at once, as many are taken as there is room for', async (store) => {
    const kind = { owner: 'ann', persona: 'coder', provider: 'openai' }
    const ids = Array.from({ length: 12 }, (_, i) => `ses_${i}`)
    await queued(store, Object.fromEntries(ids.map((id) => [id, kind])))
    const wanted = { perOwner: 3, personas: { coder: 5 }, providers: { openai: 7 } }
    expect(await takenAtOnce(store, ids, { perOwner: wanted.perOwner })).toHaveLength(3)
    expect(await takenAtOnce(store, ids, { personas: wanted.personas })).toHaveLength(2)
    expect(await takenAtOnce(store, ids, { providers: wanted.providers })).toHaveLength(2)
    expect(await takenAtOnce(store, ids, wanted)).toEqual([])
    expect(await store.sessions.list({ states: ['running'] })).toHaveLength(7)
  })

  test('sessions that are wanted at once and come under different limits leave each other their room', async (store) => {
    await queued(store, {
      ses_1: { owner: 'ann', persona: 'coder' },
      ses_2: { owner: 'ann', persona: 'coder' },
      ses_3: { owner: 'bob', persona: 'writer' },
      ses_4: { owner: 'bob', persona: 'writer' },
      ses_5: { owner: 'cem' },
    })
    const limits = { perOwner: 2, personas: { coder: 1 } }
    const all = ['ses_1', 'ses_2', 'ses_3', 'ses_4', 'ses_5']
    expect(await takenAtOnce(store, all, limits)).toHaveLength(4)
    expect(await store.sessions.list({ states: ['running'], persona: 'coder' })).toHaveLength(1)
    expect(await store.sessions.list({ states: ['running'], owner: 'bob' })).toHaveLength(2)
  })

  test('sessions are taken over beside those that are refused', async (store) => {
    await running(store, 'ses_1')
    await running(store, 'ses_2')
    await queued(store, { ses_3: {}, ses_4: {} })
    const all = ['ses_3', 'ses_1', 'ses_4', 'ses_2']
    expect((await takenAtOnce(store, all, { perOwner: 2 }, 9000)).sort()).toEqual(['ses_1', 'ses_2'])
    expect(await takenAtOnce(store, all, { perOwner: 3 }, 9000)).toHaveLength(1)
  })

  test('of many that want a session at once under a limit, one gets it', async (store) => {
    await queued(store, { ses_1: {} })
    const wanted = Array.from({ length: 6 }, () => 'ses_1')
    expect(await takenAtOnce(store, wanted, { perOwner: 2 })).toEqual(['ses_1'])
    expect(await store.sessions.get('ses_1')).toMatchObject({ token: 1 })
  })
}

async function queued(store: Store, sessions: Readonly<Record<string, Changes>>): Promise<void> {
  for (const [id, changes] of Object.entries(sessions)) await store.sessions.create(newSession(id, changes))
}

/** Those of the sessions that `worker-b` got, asking for one after the other. */
async function taken(store: Store, ids: readonly string[], limits: SessionLimits, now?: number): Promise<string[]> {
  const got: string[] = []
  for (const id of ids) got.push(...(await takenAtOnce(store, [id], limits, now)))
  return got
}

async function takenAtOnce(
  store: Store,
  ids: readonly string[],
  limits: SessionLimits,
  now?: number,
): Promise<string[]> {
  const asked = { ...terms('worker-b', now), limits }
  const leases = await Promise.all(ids.map((id) => store.sessions.acquire(id, asked)))
  return leases.flatMap((lease) => lease?.session ?? [])
}
