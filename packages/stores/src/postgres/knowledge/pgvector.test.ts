import type { KnowledgeFilter, KnowledgeStore } from '@gyre/core'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pgvectorDatabase, type TestDatabase } from '../../../test/knowledge-databases.ts'
import { bytesOf } from '../../vector-bytes.ts'
import { PostgresKnowledge } from './knowledge.ts'
import { fillIn, openExtension, type VectorExtension } from './vector-extension.ts'

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
const saved = fc.record({ vector, at: fc.nat({ max: 2 }), owner: fc.constantFrom('local', 'local', 'bob') })
const filter = fc.option(
  fc.record(
    { since: fc.nat({ max: 2 }), sources: fc.constantFrom(['even'], ['odd'], ['even', 'odd'], []) },
    { requiredKeys: [] },
  ),
  { nil: undefined },
)
const mine = { owner: 'local', limit: 2 }

let test: TestDatabase
let extension: VectorExtension
/** Of a process that has the extension, and of one that has not. */
let near: PostgresKnowledge
let plain: PostgresKnowledge

beforeAll(async () => {
  test = await pgvectorDatabase()
  plain = new PostgresKnowledge(test.database)
})
beforeEach(async () => {
  await test.empty()
  extension = await opened()
  near = new PostgresKnowledge(test.database, extension)
})
afterAll(() => test.close())

describe('the nearest by pgvector', () => {
  it('are those of the scan, with the same scores and the same order of equals, whoever wrote them', async () => {
    const question = fc.record({ vector, limit: fc.integer({ min: 0, max: 70 }), filter })
    const both = fc.array(saved, { maxLength: 60 })
    const alike = fc.asyncProperty(both, both, question, async (first, second, { vector, limit, filter }) => {
      await test.empty()
      await write(near, first, 'n')
      await write(plain, second, 'p')
      const options = { owner: 'local', limit, ...(filter && { filter: filter as KnowledgeFilter }) }
      const query = Float32Array.from(vector)
      expect(await near.rankByVector('e', query, options)).toEqual(await plain.rankByVector('e', query, options))
    })
    await fc.assert(alike, { numRuns: 30 })
  })

  it('are found among thousands without a scan', async () => {
    const query = Float32Array.from([0.3, -0.2, 0.9])
    const options = { owner: 'local', limit: 20 }
    await write(
      near,
      many(3000, (i) => [Math.sin(i), Math.cos(i * 7), Math.sin(i * i)]),
    )
    const scanned = await plain.rankByVector('e', query, options)
    expect(await near.rankByVector('e', query, options)).toEqual(scanned)
    const last = (await plain.rankByVector('e', query, { owner: 'local', limit: 3000 })).at(-1)?.chunk
    const disguise = 'UPDATE chunk_vector SET vector = $1 WHERE cid = (SELECT cid FROM chunk WHERE id = $2)'
    await test.database.rows(disguise, [Buffer.from(bytesOf(query)), last])
    expect((await plain.rankByVector('e', query, options))[0]?.chunk).toBe(last)
    expect(await near.rankByVector('e', query, options)).toEqual(scanned)
  })

  it('are those of the scan when there are more equals than it looks at', async () => {
    await write(
      near,
      many(5000, () => [1, 1, 0]),
    )
    const found = await near.rankByVector('e', Float32Array.from([1, 0, 0]), mine)
    expect(found.map(({ chunk }) => chunk)).toEqual(['n00000', 'n00001'])
  })

  it('may be longer than it can keep', async () => {
    const long = (at: number) => Float32Array.from({ length: 16_001 }, (_, i) => Number(i === at))
    await write(
      near,
      many(3, () => [1]),
    )
    await near.putVectors('long', [
      { chunk: 'n00000', vector: long(0) },
      { chunk: 'n00001', vector: long(16_000) },
      { chunk: 'n00002', vector: long(0).slice(0, 16_000) },
    ])
    expect(await near.rankByVector('long', long(16_000), mine)).toEqual([
      { chunk: 'n00001', score: 1 },
      { chunk: 'n00000', score: 0 },
    ])
    expect(await near.rankByVector('long', long(0).slice(0, 16_000), mine)).toEqual([{ chunk: 'n00002', score: 1 }])
    expect((await near.vectors('long', ['n00001']))[0]?.vector).toEqual(long(16_000))
    expect(await nearCount()).toEqual({ near: 4, all: 6 })
  })
})

