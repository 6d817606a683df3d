import { setImmediate } from 'node:timers/promises'
import type { KnowledgeDocument, MemoryRecord, Store } from '@gyre/core'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { serverDatabase, type TestDatabase } from '../../../test/knowledge-databases.ts'
import { memoryStore } from '../../memory/store.ts'
import { encoded } from './encoded-document.ts'
import { PostgresKnowledge } from './knowledge.ts'
import { PostgresMemories } from './memories.ts'

type Stores = Pick<Store, 'knowledge' | 'memories'>

const options = { owner: 'local', limit: 10 }
const mine = { owner: 'local', now: 0 }
const noVector = { embedder: null, vector: null }
const words = ['fox', 'dog', 'cow', 'hen', 'owl', 'the', 'Ümlaut', '北京', 'x1']
const sentence = fc.array(fc.constantFrom(...words), { maxLength: 12 }).map((chosen) => chosen.join(' '))
const id = fc.constantFrom('a', 'b', 'c', 'd')
const owner = fc.constantFrom('local', 'local', 'bob')
/** Any string at all: lone surrogates and NUL among them. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.constantFrom('\0', 'fox\0', '\ud800', 'a\udc00b', `${'𐌰'.repeat(31)}a𐌰`, `${'𐌰'.repeat(31)}a𐌱`),
)

let test: TestDatabase
let postgres: Stores
beforeAll(async () => {
  test = await serverDatabase()
  const { database } = test
  postgres = { knowledge: await PostgresKnowledge.open(database), memories: new PostgresMemories(database) }
})
beforeEach(() => test.empty())
afterAll(() => test.close())

describe('PostgreSQL and memory', () => {
  it('rank chunks alike after any changes, whoever else has chunks', async () => {
    const change = fc.record({ id, owner, texts: fc.array(sentence, { maxLength: 4 }), isRemoval: fc.boolean() })
    const alike = fc.asyncProperty(fc.array(change, { maxLength: 8 }), sentence, async (changes, query) => {
      const [one, two] = await inBoth(async (stores) => {
        for (const { id, owner, texts, isRemoval } of changes) {
          if (isRemoval) await stores.knowledge.remove([id])
          else await save(stores, { id, owner }, texts)
        }
        return rounded(await stores.knowledge.rankByText(query, options))
      })
      expect(one).toEqual(two)
    })
    await fc.assert(alike, { numRuns: 40 })
  })

  it('rank memories alike after any changes', async () => {
    const changers = {
      put: ({ memories }: Stores, memory: MemoryRecord) => memories.put(memory),
      edit: ({ memories }: Stores, { id, text }: MemoryRecord) =>
        memories.edit(id, { ...noVector, text, expiresAt: null }),
      remove: ({ memories }: Stores, { id }: MemoryRecord) => memories.remove([id]),
    }
    const change = fc.record({ id, owner, text: sentence, kind: fc.constantFrom('put', 'edit', 'remove') })
    const alike = fc.asyncProperty(fc.array(change, { maxLength: 10 }), sentence, async (changes, query) => {
      const [one, two] = await inBoth(async (stores) => {
        for (const { kind, id, owner, text } of changes) await changers[kind](stores, memory(id, owner, text))
        return rounded(await stores.memories.rankByText(query, mine))
      })
      expect(one).toEqual(two)
    })
    await fc.assert(alike, { numRuns: 40 })
  })

  it('tell the same edges and names after any changes', async () => {
    const name = fc.oneof(
      fc.constantFrom('Fox', 'fox', 'FÓX!', 'the dog', 'The-Dog', '', '+++', '🦊', '\uff5e', '\u{1f436} x'),
      fc.constantFrom('x'.repeat(300), 'y '.repeat(3000), `${'y '.repeat(3000)}z`),
    )
    const weight = fc.constantFrom(0.5, 1, 2)
    const edges = fc.array(fc.record({ from: name, relation: fc.constantFrom('a', 'b'), to: name, weight }))
    const change = fc.record({ id, edges, reader: fc.constantFrom('q', 'r', 's') })
    const alike = fc.asyncProperty(fc.array(change, { maxLength: 6 }), fc.array(name), async (changes, asked) => {
      const [one, two] = await inBoth(async (stores) => {
        const { knowledge } = stores
        for (const each of ['a', 'b', 'c']) await save(stores, { id: each, owner: 'local' }, ['x'])
        for (const { id, edges, reader } of changes) await knowledge.putEdges(reader, [{ chunk: `${id}/0`, edges }])
        return [
          await knowledge.edgesOf('local', asked, 20),
          await knowledge.edgesIn(['a/0', 'c/0']),
          await knowledge.names('local', 20),
          await knowledge.withoutEdges('r', 'local', 20),
          await knowledge.overview('local'),
        ]
      })
      expect(one).toEqual(two)
    })
    await fc.assert(alike, { numRuns: 40 })
  })
})

describe('texts and names of any characters', () => {
  it('are kept and found', async () => {
    const kept = fc.asyncProperty(anyText, async (any) => {
      await test.empty()
      const { knowledge, memories } = postgres
      await save(postgres, { id: `d${any}`, owner: `o${any}` }, [`${any} fox`])
      const owned = { owner: `o${any}`, limit: 10, now: 0 }
      const chunk = `d${any}/0`
      await knowledge.putVectors(any, [{ chunk, vector: Float32Array.from([1]) }])
      const edge = { from: `n${any}`, relation: any, to: any, weight: 1 }
      await knowledge.putEdges(any, [{ chunk, edges: [edge, edge, { ...edge, to: `${any}\0` }] }])
      await memories.put({ ...memory(`m${any}`, owned.owner, `${any} fox`), key: any, session: any, kind: `k${any}` })
      expect((await knowledge.get(`d${any}`))?.text).toBe(`${any} fox`)
      expect((await knowledge.chunks([chunk]))[0]?.text).toBe(`${any} fox`)
      expect(await knowledge.rankByText('fox', { ...owned, filter: { sources: [`s${any}`] } })).toHaveLength(1)
      expect(await knowledge.rankByVector(any, Float32Array.from([1]), owned)).toHaveLength(1)
      expect((await knowledge.edgesOf(owned.owner, [`n${any}`])).length).toBeGreaterThan(0)
      expect(await knowledge.withoutEdges(any, owned.owner, 10)).toEqual([])
      const found = await memories.rankByText('fox', { ...owned, kind: `k${any}` })
      expect(found.map(({ text }) => text)).toEqual([`${any} fox`])
      expect(await memories.beginningWith(`m${any}`, owned)).toHaveLength(1)
      expect((await memories.put({ ...memory('other', owned.owner, ''), key: any, session: any })).text).toBe(
        `${any} fox`,
      )
    })
    await fc.assert(kept, { numRuns: 40 })
  })

  it('are found by words that were cut inside of a letter', async () => {
    const long = ['𐌰'.repeat(40), `a${'𐌰'.repeat(40)}`, `a${'𐌰'.repeat(31)}\u{1e922}`]
    await save(postgres, { id: 'a', owner: 'local' }, [long.join(' ')])
    await postgres.memories.put(memory('m', 'local', long.join(' ')))
    for (const query of long) {
      expect(await postgres.knowledge.rankByText(query, options)).toHaveLength(1)
      expect(await postgres.memories.rankByText(long.join(' '), mine)).toHaveLength(1)
    }
  })

  it('may be long', async () => {
    const source = `https://example.com/${'x/'.repeat(5000)}`
    await postgres.knowledge.put({ ...document('a', 'local', 'fox'), source }, [])
    expect((await postgres.knowledge.list('local')).map((each) => each.source)).toEqual([source])
  })
})

describe('a document of very many chunks', () => {
  const texts = Array.from({ length: 1201 }, (_, i) => `line ${i}`)

  it('is written whole, as it was when it was given, and removed whole', async () => {
    const { knowledge } = postgres
    const text = texts.join(' ')
    const chunks = chunksOf('long', texts)
    const writing = knowledge.put(document('long', 'local', text), chunks)
    chunks.length = 0
    await writing
    expect((await knowledge.chunksOf('long')).map((chunk) => chunk.text)).toEqual(texts)
    expect(await knowledge.rankByText('1200', options)).toMatchObject([{ chunk: 'long/1200' }])
    await knowledge.remove(['long'])
    expect(await knowledge.overview('local')).toMatchObject({ documents: 0, chunks: 0 })
    expect(await test.database.rows('SELECT word FROM chunk_word')).toEqual([])
  })

  it('is the version that was given last, and gone when it was removed last, however long each takes', async () => {
    const { knowledge } = postgres
    const long = () => save(postgres, { id: 'long', owner: 'local' }, texts)
    await Promise.all([long(), save(postgres, { id: 'long', owner: 'local' }, ['Short.'])])
    expect((await knowledge.get('long'))?.text).toBe('Short.')
    await Promise.all([long(), knowledge.remove(['long'])])
    expect(await knowledge.get('long')).toBeUndefined()
  })

  it('lets others have their turn while its words are counted', async () => {
    let turns = 0
    let isOver = false
    const encode = encoded(document('long', 'local', texts.join(' ')), chunksOf('long', texts))
    const encoding = encode().finally(() => {
      isOver = true
    })
    for (; !isOver; turns++) await setImmediate()
    expect((await encoding).chunks).toHaveLength(1201)
    expect(turns).toBeGreaterThanOrEqual(7)
  })
})

async function inBoth<T>(work: (stores: Stores) => Promise<T>): Promise<readonly [T, T]> {
  await test.empty()
  return [await work(postgres), await work(memoryStore())]
}

function document(id: string, owner: string, text: string): KnowledgeDocument {
  return { id, owner, source: `s${id.slice(1)}`, title: id, mediaType: id, hash: id, text, at: 1.5, data: null }
}

/** The texts as chunks of one document: `a/0`, `a/1` and so on. */
function chunksOf(id: string, texts: readonly string[]) {
  let end = -1
  return texts.map((text, at) => {
    const start = end + 1
    end = start + text.length
    return { id: `${id}/${at}`, document: id, start, end, headings: [] }
  })
}

async function save({ knowledge }: Stores, of: { id: string; owner: string }, texts: readonly string[]): Promise<void> {
  await knowledge.put(document(of.id, of.owner, texts.join(' ')), chunksOf(of.id, texts))
}

function memory(name: string, owner: string, text: string): MemoryRecord {
  const none = { session: null, key: null, expiresAt: null }
  return { id: name, owner, kind: 'note', text, data: null, at: 1, ...none, ...noVector }
}

/** Logarithms may differ in their last digit. */
function rounded(found: readonly { readonly score: number; readonly chunk?: string; readonly id?: string }[]): unknown {
  return found.map((each) => [each.chunk ?? each.id, each.score.toPrecision(9)])
}
