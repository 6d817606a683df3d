import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite'
import type { KnowledgeFilter, KnowledgeStore, Store } from '@gyre/core'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { opened, temporaryPath } from '../../test/temporary-store.ts'
import { type Connection, connectReader } from './connection.ts'
import { KnowledgeQueries } from './knowledge-queries.ts'
import { NearestByExtension } from './nearest-by-extension.ts'
import { loadVectorExtension } from './vector-extension.ts'

type Saved = { readonly vector: readonly number[]; readonly at: number; readonly owner: string }

/** Ordinary numbers, and those at the ends of what 32 bits can hold, or past them. */
const value = fc.oneof(
  fc.constantFrom(0, 1, -1, 0.5),
  fc.float({ noNaN: true, min: -2, max: 2 }),
  fc.constantFrom(1e-30, -1e-22, 3e18, 1e30, Number.NaN, Number.POSITIVE_INFINITY),
)
const vector = fc.oneof(
  fc.array(fc.constantFrom(0, 1, -1), { minLength: 3, maxLength: 3 }),
  fc.array(value, { minLength: 3, maxLength: 3 }),
  fc.array(value, { minLength: 0, maxLength: 5 }),
)
const saved = fc.record({ vector, at: fc.nat({ max: 9 }), owner: fc.constantFrom('local', 'local', 'bob') })
const filter = fc.option(
  fc.record(
    { since: fc.nat({ max: 9 }), sources: fc.constantFrom(['even'], ['odd'], ['even', 'odd'], []) },
    { requiredKeys: [] },
  ),
  { nil: undefined },
)

/** There is no binary for some machines. */
const hasExtension = await loads({ allowExtension: true })

describe.skipIf(!hasExtension)('the nearest by the extension', () => {
  it('are those of the scan, with the same scores and the same order of equals', async () => {
    const { store, connection } = await database()
    const [queries, nearest] = [new KnowledgeQueries(connection), new NearestByExtension(connection)]
    const question = fc.record({ vector, limit: fc.integer({ min: 0, max: 70 }), filter })
    const alike = fc.asyncProperty(fc.array(saved, { maxLength: 120 }), question, async (vectors, asked) => {
      await write(store.knowledge, vectors)
      const { limit, filter } = asked
      const options = { owner: 'local', limit, ...(filter && { filter: filter as KnowledgeFilter }) }
      const query = Float32Array.from(asked.vector)
      const scanned = queries.rankByVector('e', query, options).map(({ chunk: id, score }) => ({ id, score }))
      expect(nearest.rank('e', query, options) ?? scanned).toEqual(scanned)
    })
    await fc.assert(alike, { numRuns: 100 })
  }, 60_000)

  it('are found among thousands without a scan', async () => {
    const { store, connection } = await database()
    await write(
      store.knowledge,
      many(3000, (i) => [Math.sin(i), Math.cos(i * 7), Math.sin(i * i)]),
    )
    const query = Float32Array.from([0.3, -0.2, 0.9])
    const options = { owner: 'local', limit: 20 }
    const found = new NearestByExtension(connection).rank('e', query, options)
    expect(found).toHaveLength(20)
    const scanned = new KnowledgeQueries(connection).rankByVector('e', query, options)
    expect(found?.map(({ id: chunk, score }) => ({ chunk, score }))).toEqual(scanned)
  })

  it.each([
    ['a query without a direction', [0, 0, 0], many(3, () => [1, 0, 0])],
    ['a query with what is no number', [Number.NaN, 0, 0], many(3, () => [1, 0, 0])],
    ['more equals than it looks at', [1, 0, 0], many(5000, () => [1, 1, 0])],
  ])('are not told for %s', async (_, query, vectors) => {
    const { store, connection } = await database()
    await write(store.knowledge, vectors)
    const nearest = new NearestByExtension(connection)
    expect(nearest.rank('e', Float32Array.from(query), { owner: 'local', limit: 2 })).toBeUndefined()
    const queries = new KnowledgeQueries(connection, nearest)
    const found = queries.rankByVector('e', Float32Array.from(query), { owner: 'local', limit: 2 })
    expect(found.map(({ chunk }) => chunk)).toEqual(['00000', '00001'])
  })
})

describe('loading the extension', () => {
  it('is refused quietly where extensions may not be loaded', async () => {
    expect(await loads({ allowExtension: false })).toBe(false)
  })
})

async function loads(options: DatabaseSyncOptions): Promise<boolean> {
  const database = new DatabaseSync(':memory:', options)
  const isLoaded = await loadVectorExtension(database)
  database.close()
  return isLoaded
}

/** An empty database, and a connection that reads it with the extension. */
async function database(): Promise<{ store: Store; connection: Connection }> {
  const path = temporaryPath()
  const store = opened(path, { synchronous: 'NORMAL' })
  const connection = connectReader(path)
  onTestFinished(() => connection.close())
  expect(await loadVectorExtension(connection.database)).toBe(true)
  return { store, connection }
}

function many(count: number, vectorAt: (index: number) => number[]): Saved[] {
  return Array.from({ length: count }, (_, i) => ({ vector: vectorAt(i), at: 0, owner: 'local' }))
}

/** Saves these vectors in place of all there are. Each is of a chunk that is numbered as it is. */
async function write(knowledge: KnowledgeStore, vectors: readonly Saved[]): Promise<void> {
  for (const owner of ['local', 'bob']) await knowledge.remove((await knowledge.list(owner)).map(({ id }) => id))
  const groups = Map.groupBy(vectors.entries(), ([index, { at, owner }]) => `${owner} ${at} ${index % 2}`)
  for (const [id, members] of groups) {
    const [owner = '', at = '', parity] = id.split(' ')
    const source = parity === '0' ? 'even' : 'odd'
    const document = { id, owner, source, title: '', mediaType: '', hash: '', text: '', at: Number(at), data: null }
    const chunks = members.map(([index]) => ({ id: nameOf(index), document: id, start: 0, end: 0, headings: [] }))
    await knowledge.put(document, chunks)
  }
  const rows = vectors.map((each, index) => ({ chunk: nameOf(index), vector: Float32Array.from(each.vector) }))
  await knowledge.putVectors('e', rows)
}

function nameOf(index: number): string {
  return `${index}`.padStart(5, '0')
}
