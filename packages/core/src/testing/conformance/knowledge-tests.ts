/** Documents are saved with their chunks and go with all that hangs on them. */
import type { KnowledgeStore } from '../../ports/knowledge-store.ts'
import { edgeTests } from './edge-tests.ts'
import { document, edge, embed, linesOf, put, relate, textHits, vectorHits } from './knowledge-samples.ts'
import { rankingTests } from './ranking-tests.ts'
import type { Suite } from './suite.ts'

export function knowledgeTests(suite: Suite): void {
  documentTests(suite)
  chunkTests(suite)
  removalTests(suite)
  overviewTests(suite)
  rankingTests(suite)
  edgeTests(suite)
}

function documentTests({ test, expect }: Suite): void {
  test('a document comes back as it was', async ({ knowledge }) => {
    const saved = document('doc', 'Grüße, 你好 🧑‍🚀\r\n"quoted" \0 \ud800\u2028', { data: ['\0', { deep: null }] })
    await put(knowledge, saved)
    expect(await knowledge.get('doc')).toEqual(saved)
  })

  test('a document of 1 MB comes back as it was', async ({ knowledge }) => {
    const saved = document('doc', 'A line of text, "quoted".\n'.repeat(40_000))
    await knowledge.put(saved, [{ id: 'c', document: 'doc', start: 999_990, end: 1_000_000, headings: [] }])
    expect((await knowledge.get('doc'))?.text === saved.text).toBe(true)
    expect((await knowledge.chunks(['c']))[0]?.text).toBe(saved.text.slice(999_990, 1_000_000))
  })

  test('a document may have no text and no chunks', async ({ knowledge }) => {
    await knowledge.put(document('doc', ''), [])
    expect(await knowledge.get('doc')).toEqual(document('doc', ''))
  })

  test('an unknown document is not there', async ({ knowledge }) => {
    expect(await knowledge.get('doc')).toBeUndefined()
    expect(await knowledge.list('local')).toEqual([])
    await knowledge.remove(['doc'])
  })

  test('a saved document is not changed from outside', async ({ knowledge }) => {
    const pages = [1]
    const headings = ['Top']
    await knowledge.put(document('doc', 'fox', { data: { pages } }), [
      { id: 'c', document: 'doc', start: 0, end: 3, headings },
    ])
    pages.push(2)
    headings.push('Changed')
    expect((await knowledge.get('doc'))?.data).toEqual({ pages: [1] })
    expect((await knowledge.chunks(['c']))[0]?.headings).toEqual(['Top'])
  })

  test('lists the documents of an owner by source, without their texts', async ({ knowledge }) => {
    await put(knowledge, document('one', 'x', { source: 'b' }))
    await put(knowledge, document('two', 'x', { source: 'c' }))
    await put(knowledge, document('three', 'x', { source: 'a' }))
    await put(knowledge, document('other', 'x', { owner: 'bob' }))
    const { text: _, ...three } = document('three', 'x', { source: 'a' })
    const listed = await knowledge.list('local')
    expect(listed.map(({ id }) => id)).toEqual(['three', 'one', 'two'])
    expect(listed[0]).toEqual(three)
    expect((await knowledge.list('bob')).map(({ id }) => id)).toEqual(['other'])
  })
}

