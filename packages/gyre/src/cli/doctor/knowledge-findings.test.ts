import type { KnowledgeOverview } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { embedderOf } from '../../wiring/embedder.ts'
import { knowledgeFindings } from './knowledge-findings.ts'

const vectors = (embedder: string, count: number) => ({ embedder, dimensions: 8, count })

async function found(name: string, overview?: Partial<KnowledgeOverview>, hasVectorLibrary?: boolean) {
  const all = { documents: 2, chunks: 5, vectors: [], edges: 0, names: 0, ...overview }
  const index = overview && { owner: 'local', store: { overview: async () => all } }
  const embedder = embedderOf({ name, env: {}, config: { embedder: undefined, providers: {} } })
  const [who, what] = await knowledgeFindings({ embedder, index, hasVectorLibrary })
  return { who, what }
}

const nothing = 'no documents; to read some: gyre knowledge add FOLDER'

describe('the index', () => {
  it.each([
    ['is not there yet', undefined, 'ok', nothing, null],
    ['is empty', { documents: 0, chunks: 0 }, 'ok', nothing, null],
    ['is whole', { vectors: [vectors('lexical/hashed-1', 5)] }, 'ok', '2 documents, 5 chunks', null],
    [
      'has vectors of another embedder',
      { vectors: [vectors('house/e5', 1), vectors('lexical/hashed-1', 4)] },
      'fault',
      '2 documents, 5 chunks, with 1 vector of house/e5: searches are refused.',
      'Make them anew: gyre knowledge reembed',
    ],
    [
      'has chunks without a vector',
      { vectors: [vectors('lexical/hashed-1', 4)] },
      'note',
      '2 documents, 5 chunks; 1 chunk without a vector, found by words alone.',
      'Make them: gyre knowledge reembed',
    ],
  ])('%s', async (_, overview, ...said) => {
    const { level, message, fix } = (await found('', overview)).what ?? {}
    expect([level, message, fix]).toEqual(said)
  })

  it.each([
    [true, '2 documents, 5 chunks; vectors are searched by sqlite-vec'],
    [false, '2 documents, 5 chunks; vectors are searched one by one: sqlite-vec, which is faster, is not installed'],
  ])('is told to be searched with the library when it is there: %s', async (hasLibrary, message) => {
    const { what } = await found('', { vectors: [vectors('lexical/hashed-1', 5)] }, hasLibrary)
    expect(what).toMatchObject({ level: 'ok', message })
  })

  it('is counted and no more where nobody can make vectors, which is a fault of its own', async () => {
    const { who, what } = await found('lexical/x', { vectors: [vectors('house/e5', 5)] })
    expect(who).toEqual({
      check: 'embedder',
      level: 'fault',
      message: 'There is no embedder `lexical/x`; the one without a service is lexical/hashed.',
      fix: 'Set another one: gyre settings set embedding_model NAME',
    })
    expect(what).toMatchObject({ level: 'ok', message: '2 documents, 5 chunks' })
  })
})
