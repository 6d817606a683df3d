/** Chunks are ranked by text and by vector, and found by what they tell of. */
import type { KnowledgeStore } from '../../ports/knowledge-store.ts'
import { asked, document, edge, embed, oddQueries, put, textHits, vectorHits } from './knowledge-samples.ts'
import type { Suite } from './suite.ts'

export function rankingTests(suite: Suite): void {
  textTests(suite)
  vectorTests(suite)
  filterTests(suite)
}

function textTests({ test, expect }: Suite): void {
  test('finds chunks with any of the words, best first', async ({ knowledge }) => {
    await put(knowledge, document('doc', 'The fox.\nThe fox and the dog.\nThe cow.\nThe cat.\nThe hen.\nThe owl.'))
    const found = await knowledge.rankByText('fox dog', asked())
    expect(found.map(({ chunk }) => chunk)).toEqual(['doc/2', 'doc/1'])
    expect(found[0]?.score).toBeGreaterThan(found[1]?.score ?? 0)
    expect(found[1]?.score).toBeGreaterThan(0)
  })

  test('a rare word tells more than a common one, a short chunk more than a long one', async ({ knowledge }) => {
    await put(knowledge, document('doc', 'owl hen\nowl cow\nowl cat\nfox hen\nrat hen\nrat dog\nrat cow cow cow cow'))
    expect((await textHits(knowledge, 'owl fox'))[0]).toBe('doc/4')
    expect(await textHits(knowledge, 'rat')).toEqual(['doc/5', 'doc/6', 'doc/7'])
  })

  test('case, accents and punctuation make no difference', async ({ knowledge }) => {
    await put(knowledge, document('doc', 'Ein Café; „Größe“ in ÉTÉ.\nfile_name.ts and don’t\nﬁne'))
    for (const query of ['cafe', 'CAFÉ!', 'cafe\u0301', 'größe', 'GROẞE', 'été']) {
      expect([query, await textHits(knowledge, query)]).toEqual([query, ['doc/1']])
    }
    expect(await textHits(knowledge, 'name')).toEqual(['doc/2'])
    expect(await textHits(knowledge, 'FINE')).toEqual(['doc/3'])
  })

  test('finds words of many scripts, also of those without spaces', async ({ knowledge }) => {
    await put(knowledge, document('doc', '我们去北京旅行\nПривет, мир\nनमस्ते दुनिया\nสวัสดีชาวโลก\n東京タワー'))
    const found = await Promise.all(
      ['北京', 'МИР', 'दुनिया', 'โลก', 'タワー'].map((query) => textHits(knowledge, query)),
    )
    expect(found.map(([first]) => first)).toEqual(['doc/1', 'doc/2', 'doc/3', 'doc/4', 'doc/5'])
  })

  test('part of a word is not the word', async ({ knowledge }) => {
    await put(knowledge, document('doc', 'foxes'))
    expect(await textHits(knowledge, 'fox')).toEqual([])
  })

  test('words above a chunk are not of it', async ({ knowledge }) => {
    await put(knowledge, document('doc', 'fox'))
    expect(await textHits(knowledge, 'Top Title doc')).toEqual([])
  })

  for (const [name, query] of Object.entries(oddQueries)) {
    test(`any text is a query: ${name}`, async ({ knowledge }) => {
      await put(knowledge, document('doc', 'The fox jumps.\nThe dog sleeps.\nThe cow grazes.'))
      const found = await textHits(knowledge, query)
      expect(found.includes('doc/1')).toBe(query.includes('fox'))
      expect(found.includes('doc/3')).toBe(false)
      expect(await knowledge.list('local')).toHaveLength(1)
    })
  }

  test('operators are words like others', async ({ knowledge }) => {
    await put(knowledge, document('doc', 'to be or not to be\nnear and far\nfox'))
    expect(await textHits(knowledge, 'OR')).toEqual(['doc/1'])
    expect(await textHits(knowledge, 'fox NOT near')).toHaveLength(3)
  })
}

