/** Chunks tell of relations between names, and are found by them. */
import { document, edge, put, relate } from './knowledge-samples.ts'
import type { Suite } from './suite.ts'

export function edgeTests(suite: Suite): void {
  findingTests(suite)
  replacingTests(suite)
  readingTests(suite)
  nameTests(suite)
}

function findingTests({ test, expect }: Suite): void {
  test('finds edges that begin or end at a name, each once, heaviest first', async ({ knowledge }) => {
    await put(knowledge, document('doc', 'a\nb'))
    const edges = [
      edge('fox', 'sees', 'fox'),
      edge('dog', 'sees', 'fox', { weight: 2.5 }),
      edge('cow', 'sees', 'hen'),
      edge('fox', 'eats', 'hen', { chunk: 'doc/2' }),
      edge('fox', 'eats', 'hen'),
      edge('ant', 'sees', 'fox', { weight: 0.5 }),
    ]
    await relate(knowledge, edges)
    const [self, dog, cow, second, first, ant] = edges
    expect(await knowledge.edgesOf('local', ['fox'])).toEqual([dog, first, second, self, ant])
    expect(await knowledge.edgesOf('local', ['cow', 'hen', 'none'])).toEqual([cow, first, second])
    expect(await knowledge.edgesOf('local', ['fo', '', ' '])).toEqual([])
    expect(await knowledge.edgesOf('local', [])).toEqual([])
  })

  test('gives no more edges than asked for', async ({ knowledge }) => {
    await put(knowledge, document('doc', 'a'))
    await relate(knowledge, [edge('fox', 'a', 'x'), edge('fox', 'b', 'x', { weight: 9 }), edge('fox', 'c', 'x')])
    const relations = async (limit?: number) =>
      (await knowledge.edgesOf('local', ['x'], limit)).map(({ relation }) => relation)
    expect(await relations()).toEqual(['b', 'a', 'c'])
    expect(await relations(2)).toEqual(['b', 'a'])
    expect(await relations(0)).toEqual([])
  })

  test('names that differ in case, accents or punctuation alone are one', async ({ knowledge }) => {
    await put(knowledge, document('doc', 'a'))
    const saved = edge('Café “Größe”', 'is in', 'São-Paulo')
    await relate(knowledge, [saved])
    for (const name of [
      'cafe große',
      'CAFÉ, GRÖSSE'.replace('SS', 'ẞ'),
      'sao paulo',
      ' São Paulo! ',
      'Sa\u0303o_Paulo',
    ]) {
      expect([name, await knowledge.edgesOf('local', [name])]).toEqual([name, [saved]])
    }
    expect(await knowledge.edgesOf('local', ['cafe', 'paulo'])).toEqual([])
  })

  test('names hold any characters, and need have no letters', async ({ knowledge }) => {
    await put(knowledge, document('doc', 'a'))
    const odd = [edge(`O'Neill "x"`, 'is, "near"', '北京 🦊\n%_'), edge('+++', 'is not', '🦊')]
    await relate(knowledge, odd)
    expect(await knowledge.edgesOf('local', [`o'neill x`])).toEqual([odd[0]])
    expect(await knowledge.edgesOf('local', ['北京'])).toEqual([odd[0]])
    expect(await knowledge.edgesOf('local', ['🦊'])).toEqual([odd[1]])
    expect(await knowledge.edgesOf('local', ['---'])).toEqual([])
  })

  test('finds the edges that chunks tell of, in the same order', async ({ knowledge }) => {
    await put(knowledge, document('doc', 'a\nb\nc'))
    const light = edge('ant', 'sees', 'fox', { weight: 0.5 })
    const heavy = edge('dog', 'sees', 'fox', { chunk: 'doc/2', weight: 2 })
    const other = edge('dog', 'sees', 'fox', { chunk: 'doc/3' })
    await relate(knowledge, [light, heavy, other])
    expect(await knowledge.edgesIn(['doc/1', 'gone', 'doc/2', 'doc/1'])).toEqual([heavy, light])
    expect(await knowledge.edgesIn(['doc/3'])).toEqual([other])
    expect(await knowledge.edgesIn([])).toEqual([])
  })

  test('edges are kept apart by owner: that of the chunk', async ({ knowledge }) => {
    await put(knowledge, document('doc', 'a'))
    await put(knowledge, document('bobs', 'a', { owner: 'bob' }))
    const bobs = edge('fox', 'sees', 'cow', { owner: 'bob', chunk: 'bobs/1' })
    await relate(knowledge, [edge('fox', 'sees', 'dog'), bobs])
    expect(await knowledge.edgesOf('bob', ['fox'])).toEqual([bobs])
    expect(await knowledge.edgesOf('local', ['fox'])).toEqual([edge('fox', 'sees', 'dog')])
    expect(await knowledge.names('bob', 10)).toEqual([
      { name: 'cow', edges: 1 },
      { name: 'fox', edges: 1 },
    ])
  })
}