function chunkTests({ test, expect }: Suite): void {
  test('chunks are cut out of the text by their offsets', async ({ knowledge }) => {
    await put(knowledge, document('doc', 'First 🦊\nZweite Zeile äöü\n你好'))
    expect(await knowledge.chunks(['doc/2'])).toEqual([
      {
        id: 'doc/2',
        document: 'doc',
        start: 9,
        end: 25,
        headings: ['Top', 'doc'],
        text: 'Zweite Zeile äöü',
        source: '/notes/doc.md',
        title: 'Title of doc',
        at: 1000,
      },
    ])
    expect((await knowledge.chunks(['doc/3']))[0]?.text).toBe('你好')
  })

  test('chunks may overlap, be empty and cut a letter in half', async ({ knowledge }) => {
    const at = (id: string, start: number, end: number) => ({ id, document: 'doc', start, end, headings: [] })
    await knowledge.put(document('doc', 'ab🦊cd'), [at('a', 0, 4), at('b', 1, 3), at('c', 2, 2), at('d', 3, 99)])
    const texts = (await knowledge.chunks(['a', 'b', 'c', 'd'])).map(({ text }) => text)
    expect(texts).toEqual(['ab🦊', 'b\ud83e', '', '\udd8acd'])
  })

  test('chunks come in the order of the ids, and unknown ones are left out', async ({ knowledge }) => {
    await put(knowledge, document('one', 'a\nb'))
    await put(knowledge, document('two', 'c'))
    const found = await knowledge.chunks(['two/1', 'none', 'one/2', 'one/1'])
    expect(found.map(({ text }) => text)).toEqual(['c', 'b', 'a'])
    expect(await knowledge.chunks([])).toEqual([])
  })

  test('the chunks of a document come in the order they were given', async ({ knowledge }) => {
    const at = (id: string, start: number) => ({ id, document: 'doc', start, end: start + 1, headings: ['Top'] })
    await knowledge.put(document('doc', 'abc', { at: 7 }), [at('z', 2), at('y', 0), at('x', 1)])
    await put(knowledge, document('other', 'd'))
    const found = await knowledge.chunksOf('doc')
    expect(found.map(({ id, text }) => [id, text])).toEqual([
      ['z', 'c'],
      ['y', 'a'],
      ['x', 'b'],
    ])
    expect(found).toEqual(await knowledge.chunks(['z', 'y', 'x']))
    expect(await knowledge.chunksOf('unknown')).toEqual([])
  })

  test('a chunk whose id another document has is refused, and nothing changes', async ({ knowledge }) => {
    await put(knowledge, document('one', 'fox'))
    await put(knowledge, document('two', 'dog'))
    const chunks = [
      { id: 'two/9', document: 'two', start: 0, end: 3, headings: [] },
      { id: 'one/1', document: 'two', start: 0, end: 3, headings: [] },
    ]
    await expect(knowledge.put(document('two', 'cow'), chunks)).rejects.toMatchObject({ code: 'store-failed' })
    expect((await knowledge.get('two'))?.text).toBe('dog')
    expect(await textHits(knowledge, 'fox dog cow')).toEqual(['one/1', 'two/1'])
    expect(await knowledge.chunks(['two/9'])).toEqual([])
  })

  test('a document with the same chunk twice is refused', async ({ knowledge }) => {
    const chunk = { id: 'c', document: 'doc', start: 0, end: 3, headings: [] }
    await expect(knowledge.put(document('doc', 'fox'), [chunk, chunk])).rejects.toMatchObject({ code: 'store-failed' })
    expect(await knowledge.get('doc')).toBeUndefined()
  })
}

function removalTests({ test, expect }: Suite): void {
  test('a document takes the place of the one with its id, with all that hung on it', async ({ knowledge }) => {
    await full(knowledge)
    const saved = document('doc', 'A cow grazes.', { owner: 'local', source: 'elsewhere', at: 9 })
    await put(knowledge, saved)
    expect(await knowledge.get('doc')).toEqual(saved)
    expect(await traces(knowledge)).toEqual({
      documents: ['kept', 'doc'],
      chunks: ['doc/1', 'kept/1'],
      texts: ['kept/1'],
      vectors: ['kept/1'],
      missing: ['doc/1'],
      unread: ['doc/1'],
      edges: ['kept/1'],
    })
    expect(await textHits(knowledge, 'cow')).toEqual(['doc/1'])
  })

  test('chunks of a document that is saved again may have the ids they had', async ({ knowledge }) => {
    await put(knowledge, document('doc', 'fox\ndog'))
    await embed(knowledge, { 'doc/1': [1, 0], 'doc/2': [0, 1] })
    await put(knowledge, document('doc', 'cow\ndog'))
    expect(await textHits(knowledge, 'fox')).toEqual([])
    expect(await textHits(knowledge, 'cow')).toEqual(['doc/1'])
    expect(await vectorHits(knowledge, [1, 0])).toEqual([])
    expect(await knowledge.withoutVector('e', 'local', 10)).toEqual(['doc/1', 'doc/2'])
  })

  test('a removed document leaves no trace, and others stay', async ({ knowledge }) => {
    await full(knowledge)
    await knowledge.remove(['doc', 'unknown'])
    expect(await traces(knowledge)).toEqual({
      documents: ['kept'],
      chunks: ['kept/1'],
      texts: ['kept/1'],
      vectors: ['kept/1'],
      missing: [],
      unread: [],
      edges: ['kept/1'],
    })
  })

  test('what was removed does not come back with what is saved next', async ({ knowledge }) => {
    await full(knowledge)
    await knowledge.remove(['kept', 'doc'])
    await put(knowledge, document('doc', 'cow\ncow\ncow'))
    expect(await textHits(knowledge, 'fox dog quick')).toEqual([])
    expect(await vectorHits(knowledge, [1, 1])).toEqual([])
    expect(await knowledge.edgesOf('local', ['fox', 'dog'])).toEqual([])
  })

  test('many documents are saved at once', async ({ knowledge }) => {
    const saved = Array.from({ length: 60 }, (_, i) => document(`doc${i}`, `fox ${i}\ndog ${i}\ncow ${i}`))
    await Promise.all(saved.map((each) => put(knowledge, each)))
    expect(await knowledge.list('local')).toHaveLength(60)
    expect(await textHits(knowledge, '37')).toHaveLength(3)
    expect(await knowledge.chunks(saved.flatMap((each) => linesOf(each).map(({ id }) => id)))).toHaveLength(180)
  })
}

