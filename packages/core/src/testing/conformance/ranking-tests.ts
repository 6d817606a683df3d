/** Chunks are ranked by text and by vector. */
import type { KnowledgeStore } from '../../ports/knowledge-store.ts'
import { asked, document, embed, oddQueries, put, textHits, vectorHits } from './knowledge-samples.ts'
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

  test('words above a chunk are found as if they were part of it, those of its document are not', async ({
    knowledge,
  }) => {
    const at = (id: string, headings: string[]) => ({ id, document: 'doc', start: 0, end: 3, headings })
    await knowledge.put(document('doc', 'fox'), [at('a', ['Top', 'Été: hunting']), at('b', ['Top']), at('c', [])])
    expect(await textHits(knowledge, 'top')).toEqual(['b', 'a'])
    expect(await textHits(knowledge, 'ete')).toEqual(['a'])
    expect(await textHits(knowledge, 'hunting fox')).toEqual(['a', 'c', 'b'])
    expect(await textHits(knowledge, 'Title notes md')).toEqual([])
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

  test('vectors come back as they were, in the order asked for', async ({ knowledge }) => {
    await put(knowledge, document('doc', 'a\nb\nc'))
    await embed(knowledge, { 'doc/1': [0.1, -2, 3e-9], 'doc/2': [Number.NaN, 0, Number.NEGATIVE_INFINITY] })
    await knowledge.putVectors('other', [{ chunk: 'doc/3', vector: Float32Array.from([1]) }])
    const found = await knowledge.vectors('e', ['doc/2', 'doc/3', 'gone', 'doc/1'])
    expect(found).toEqual([
      { chunk: 'doc/2', vector: Float32Array.from([Number.NaN, 0, Number.NEGATIVE_INFINITY]) },
      { chunk: 'doc/1', vector: Float32Array.from([0.1, -2, 3e-9]) },
    ])
    found[1]?.vector.fill(9)
    expect((await knowledge.vectors('e', ['doc/1']))[0]?.vector).toEqual(Float32Array.from([0.1, -2, 3e-9]))
    expect(await knowledge.vectors('none', ['doc/1'])).toEqual([])
    expect(await knowledge.vectors('e', [])).toEqual([])
  })

  test('tells who made the vectors an owner has, sorted', async ({ knowledge }) => {
    await put(knowledge, document('doc', 'a\nb'))
    await put(knowledge, document('bobs', 'a', { owner: 'bob' }))
    const vector = Float32Array.from([1])
    for (const embedder of ['b', 'c', 'a']) await knowledge.putVectors(embedder, [{ chunk: 'doc/1', vector }])
    await knowledge.putVectors('a', [{ chunk: 'doc/2', vector }])
    await knowledge.putVectors('aa', [{ chunk: 'bobs/1', vector }])
    expect(await knowledge.embedders('local')).toEqual(['a', 'b', 'c'])
    expect(await knowledge.embedders('bob')).toEqual(['aa'])
    expect(await knowledge.embedders('nobody')).toEqual([])
  })

  test('removes the vectors of an embedder, of one owner, and no others', async ({ knowledge }) => {
    const lines = Array.from({ length: 600 }, (_, i) => `${i}`)
    await put(knowledge, document('doc', lines.join('\n')))
    await put(knowledge, document('bobs', 'a', { owner: 'bob' }))
    const vector = Float32Array.from([1, 0])
    await embed(knowledge, Object.fromEntries(lines.map((_, i) => [`doc/${i + 1}`, [1, 0]])))
    await embed(knowledge, { 'bobs/1': [1, 0] })
    await knowledge.putVectors('other', [{ chunk: 'doc/1', vector }])
    await knowledge.removeVectors('e', 'local')
    expect(await knowledge.embedders('local')).toEqual(['other'])
    expect(await knowledge.withoutVector('e', 'local', 1000)).toHaveLength(600)
    expect(await vectorHits(knowledge, [1, 0], { owner: 'bob', limit: 10 })).toEqual(['bobs/1'])
    expect(await vectorHits(knowledge, [1, 0])).toEqual([])
    await knowledge.removeVectors('e', 'local')
    expect(await knowledge.vectors('other', ['doc/1'])).toHaveLength(1)
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
