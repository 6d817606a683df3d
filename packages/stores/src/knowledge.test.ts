import { DatabaseSync } from 'node:sqlite'
import type { KnowledgeDocument, MemoryRecord, Store } from '@gyre/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { opened, temporaryPath } from '../test/temporary-store.ts'
import { memoryStore } from './memory/store.ts'
import { sqliteStore } from './sqlite/store.ts'

const options = { owner: 'local', limit: 10 }
const now = 0
const noVector = { embedder: null, vector: null }

/** Any string at all: lone surrogates, NUL, and what means something to FTS5. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc
    .array(
      fc.constantFrom('AND', 'OR', 'NOT', 'NEAR', '"', "'", '*', '^', ':', '(', ')', '{', '}', '-', '+', ',', 'fox'),
    )
    .map((parts) => parts.join(' ')),
)
const vocabulary = ['fox', 'dog', 'cow', 'hen', 'owl', 'the', 'Ümlaut', '北京', 'x1']
const sentence = fc.array(fc.constantFrom(...vocabulary), { maxLength: 12 }).map((words) => words.join(' '))
const id = fc.constantFrom('a', 'b', 'c', 'd')

describe('text queries', () => {
  it('are harmless whatever they hold, in both stores alike', async () => {
    const stores = bothStores()
    for (const store of stores) {
      await save(store, 'a', 'The fox and near not or')
      await store.memories.put(memory('a', 'The fox and near not or'))
    }
    const ask = async ({ knowledge, memories }: Store, query: string) => [
      (await knowledge.rankByText(query, options)).map(({ chunk }) => chunk),
      (await memories.rankByText(query, { owner: 'local', now })).map((found) => found.id),
    ]
    const alike = fc.asyncProperty(anyText, async (query) => {
      const [one, two] = await Promise.all(stores.map((store) => ask(store, query)))
      expect(one).toEqual(two)
    })
    await fc.assert(alike, { numRuns: 500 })
  })

  it('find every text by each of its own words, whatever it holds', async () => {
    const stores = bothStores()
    const found = fc.asyncProperty(anyText, fc.constantFrom('fox', '北', 'ÉTÉ', '42'), async (text, word) => {
      for (const store of stores) {
        await save(store, 'a', `${text} ${word}`)
        expect(await store.knowledge.rankByText(word, options)).toHaveLength(1)
      }
    })
    await fc.assert(found, { numRuns: 200 })
  })
})

describe('both stores', () => {
  it('rank chunks alike after any changes', async () => {
    const change = fc.record({ id, text: sentence, isRemoval: fc.boolean() })
    const apply = async (store: Store, { id, text, isRemoval }: { id: string; text: string; isRemoval: boolean }) => {
      if (isRemoval) await store.knowledge.remove([id])
      else await save(store, id, text)
    }
    const alike = fc.asyncProperty(fc.array(change, { maxLength: 15 }), sentence, async (changes, query) => {
      const rankings = await inBoth(async (store) => {
        for (const each of changes) await apply(store, each)
        return rounded(await store.knowledge.rankByText(query, options))
      })
      expect(rankings[0]).toEqual(rankings[1])
    })
    await fc.assert(alike, { numRuns: 100 })
  })

  it('tell the same edges and names after any changes', async () => {
    const name = fc.oneof(
      fc.constantFrom('Fox', 'fox', 'FÓX!', 'the dog', 'The-Dog', '', '+++', '🦊', '\uff5e', '\u{1f436} x'),
      fc.string({ unit: 'grapheme', maxLength: 6 }).map((text) => text.toWellFormed()),
    )
    const weight = fc.constantFrom(0.5, 1, 2)
    const edges = fc.array(fc.record({ from: name, relation: fc.constantFrom('a', 'b'), to: name, weight }))
    const change = fc.record({ id, edges, reader: fc.constantFrom('q', 'r', 's') })
    const alike = fc.asyncProperty(fc.array(change, { maxLength: 8 }), fc.array(name), async (changes, asked) => {
      const [one, two] = await inBoth(async ({ knowledge, ...store }) => {
        for (const each of ['a', 'b', 'c']) await save({ knowledge, ...store }, each, 'x')
        for (const { id, edges, reader } of changes) await knowledge.putEdges(reader, [{ chunk: `${id}/1`, edges }])
        return [
          await knowledge.edgesOf('local', asked, 20),
          await knowledge.edgesIn(['a/1', 'c/1']),
          await knowledge.names('local', 20),
          await knowledge.withoutEdges('r', 'local', 20),
          await knowledge.overview('local'),
        ]
      })
      expect(one).toEqual(two)
    })
    await fc.assert(alike, { numRuns: 100 })
  })

  it('rank memories alike after any changes', async () => {
    const changers = {
      put: (store: Store, name: string, text: string) => store.memories.put(memory(name, text)),
      edit: (store: Store, name: string, text: string) =>
        store.memories.edit(name, { ...noVector, text, expiresAt: null }),
      remove: (store: Store, name: string) => store.memories.remove([name]),
    }
    const change = fc.record({ id, text: sentence, kind: fc.constantFrom('put', 'edit', 'remove') })
    const alike = fc.asyncProperty(fc.array(change, { maxLength: 15 }), sentence, async (changes, query) => {
      const rankings = await inBoth(async (store) => {
        for (const { kind, id, text } of changes) await changers[kind](store, id, text)
        return rounded(await store.memories.rankByText(query, { owner: 'local', now }))
      })
      expect(rankings[0]).toEqual(rankings[1])
    })
    await fc.assert(alike, { numRuns: 100 })
  })
})

describe('knowledge in SQLite', () => {
  it('leaves no row of a document that was removed, nor of a memory', async () => {
    const path = temporaryPath()
    const store = opened(path)
    await save(store, 'a', 'A fox sees a dog.')
    await store.knowledge.putVectors('e', [{ chunk: 'a/1', vector: Float32Array.from([1]) }])
    const edge = { from: 'fox', relation: 'sees', to: 'dog', weight: 1 }
    await store.knowledge.putEdges('r', [{ chunk: 'a/1', edges: [edge] }])
    await store.memories.put(memory('m', 'fox'))
    const tables = ['document', 'chunk', 'chunk_text_content', 'chunk_vector', 'edge', 'memory', 'memory_text_content']
    expect(counts(path, tables)).toEqual([1, 1, 1, 1, 1, 1, 1])
    await store.knowledge.remove(['a'])
    await store.memories.remove(['m'])
    expect(counts(path, tables)).toEqual([0, 0, 0, 0, 0, 0, 0])
  })
})

function bothStores(): readonly [Store, Store] {
  return [memoryStore(), opened(':memory:')]
}

async function inBoth<T>(work: (store: Store) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (const store of [memoryStore(), sqliteStore(':memory:')]) {
    results.push(await work(store))
    await store.close()
  }
  return results
}

async function save(store: Store, document: string, text: string): Promise<void> {
  const saved: KnowledgeDocument = {
    id: document,
    owner: 'local',
    source: document,
    title: document,
    mediaType: 'text/plain',
    hash: '',
    text,
    at: 1,
    data: null,
  }
  await store.knowledge.put(saved, [{ id: `${document}/1`, document, start: 0, end: text.length, headings: [] }])
}

function memory(name: string, text: string): MemoryRecord {
  const none = { session: null, key: null, expiresAt: null }
  return { id: name, owner: 'local', kind: 'note', text, data: null, at: 1, ...none, ...noVector }
}

/** Logarithms may differ in their last digit. */
function rounded(found: readonly { readonly score: number; readonly chunk?: string; readonly id?: string }[]): unknown {
  return found.map((each) => [each.chunk ?? each.id, each.score.toPrecision(9)])
}

function counts(path: string, tables: readonly string[]): unknown[] {
  const database = new DatabaseSync(path)
  const found = tables.map((table) => database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n'])
  database.close()
  return found
}