function replacingTests({ test, expect }: Suite): void {
  test('edges take the place of all that their chunk had, whoever read them', async ({ knowledge }) => {
    await put(knowledge, document('doc', 'a\nb'))
    const kept = edge('fox', 'sees', 'hen', { chunk: 'doc/2' })
    await relate(knowledge, [edge('fox', 'sees', 'dog'), edge('fox', 'eats', 'cow'), kept])
    await relate(knowledge, [edge('fox', 'eats', 'owl')], 'another')
    expect(await knowledge.edgesOf('local', ['fox'])).toEqual([edge('fox', 'eats', 'owl'), kept])
    await knowledge.putEdges('r', [{ chunk: 'doc/1', edges: [] }])
    expect(await knowledge.edgesOf('local', ['fox', 'dog', 'cow', 'owl'])).toEqual([kept])
    expect((await knowledge.names('local', 10)).map(({ name }) => name)).toEqual(['fox', 'hen'])
  })

  test('the same edge twice is one, with the later weight', async ({ knowledge }) => {
    await put(knowledge, document('doc', 'a'))
    const twice = [edge('fox', 'sees', 'dog', { weight: 0.25 }), edge('Fox', 'sees', 'DOG', { weight: 0.75 })]
    await relate(knowledge, [...twice, edge('fox', 'sees', 'cow')])
    expect(await knowledge.edgesOf('local', ['dog'])).toEqual([twice[1]])
    expect((await knowledge.overview('local')).edges).toBe(2)
  })

  test('what was saved is not changed from outside', async ({ knowledge }) => {
    await put(knowledge, document('doc', 'a'))
    const given = { from: 'fox', relation: 'sees', to: 'dog', weight: 1 }
    const saving = knowledge.putEdges('r', [{ chunk: 'doc/1', edges: [given] }])
    given.to = 'cow'
    await saving
    expect(await knowledge.edgesOf('local', ['fox'])).toEqual([edge('fox', 'sees', 'dog')])
  })

  test('edges of a chunk that is not there are passed over', async ({ knowledge }) => {
    await put(knowledge, document('doc', 'a'))
    await relate(knowledge, [edge('fox', 'sees', 'dog', { chunk: 'gone' }), edge('fox', 'sees', 'cow')])
    await knowledge.put(document('late', 'b'), [{ id: 'gone', document: 'late', start: 0, end: 1, headings: [] }])
    expect(await knowledge.edgesOf('local', ['fox'])).toEqual([edge('fox', 'sees', 'cow')])
    expect(await knowledge.withoutEdges('r', 'local', 10)).toEqual(['gone'])
  })
}

function readingTests({ test, expect }: Suite): void {
  test('tells the chunks a reader has not read, in the order they were saved', async ({ knowledge }) => {
    await put(knowledge, document('z', 'a\nb\nc'))
    await put(knowledge, document('y', 'd'))
    await put(knowledge, document('x', 'e', { owner: 'bob' }))
    await relate(knowledge, [edge('fox', 'sees', 'dog', { chunk: 'z/1' })])
    await knowledge.putEdges('r', [{ chunk: 'y/1', edges: [] }])
    expect(await knowledge.withoutEdges('r', 'local', 10)).toEqual(['z/2', 'z/3'])
    expect(await knowledge.withoutEdges('r', 'local', 1)).toEqual(['z/2'])
    expect(await knowledge.withoutEdges('r', 'local', 0)).toEqual([])
    expect(await knowledge.withoutEdges('r', 'bob', 10)).toEqual(['x/1'])
    await knowledge.putEdges('q', [{ chunk: 'z/2', edges: [] }])
    expect(await knowledge.withoutEdges(null, 'local', 10)).toEqual(['z/3'])
    expect(await knowledge.withoutEdges('r', 'local', 10)).toEqual(['z/2', 'z/3'])
    await knowledge.putEdges('r', [{ chunk: 'z/2', edges: [] }])
    for (const other of ['q', 's']) {
      expect(await knowledge.withoutEdges(other, 'local', 10)).toEqual(['z/1', 'z/2', 'z/3', 'y/1'])
    }
  })

  test('a chunk that another read since is one its first reader has not read: its edges are gone', async ({
    knowledge,
  }) => {
    await put(knowledge, document('doc', 'a\nb'))
    await relate(knowledge, [edge('fox', 'sees', 'dog'), edge('fox', 'sees', 'dog', { chunk: 'doc/2' })])
    await relate(knowledge, [edge('fox', 'sees', 'cow')], 'another')
    expect(await knowledge.withoutEdges('another', 'local', 10)).toEqual(['doc/2'])
    expect(await knowledge.withoutEdges('r', 'local', 10)).toEqual(['doc/1'])
  })
}

function nameTests({ test, expect }: Suite): void {
  test('tells names with how many edges each has, most first, then by name', async ({ knowledge }) => {
    await put(knowledge, document('doc', 'a\nb'))
    await relate(knowledge, [
      edge('owl', 'sees', 'hen'),
      edge('owl', 'sees', 'fox'),
      edge('owl', 'sees', 'owl'),
      edge('fox', 'sees', 'owl', { chunk: 'doc/2' }),
      edge('ant', 'sees', 'hen', { chunk: 'doc/2' }),
    ])
    const all = [
      { name: 'owl', edges: 4 },
      { name: 'fox', edges: 2 },
      { name: 'hen', edges: 2 },
      { name: 'ant', edges: 1 },
    ]
    expect(await knowledge.names('local', 10)).toEqual(all)
    expect(await knowledge.names('local', 2)).toEqual(all.slice(0, 2))
    expect(await knowledge.names('local', 0)).toEqual([])
    expect(await knowledge.names('nobody', 10)).toEqual([])
  })

  test('of several spellings of a name the usual one is told', async ({ knowledge }) => {
    await put(knowledge, document('doc', 'a'))
    await relate(knowledge, [
      edge('new york', 'is', 'x'),
      edge('New York', 'has', 'Y'),
      edge('z', 'is in', 'New York'),
      edge('NEW-YORK', 'sees', 'y'),
    ])
    expect(await knowledge.names('local', 10)).toEqual([
      { name: 'New York', edges: 4 },
      { name: 'Y', edges: 2 },
      { name: 'x', edges: 1 },
      { name: 'z', edges: 1 },
    ])
  })
}