function vectorTests({ test, expect }: Suite): void {
  test('finds the nearest first, by cosine', async ({ knowledge }) => {
    await put(knowledge, document('doc', 'a\nb\nc\nd'))
    await embed(knowledge, { 'doc/1': [-1, 0], 'doc/2': [0, 3], 'doc/3': [10, 0], 'doc/4': [1, 1] })
    const found = await knowledge.rankByVector('e', Float32Array.from([2, 0]), asked())
    expect(found.map(({ chunk, score }) => [chunk, Math.round(score * 1000)])).toEqual([
      ['doc/3', 1000],
      ['doc/4', 707],
      ['doc/2', 0],
      ['doc/1', -1000],
    ])
  })

  test('compares only vectors of the embedder, and of the same length', async ({ knowledge }) => {
    await put(knowledge, document('doc', 'a\nb\nc'))
    await embed(knowledge, { 'doc/1': [1, 0], 'doc/3': [1, 0, 0] })
    await knowledge.putVectors('other', [{ chunk: 'doc/2', vector: Float32Array.from([1, 0]) }])
    expect(await vectorHits(knowledge, [1, 0])).toEqual(['doc/1'])
    expect(await knowledge.rankByVector('none', Float32Array.from([1, 0]), asked())).toEqual([])
  })

  test('vectors of two embedders stand side by side', async ({ knowledge }) => {
    await put(knowledge, document('doc', 'a'))
    await embed(knowledge, { 'doc/1': [1, 0] })
    await knowledge.putVectors('other', [{ chunk: 'doc/1', vector: Float32Array.from([0, 1]) }])
    expect((await knowledge.rankByVector('e', Float32Array.from([1, 0]), asked()))[0]?.score).toBe(1)
    expect((await knowledge.rankByVector('other', Float32Array.from([1, 0]), asked()))[0]?.score).toBe(0)
  })

  test('a vector takes the place of the one the chunk had', async ({ knowledge }) => {
    await put(knowledge, document('doc', 'a'))
    await embed(knowledge, { 'doc/1': [1, 0] })
    await embed(knowledge, { 'doc/1': [0, 1] })
    expect((await knowledge.rankByVector('e', Float32Array.from([0, 1]), asked()))[0]).toEqual({
      chunk: 'doc/1',
      score: 1,
    })
  })

  test('a vector for a chunk that is not there is passed over', async ({ knowledge }) => {
    await put(knowledge, document('doc', 'a'))
    await embed(knowledge, { gone: [1, 0], 'doc/1': [1, 0] })
    await knowledge.put(document('late', 'b'), [{ id: 'gone', document: 'late', start: 0, end: 1, headings: [] }])
    expect(await vectorHits(knowledge, [1, 0])).toEqual(['doc/1'])
  })

  test('vectors without a direction are harmless', async ({ knowledge }) => {
    await put(knowledge, document('doc', 'a\nb\nc\nd'))
    await embed(knowledge, { 'doc/1': [0, 0], 'doc/2': [Number.NaN, 1], 'doc/3': [Number.POSITIVE_INFINITY, 0] })
    await embed(knowledge, { 'doc/4': [1, 0] })
    expect(await vectorHits(knowledge, [1, 0])).toEqual(['doc/4', 'doc/1', 'doc/2', 'doc/3'])
    expect(await vectorHits(knowledge, [0, 0])).toEqual(['doc/1', 'doc/2', 'doc/3', 'doc/4'])
    expect(await vectorHits(knowledge, [])).toEqual([])
  })

  test('a vector that was kept is not changed from outside', async ({ knowledge }) => {
    await put(knowledge, document('doc', 'a'))
    const whole = Float32Array.from([9, 1, 0])
    const saved = knowledge.putVectors('e', [{ chunk: 'doc/1', vector: whole.subarray(1) }])
    whole.fill(-1)
    await saved
    expect((await knowledge.rankByVector('e', Float32Array.from([1, 0]), asked()))[0]?.score).toBe(1)
  })

  test('tells the chunks without a vector of the embedder, in the order they were saved', async ({ knowledge }) => {
    await put(knowledge, document('z', 'a\nb'))
    await put(knowledge, document('y', 'c'))
    await put(knowledge, document('x', 'd', { owner: 'bob' }))
    await embed(knowledge, { 'z/1': [1] })
    expect(await knowledge.withoutVector('e', 'local', 10)).toEqual(['z/2', 'y/1'])
    expect(await knowledge.withoutVector('e', 'local', 1)).toEqual(['z/2'])
    expect(await knowledge.withoutVector('e', 'local', 0)).toEqual([])
    expect(await knowledge.withoutVector('other', 'local', 10)).toEqual(['z/1', 'z/2', 'y/1'])
    expect(await knowledge.withoutVector('e', 'bob', 10)).toEqual(['x/1'])
  })

  test('finds the nearest of very many', async ({ knowledge }) => {
    const lines = Array.from({ length: 2500 }, (_, i) => `${i}`)
    await put(knowledge, document('doc', lines.join('\n')))
    await embed(knowledge, Object.fromEntries(lines.map((_, i) => [`doc/${i + 1}`, [1, i]])))
    expect(await vectorHits(knowledge, [0, 1], asked(undefined, 3))).toEqual(['doc/2500', 'doc/2499', 'doc/2498'])
    expect(await vectorHits(knowledge, [1, 0], asked(undefined, 2))).toEqual(['doc/1', 'doc/2'])
  })
}