describe('vectors that were written without the extension', () => {
  it('are filled in, all that it can keep', async () => {
    await write(plain, [...many(600, (i) => [1, i]), ...many(1, () => [0, 0]), ...many(1, () => [Number.NaN, 1])])
    expect(await nearCount()).toEqual({ near: 0, all: 602 })
    await fillIn(test.database, extension)
    expect(await nearCount()).toEqual({ near: 600, all: 602 })
    const query = Float32Array.from([0, 1])
    expect(await near.rankByVector('e', query, mine)).toEqual(await plain.rankByVector('e', query, mine))
  })

  it('take the place of those that were written with it', async () => {
    await write(
      near,
      many(100, (i) => [1, i / 1000]),
    )
    await plain.putVectors('e', [{ chunk: 'n00000', vector: Float32Array.from([0, 1]) }])
    const first = async () => (await near.rankByVector('e', Float32Array.from([0, 1]), mine))[0]
    expect(await first()).toEqual({ chunk: 'n00000', score: 1 })
    await fillIn(test.database, extension)
    expect(await nearCount()).toEqual({ near: 100, all: 100 })
    expect(await first()).toEqual({ chunk: 'n00000', score: 1 })
  })
})

describe('the extension', () => {
  it('may go and come again', async () => {
    await write(
      near,
      many(3, (i) => [1, i]),
    )
    await test.database.rows('DROP EXTENSION vector CASCADE')
    expect(await plain.rankByVector('e', Float32Array.from([1, 0]), mine)).toHaveLength(2)
    const again = await opened()
    expect(await nearCount()).toEqual({ near: 0, all: 3 })
    await fillIn(test.database, again)
    expect(await nearCount()).toEqual({ near: 3, all: 3 })
    const found = await new PostgresKnowledge(test.database, again).rankByVector('e', Float32Array.from([1, 0]), mine)
    expect(found.map(({ chunk }) => chunk)).toEqual(['n00000', 'n00001'])
  })

  it('is found in whatever schema it is', async () => {
    await test.database.rows('DROP EXTENSION vector CASCADE')
    await test.database.rows('CREATE SCHEMA "Else where"')
    await test.database.rows('CREATE EXTENSION vector WITH SCHEMA "Else where"')
    const elsewhere = await opened()
    expect(elsewhere.type).toBe('"Else where".vector')
    const knowledge = new PostgresKnowledge(test.database, elsewhere)
    await write(
      knowledge,
      many(2, (i) => [1, i]),
    )
    expect(await nearCount()).toEqual({ near: 2, all: 2 })
    const found = await knowledge.rankByVector('e', Float32Array.from([0, 1]), mine)
    expect(found.map(({ chunk }) => chunk)).toEqual(['n00001', 'n00000'])
    await test.database.rows('DROP SCHEMA "Else where" CASCADE')
  })

  it('is left out where this user may not make it', async () => {
    await test.database.rows('DROP EXTENSION vector CASCADE')
    await test.database.rows('CREATE ROLE guest')
    await test.database.rows('GRANT USAGE ON SCHEMA gyre TO guest')
    await test.database.rows('SET ROLE guest')
    expect(await openExtension(test.database)).toBeUndefined()
    await test.database.rows('RESET ROLE')
  })
})

async function opened(): Promise<VectorExtension> {
  const found = await openExtension(test.database)
  if (found === undefined) throw new Error('There is no pgvector.')
  return found
}

/** How many vectors pgvector has, of all. */
async function nearCount(): Promise<unknown> {
  const sql = 'SELECT count(near) FILTER (WHERE is_near) AS near, count(*) AS all FROM chunk_vector'
  return (await test.database.rows(sql))[0]
}

function many(count: number, vectorAt: (index: number) => number[]): Saved[] {
  return Array.from({ length: count }, (_, i) => ({ vector: vectorAt(i), at: 0, owner: 'local' }))
}

/** Saves these vectors. Each is of a chunk that is numbered as it is. */
async function write(knowledge: KnowledgeStore, vectors: readonly Saved[], prefix = 'n'): Promise<void> {
  const nameOf = (index: number) => `${prefix}${`${index}`.padStart(5, '0')}`
  const groups = Map.groupBy(vectors.entries(), ([index, { at, owner }]) => `${prefix} ${owner} ${at} ${index % 2}`)
  for (const [id, members] of groups) {
    const [, owner = '', at = '', parity] = id.split(' ')
    const source = parity === '0' ? 'even' : 'odd'
    const document = { id, owner, source, title: '', mediaType: '', hash: '', text: '', at: Number(at), data: null }
    const chunks = members.map(([index]) => ({ id: nameOf(index), document: id, start: 0, end: 0, headings: [] }))
    await knowledge.put(document, chunks)
  }
  const rows = vectors.map((each, index) => ({ chunk: nameOf(index), vector: Float32Array.from(each.vector) }))
  await knowledge.putVectors('e', rows)
}