function overviewTests({ test, expect }: Suite): void {
  test('an overview counts what an owner has', async ({ knowledge }) => {
    await full(knowledge)
    await put(knowledge, document('bobs', 'fox', { owner: 'bob' }))
    await knowledge.putVectors('a', [{ chunk: 'doc/1', vector: Float32Array.from([1, 2, 3]) }])
    await embed(knowledge, { 'doc/2': [1, 2, 3], 'bobs/1': [1, 2] })
    await relate(knowledge, [edge('owl', 'sees', 'Owl', { chunk: 'bobs/1' })])
    expect(await knowledge.overview('local')).toEqual({
      documents: 2,
      chunks: 3,
      vectors: [
        { embedder: 'a', dimensions: 3, count: 1 },
        { embedder: 'e', dimensions: 2, count: 2 },
        { embedder: 'e', dimensions: 3, count: 1 },
      ],
      edges: 2,
      names: 2,
    })
    expect(await knowledge.overview('bob')).toEqual({
      documents: 1,
      chunks: 1,
      vectors: [{ embedder: 'e', dimensions: 2, count: 1 }],
      edges: 1,
      names: 1,
    })
  })

  test('an overview of nothing is zeros, also when there was something', async ({ knowledge }) => {
    const nothing = { documents: 0, chunks: 0, vectors: [], edges: 0, names: 0 }
    expect(await knowledge.overview('local')).toEqual(nothing)
    await full(knowledge)
    await knowledge.remove(['doc', 'kept'])
    expect(await knowledge.overview('local')).toEqual(nothing)
  })
}

/** Two documents with chunks, vectors and edges. */
async function full(knowledge: KnowledgeStore): Promise<void> {
  await put(knowledge, document('doc', 'The quick fox.\nThe lazy dog.'))
  await put(knowledge, document('kept', 'Another fox and another dog.'))
  await embed(knowledge, { 'doc/1': [1, 0], 'doc/2': [0, 1], 'kept/1': [1, 1] })
  await relate(knowledge, [edge('fox', 'jumps over', 'dog'), edge('dog', 'meets', 'fox', { chunk: 'kept/1' })])
}

async function traces(knowledge: KnowledgeStore): Promise<unknown> {
  const chunks = await knowledge.chunks(['doc/1', 'doc/2', 'kept/1'])
  return {
    documents: (await knowledge.list('local')).map(({ id }) => id),
    chunks: chunks.map(({ id }) => id),
    texts: await textHits(knowledge, 'quick lazy fox dog'),
    vectors: await vectorHits(knowledge, [1, 1]),
    missing: await knowledge.withoutVector('e', 'local', 10),
    unread: await knowledge.withoutEdges('r', 'local', 10),
    edges: (await knowledge.edgesOf('local', ['fox', 'dog'])).map(({ chunk }) => chunk),
  }
}