function filterTests({ test, expect }: Suite): void {
  const rankings = {
    text: (knowledge: KnowledgeStore, options = asked()) => textHits(knowledge, 'fox', options),
    vector: (knowledge: KnowledgeStore, options = asked()) => vectorHits(knowledge, [1, 0], options),
  }
  for (const [name, hits] of Object.entries(rankings)) {
    test(`by ${name}: gives no more than asked for`, async ({ knowledge }) => {
      await foxes(knowledge)
      expect(await hits(knowledge, asked(undefined, 2))).toEqual(['a/1', 'b/1'])
      expect(await hits(knowledge, asked(undefined, 0))).toEqual([])
    })

    test(`by ${name}: equal scores are in the order of the ids`, async ({ knowledge }) => {
      await foxes(knowledge)
      expect(await hits(knowledge)).toEqual(['a/1', 'b/1', 'c/1'])
      expect(await hits(knowledge, asked(undefined, 1))).toEqual(['a/1'])
    })

    test(`by ${name}: leaves out what others own`, async ({ knowledge }) => {
      await foxes(knowledge)
      expect(await hits(knowledge, { owner: 'bob', limit: 10 })).toEqual(['bobs/1'])
      expect(await hits(knowledge, { owner: 'nobody', limit: 10 })).toEqual([])
    })

    test(`by ${name}: filters by source`, async ({ knowledge }) => {
      await foxes(knowledge)
      expect(await hits(knowledge, asked({ sources: ['/notes/c.md', '/notes/b.md', '/x'] }))).toEqual(['b/1', 'c/1'])
      expect(await hits(knowledge, asked({ sources: ['/notes/c.md'] }, 1))).toEqual(['c/1'])
      expect(await hits(knowledge, asked({ sources: [] }))).toEqual([])
    })

    test(`by ${name}: filters by time, from and before`, async ({ knowledge }) => {
      await foxes(knowledge)
      expect(await hits(knowledge, asked({ since: 200 }))).toEqual(['b/1', 'c/1'])
      expect(await hits(knowledge, asked({ until: 200 }))).toEqual(['a/1'])
      expect(await hits(knowledge, asked({ since: 200, until: 300 }))).toEqual(['b/1'])
      expect(await hits(knowledge, asked({ since: 200, sources: ['/notes/a.md'] }))).toEqual([])
    })
  }
}

