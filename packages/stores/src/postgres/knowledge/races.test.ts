import type { KnowledgeDocument, KnowledgeStore, MemoryRecord } from '@gyre/core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { serverDatabase, type TestDatabase } from '../../../test/knowledge-databases.ts'
import type { Database, Statements } from '../database.ts'
import { PostgresKnowledge } from './knowledge.ts'
import { PostgresMemories } from './memories.ts'

const options = { owner: 'local', limit: 100 }
const mine = { owner: 'local', now: 0 }
const vector = Float32Array.from([1, 0])

let test: TestDatabase
let databases: readonly [Database, Database]
let knowledge: readonly [PostgresKnowledge, PostgresKnowledge]
let memories: readonly [PostgresMemories, PostgresMemories]

beforeAll(async () => {
  test = await serverDatabase()
  databases = [test.database, test.another()]
  knowledge = [new PostgresKnowledge(databases[0]), new PostgresKnowledge(databases[1])]
  memories = [new PostgresMemories(databases[0]), new PostgresMemories(databases[1])]
})
beforeEach(() => test.empty())
afterAll(() => test.close())

describe('two processes', () => {
  it('that put the same document at once leave one of its versions, whole', async () => {
    for (let round = 0; round < 5; round++) {
      const versions = ['fox', 'dog dog', 'cow cow cow', 'hen hen hen hen']
      await Promise.all(versions.map((text, at) => put(knowledge[at % 2 ? 1 : 0], text)))
      const text = (await knowledge[0].get('doc'))?.text ?? ''
      const chunks = await knowledge[1].chunksOf('doc')
      expect(versions).toContain(text)
      expect(chunks.map((chunk) => chunk.text)).toEqual(text.split(' '))
      const found = await knowledge[0].rankByText('fox dog cow hen', options)
      expect(found.map(({ chunk }) => chunk).sort()).toEqual(chunks.map(({ id }) => id))
      expect(await counts('chunk', 'chunk_word')).toEqual([chunks.length, 1])
    }
  })

  it('that put and remove the same document leave all of it or nothing', async () => {
    for (let round = 0; round < 5; round++) {
      await put(knowledge[0], 'fox dog')
      await Promise.all([put(knowledge[0], 'cow hen owl'), knowledge[1].remove(['doc'])])
      const isThere = (await knowledge[0].get('doc')) !== undefined
      expect(await counts('document', 'chunk', 'chunk_word')).toEqual(isThere ? [1, 3, 3] : [0, 0, 0])
    }
  })

  it('that give two documents the same chunks save one of them', async () => {
    const saved = await Promise.allSettled([put(knowledge[0], 'a b c', 'one'), put(knowledge[1], 'd e f', 'two')])
    expect(saved.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await counts('document', 'chunk', 'chunk_word')).toEqual([1, 3, 3])
  })

  it('that remember the same step of a session at once have one memory', async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, i) => memories[i % 2 ? 1 : 0].put(memory(`m${i}`, `fox ${i}`))),
    )
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    expect(await counts('memory', 'memory_word')).toEqual([1, 2])
  })
})

describe('a vector', () => {
  it('of a chunk that another takes the place of meanwhile is passed over', async () => {
    await put(knowledge[0], 'fox')
    const writing = await whileHeld('SELECT cid FROM chunk WHERE id = $1 FOR UPDATE', async ({ rows }) => {
      const promise = knowledge[1].putVectors('e', [{ chunk: 'c0', vector }])
      await blocked({ rows })
      await rows("DELETE FROM chunk WHERE id = 'c0'")
      await rows(
        "INSERT INTO chunk (id, did, place, owner, first, last, headings, text) SELECT 'c0', did, 0, owner, 0, 1, '[]', '\"x\"' FROM document",
      )
      return { promise }
    })
    await writing.promise
    expect(await knowledge[0].withoutVector('e', 'local', 10)).toEqual(['c0'])
    expect(await counts('chunk_vector')).toEqual([0])
  })

  it('that is written while its document is removed goes with it', async () => {
    await put(knowledge[0], 'fox')
    const removing = await whileHeld('SELECT cid FROM chunk WHERE id = $1 FOR KEY SHARE', async ({ rows }) => {
      const promise = knowledge[1].remove(['doc'])
      await blocked({ rows })
      await rows("INSERT INTO chunk_vector SELECT cid, 'e', owner, 1, true, false, 'abcd' FROM chunk")
      await rows("INSERT INTO edge SELECT cid, owner, 'a', 'b', 'c', 1, 'a', 'c' FROM chunk")
      return { promise }
    })
    await removing.promise
    expect(await counts('chunk', 'chunk_vector', 'edge')).toEqual([0, 0, 0])
  })
})

