/** A store with something of everything, and all that can be read out of one. */
import type { Fact, KnowledgeDocument, Lease, MemoryRecord, Store } from '@gyre/core'
import { intervention, newSession, next, verified } from './temporary-store.ts'

/** Larger than a column may be: stored once, by its address. */
const largeResult = { text: 'ä"\n\0'.repeat(5000) }
export const largeMessage = { role: 'user', text: 'x'.repeat(3000) }

const vectors = [
  [1, 0, 0],
  [0.6, 0.8, 0],
  [0, 0, 0],
] as const

export async function fill(store: Store): Promise<void> {
  await fillSessions(store)
  await fillInterventions(store)
  await fillValues(store)
  await fillKnowledge(store)
  await fillMemories(store)
}

async function fillSessions(store: Store): Promise<void> {
  const done = await begun(store, 'ses_done')
  await store.journal.append(done, [next(done, largeResult), prompt(done, 1)])
  await end(store, done)
  const dead = await begun(store, 'ses_dead')
  await store.journal.append(dead, [next(dead, largeResult)])
  const parked = await begun(store, 'ses_parked')
  await store.journal.append(parked, [next(parked, 'Which one?')], { mirror: { status: 'waiting' } })
  await store.sessions.park(parked)
  const waits = { priority: 7, notBefore: 5000 }
  const mirror = {
    ...newSession('').mirror,
    persona: 'tutor',
    arm: 'v2',
    provider: 'openai',
    title: 'Grüße \ud83e\uddd1',
  }
  await store.sessions.create({ ...newSession('ses_queued'), owner: 'ann', mirror, waits })
  const inherited = await store.journal.read('ses_done', 1, 2)
  const facts = inherited.map(({ seq, at, type, result }): Fact => {
    return { seq, at, type, ...(result !== null && { result: JSON.parse(result) }) }
  })
  await store.sessions.create({ ...newSession('ses_fork'), facts })
  await end(store, await begun(store, 'ses_removed'))
  await store.sessions.remove(['ses_removed'])
}

/** Under a lease that ran out long ago, of a worker nobody knows. */
async function begun(store: Store, id: string): Promise<Lease> {
  const lease = await store.sessions.create(newSession(id), { worker: 'elsewhere', leaseMs: 1000, now: 1000 })
  if (lease === undefined) throw new Error('The store gave no lease.')
  return lease
}

function prompt(lease: Lease, ahead: number): Fact {
  return {
    ...next(lease),
    seq: lease.head.seq + 1 + ahead,
    request: { append: ['act#1', largeMessage] },
    path: 'act#1',
  }
}

async function end(store: Store, lease: Lease): Promise<void> {
  const mirror = { status: 'completed', outcome: 'answered', usage: { modelCalls: 3 }, state: 'ended' } as const
  await store.journal.append(lease, [{ ...next(lease), type: 'session.ended' }], { mirror })
}

async function fillInterventions({ interventions }: Store): Promise<void> {
  await interventions.add({ ...intervention('int_1', 'ses_dead'), key: 'once', body: { text: 'a\0b' } })
  await interventions.add(intervention('int_2', 'ses_queued'))
  await interventions.add(intervention('int_3', 'ses_dead'))
  await interventions.take('int_1')
  await interventions.withdraw('int_3')
}

async function fillValues({ keyValue, catalog, auditLog }: Store): Promise<void> {
  for (const [key, value] of Object.entries({ text: 'a\0b', 'key\0': { list: [1, null] }, number: 1.5 })) {
    await keyValue.set(key, value)
  }
  await keyValue.increment('counter', 3, 3_600_000)
  const entry = { owner: 'local', kind: 'persona', name: 'tutor', at: 1 }
  for (const body of ['one', { two: 2 }, null]) await catalog.save({ ...entry, body })
  await catalog.promote({ ...entry, version: 2 })
  await catalog.save({ ...entry, name: 'gone', body: 1 })
  await catalog.remove('local', 'persona', 'gone')
  const action = { at: 5, owner: 'local', actor: 'browser', action: 'key.added', data: { n: 1 } }
  for (const target of ['phone', 'a\0\u0001b', '']) await auditLog.append({ ...action, target })
}

function document(id: string, text: string): KnowledgeDocument {
  const told = { source: `${id}.md`, title: id, mediaType: 'text/markdown', hash: `hash of ${id}`, data: { pages: 2 } }
  return { id, owner: 'local', text, at: 7, ...told }
}