/** Saved out of order: c at 300, a at 100, b at 200, and one of bob's. All rank alike. */
async function foxes(knowledge: KnowledgeStore): Promise<void> {
  for (const [id, at] of [
    ['c', 300],
    ['a', 100],
    ['b', 200],
  ] as const)
    await put(knowledge, document(id, 'A fox.', { at }))
  await put(knowledge, document('bobs', 'A fox.', { owner: 'bob' }))
  await embed(knowledge, { 'a/1': [1, 1], 'b/1': [1, 1], 'c/1': [1, 1], 'bobs/1': [1, 1] })
}

export function edgeTests({ test, expect }: Suite): void {
  test('finds edges that begin or end at a name, each once and in order', async ({ knowledge }) => {
    await put(knowledge, document('doc', 'a\nb'))
    const edges = [
      edge('fox', 'sees', 'fox'),
      edge('dog', 'sees', 'fox', { weight: 0.5 }),
      edge('cow', 'sees', 'hen'),
      edge('fox', 'eats', 'hen', { chunk: 'doc/2' }),
      edge('fox', 'eats', 'hen'),
    ]
    await knowledge.putEdges(edges)
    expect(await knowledge.edgesOf('local', ['fox'])).toEqual([edges[1], edges[4], edges[3], edges[0]])
    expect(await knowledge.edgesOf('local', ['cow', 'hen', 'none'])).toEqual([edges[2], edges[4], edges[3]])
    expect(await knowledge.edgesOf('local', ['Fox', 'fo', ''])).toEqual([])
    expect(await knowledge.edgesOf('local', [])).toEqual([])
  })

  test('the same edge twice is one, with the later weight', async ({ knowledge }) => {
    await put(knowledge, document('doc', 'a'))
    await knowledge.putEdges([edge('fox', 'sees', 'dog', { weight: 0.25 })])
    await knowledge.putEdges([edge('fox', 'sees', 'dog', { weight: 0.75 }), edge('fox', 'sees', 'cow')])
    const found = await knowledge.edgesOf('local', ['dog'])
    expect(found).toEqual([edge('fox', 'sees', 'dog', { weight: 0.75 })])
  })

  test('names hold any characters', async ({ knowledge }) => {
    await put(knowledge, document('doc', 'a'))
    const odd = edge(`O'Neill "x"`, 'is, "near"', '北京 🦊\n%_')
    await knowledge.putEdges([odd])
    expect(await knowledge.edgesOf('local', [odd.from])).toEqual([odd])
    expect(await knowledge.edgesOf('local', [odd.to])).toEqual([odd])
  })

  test('edges are kept apart by owner', async ({ knowledge }) => {
    await put(knowledge, document('doc', 'a'))
    await put(knowledge, document('bobs', 'a', { owner: 'bob' }))
    const bobs = edge('fox', 'sees', 'cow', { owner: 'bob', chunk: 'bobs/1' })
    await knowledge.putEdges([edge('fox', 'sees', 'dog'), bobs])
    expect(await knowledge.edgesOf('bob', ['fox'])).toEqual([bobs])
    expect(await knowledge.edgesOf('local', ['fox'])).toEqual([edge('fox', 'sees', 'dog')])
  })

  test('an edge whose chunk is not there, or is not its owner’s, is passed over', async ({ knowledge }) => {
    await put(knowledge, document('doc', 'a'))
    await knowledge.putEdges([edge('fox', 'sees', 'dog', { chunk: 'gone' }), edge('fox', 'a', 'b', { owner: 'bob' })])
    expect(await knowledge.edgesOf('local', ['fox'])).toEqual([])
    expect(await knowledge.edgesOf('bob', ['fox'])).toEqual([])
  })
}