describe('edges', () => {
  it('of two who read a chunk at once are those of the later one', async () => {
    await put(knowledge[0], 'fox')
    const reading = await whileHeld('SELECT cid FROM chunk WHERE id = $1 FOR UPDATE', async ({ rows }) => {
      const read = (at: 0 | 1, to: string) =>
        knowledge[at].putEdges(to, [{ chunk: 'c0', edges: [{ from: 'fox', relation: 'sees', to, weight: 1 }] }])
      const all = [read(0, 'one'), read(1, 'two')]
      await blocked({ rows }, 2)
      return { all }
    })
    await Promise.all(reading.all)
    const [edge, ...others] = await knowledge[0].edgesIn(['c0'])
    expect(others).toEqual([])
    expect(await knowledge[0].withoutEdges(edge?.to ?? '', 'local', 10)).toEqual([])
  })
})

describe('a memory', () => {
  it('that two edit at once has the words of its text', async () => {
    await memories[0].put(memory('m', 'fox'))
    const editing = await whileHeld('SELECT mid FROM memory WHERE id <> $1 FOR UPDATE', async ({ rows }) => {
      const all = [edit(0, 'dog'), edit(1, 'cow hen')]
      await blocked({ rows }, 2)
      return { all }
    })
    await Promise.all(editing.all)
    const text = (await memories[0].get('m'))?.text ?? ''
    expect(await memories[0].rankByText('fox dog cow hen', mine)).toHaveLength(1)
    expect(await counts('memory_word')).toEqual([text.split(' ').length])
  })

  it('that is edited while it is removed leaves no words', async () => {
    await memories[0].put(memory('m', 'fox'))
    const all = await whileHeld('SELECT mid FROM memory WHERE id <> $1 FOR UPDATE', async ({ rows }) => {
      const edited = edit(0, 'dog')
      await blocked({ rows }, 1)
      const removed = memories[1].remove(['m'])
      await blocked({ rows }, 2)
      return { edited, removed }
    })
    expect(await all.edited).toBe(true)
    await all.removed
    expect(await counts('memory', 'memory_word')).toEqual([0, 0])
  })
})

describe('a connection that breaks', () => {
  it('while a document is put is replaced, and the document is put', async () => {
    await put(knowledge[0], 'fox')
    const putting = await whileHeld("SELECT did FROM document WHERE $1 = 'c0' FOR UPDATE", async ({ rows }) => {
      const promise = put(knowledge[1], 'dog cow')
      await blocked({ rows })
      await rows(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))',
      )
      return { promise }
    })
    await putting.promise
    expect((await knowledge[0].chunksOf('doc')).map(({ text }) => text)).toEqual(['dog', 'cow'])
    expect(await counts('document', 'chunk', 'chunk_word')).toEqual([1, 2, 2])
  })
})

/** Locks rows, and lets them go when the work is done. What it began and does not wait for comes back in an object. */
function whileHeld<T>(lock: string, work: (statements: Statements) => Promise<T>): Promise<T> {
  return databases[0].transaction(async (statements) => {
    await statements.rows(lock, ['c0'])
    return work(statements)
  })
}

/** Resolves when so many wait for this transaction, or for one that does. */
async function blocked({ rows }: Statements, count = 1): Promise<void> {
  const waiting = `
    WITH RECURSIVE waiting (pid) AS (
      SELECT pg_backend_pid() UNION
      SELECT a.pid FROM waiting w JOIN pg_stat_activity a ON w.pid = ANY (pg_blocking_pids(a.pid))
    ) SELECT count(*) - 1 AS count FROM waiting`
  for (let found = 0; found < count; ) found = (await rows<{ count: number }>(waiting))[0]?.count ?? 0
}

async function counts(...tables: readonly string[]): Promise<number[]> {
  const found = tables.map(async (table) => {
    const [row] = await test.database.rows<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)
    return row?.count ?? -1
  })
  return Promise.all(found)
}

/** Each word of the text is a chunk: `c0`, `c1` and so on. */
async function put(store: KnowledgeStore, text: string, id = 'doc'): Promise<void> {
  const about = { owner: 'local', source: id, title: id, mediaType: 'text/plain', hash: '', at: 1, data: null }
  const document: KnowledgeDocument = { id, text, ...about }
  let end = -1
  const chunks = text.split(' ').map((word, at) => {
    const start = end + 1
    end = start + word.length
    return { id: `c${at}`, document: id, start, end, headings: [] }
  })
  await store.put(document, chunks)
}

function memory(id: string, text: string): MemoryRecord {
  const none = { expiresAt: null, embedder: null, vector: null }
  return { id, owner: 'local', session: 'ses', key: 'act#1', kind: 'note', text, data: null, at: 1, ...none }
}

function edit(at: 0 | 1, text: string): Promise<boolean> {
  return memories[at].edit('m', { text, embedder: null, vector: null, expiresAt: null })
}