async function fillKnowledge({ knowledge }: Store): Promise<void> {
  const fox = 'The quick brown fox jumps. The lazy dog sleeps. \ud800 \0 A fox, a fox!'
  const parts = [
    [0, 26],
    [26, 47],
    [47, fox.length],
  ] as const
  const chunks = parts.map(([start, end], at) => {
    return { id: `fox/${at}`, document: 'fox', start, end, headings: ['Animals', `Part ${at}`] }
  })
  await knowledge.put(document('fox', fox), chunks)
  await knowledge.put(document('cat', 'A cat and a dog.'), [
    { id: 'cat/0', document: 'cat', start: 0, end: 16, headings: [] },
  ])
  await knowledge.put(document('empty', ''), [])
  await knowledge.putVectors(
    'e',
    vectors.map((vector, at) => ({ chunk: `fox/${at}`, vector: Float32Array.from(vector) })),
  )
  await knowledge.putVectors('f', [{ chunk: 'cat/0', vector: Float32Array.from([1, 2]) }])
  const edge = { from: 'Fox', relation: 'jumps over', to: 'the Dog', weight: 0.25 }
  await knowledge.putEdges('reader 1', [
    { chunk: 'fox/0', edges: [edge, { ...edge, to: 'fox', weight: 2 }] },
    { chunk: 'cat/0', edges: [] },
  ])
}

async function fillMemories({ memories }: Store): Promise<void> {
  const memory: MemoryRecord = {
    id: 'mem_1',
    owner: 'local',
    session: 'ses_done',
    key: 'k',
    kind: 'fact',
    text: 'The fox likes \0 grapes, grapes and \ud800.',
    data: { from: [1] },
    at: 10,
    expiresAt: null,
    embedder: 'e',
    vector: Float32Array.from([1, 2, 3]),
  }
  await memories.put(memory)
  const other = { session: null, embedder: null, vector: null, text: 'Dogs like bones.' }
  await memories.put({ ...memory, ...other, id: 'mem_2', expiresAt: 9e15 })
  await memories.put({ ...memory, ...other, id: 'mem_3', key: null, kind: 'lesson', text: '' })
}

/** What is read of sessions. */
export async function sessionsOf(store: Store) {
  const rows = await store.sessions.list({})
  const ids = rows.map(({ id }) => id)
  return {
    rows,
    journals: await Promise.all(ids.map((id) => store.journal.read(id, 1))),
    verified: await Promise.all(ids.map((id) => verified(store, id))),
    interventions: await Promise.all(ids.map((id) => store.interventions.list(id))),
    sizes: [...(await store.sessions.sizes(ids))].toSorted(),
  }
}

export async function valuesOf({ keyValue, catalog, auditLog }: Store) {
  const keys = ['text', 'key\0', 'number', 'counter', 'nothing']
  return {
    values: await Promise.all(keys.map((key) => keyValue.get(key))),
    catalog: await catalog.list('local', 'persona'),
    versions: await Promise.all(['tutor', 'gone'].map((name) => catalog.versions('local', 'persona', name))),
    audit: await auditLog.list({}),
  }
}

export async function knowledgeOf({ knowledge, memories }: Store) {
  const asked = { owner: 'local', limit: 10 }
  const now = 100
  const near = await knowledge.rankByVector('e', Float32Array.from([0.5, 0.5, 0]), asked)
  const alike = await memories.rankByVector('e', Float32Array.from([1, 2, 2]), { owner: 'local', now })
  return {
    documents: await knowledge.list('local'),
    texts: await Promise.all(['fox', 'cat', 'empty'].map((id) => knowledge.get(id))),
    chunks: await Promise.all(['fox', 'cat', 'empty'].map((id) => knowledge.chunksOf(id))),
    overview: await knowledge.overview('local'),
    byText: await Promise.all(
      ['fox', 'dog', 'a fox and a dog', 'animals part'].map(async (query) =>
        ranked(await knowledge.rankByText(query, asked)),
      ),
    ),
    byVector: ranked(near),
    vectors: await knowledge.vectors('e', ['fox/0', 'fox/1', 'fox/2', 'cat/0']),
    withoutEdges: await knowledge.withoutEdges('reader 1', 'local', 10),
    edges: await knowledge.edgesIn(['fox/0', 'cat/0']),
    names: await knowledge.names('local', 10),
    memories: await memories.list({ owner: 'local', now }),
    memoriesByText: ranked(await memories.rankByText('grapes dogs like', { owner: 'local', now })),
    memoriesByVector: ranked(alike),
  }
}

/** Scores are counted in another order elsewhere: they agree in all digits that matter. */
function ranked(found: readonly { readonly score: number; readonly chunk?: string; readonly id?: string }[]) {
  return found.map(({ score, chunk, id }) => `${chunk ?? id} ${score.toPrecision(9)}`)
}
