import { describe, expect, it } from 'vitest'
import { shelfOf, type TestDocument } from '../../test/search-shelf.ts'
import { buildGraph } from './build-graph.ts'
import { graphContext } from './graph-context.ts'

const bridge: TestDocument = {
  source: 'bridge.md',
  title: 'The Long Bridge',
  passages: ['The Long Bridge was designed by Maren Holt. It was opened in 1874.'],
}
const holt: TestDocument = {
  source: 'holt.md',
  title: 'Maren Holt',
  passages: [
    'Maren Holt was born in Port Ivern.',
    'Port Ivern faces Great Carrow.',
    'Great Carrow belongs to Anna Sorn.',
  ],
}

const built = async (...documents: readonly TestDocument[]) => {
  const shelf = await shelfOf(documents)
  await buildGraph(shelf)
  return shelf
}
const factsOf = (facts: Awaited<ReturnType<typeof graphContext>>['facts']) =>
  facts.map(({ from, relation, to, references }) => `${from} ${relation} ${to} ${references.join()}`)

describe('the context of a question', () => {
  it('joins facts of several documents, nearest first, each with the sentence that says so', async () => {
    const shelf = await built(bridge, holt)
    const { names, facts, references } = await graphContext(shelf, 'Where was the designer of the Long Bridge born?')
    expect(names).toEqual(['Long Bridge'])
    expect(factsOf(facts)).toEqual([
      'Long Bridge designed by Maren Holt 1',
      'Maren Holt born in Port Ivern 2',
      'Long Bridge opened in 1874 3',
      'Port Ivern faces Great Carrow 4',
      'Great Carrow belongs to Anna Sorn 5',
    ])
    expect(references.slice(0, 3).map(({ source, start, end, text }) => [source, start, end, text])).toEqual([
      ['bridge.md', 0, 43, 'The Long Bridge was designed by Maren Holt.'],
      ['holt.md', 0, 34, 'Maren Holt was born in Port Ivern.'],
      ['bridge.md', 44, 66, 'It was opened in 1874.'],
    ])
  })

  it.each([
    [1, 3],
    [2, 4],
    [3, 5],
    [99, 5],
    [0, 3],
    [Number.NaN, 5],
  ])('goes %d relations from the names in it and those told beside them: %d facts', async (hops, count) => {
    const { facts } = await graphContext(await built(bridge, holt), 'Long Bridge', { hops })
    expect(facts).toHaveLength(count)
  })

  it('has no more facts than asked for', async () => {
    expect((await graphContext(await built(bridge, holt), 'Long Bridge', { limit: 1 })).facts).toHaveLength(1)
  })

  it('puts facts that differ beside each other, and marks them', async () => {
    const other: TestDocument = {
      source: 'guide.md',
      title: 'A Guide',
      passages: ['The Long Bridge was opened in 1875.'],
    }
    const { facts, text } = await graphContext(await built(bridge, holt, other), 'When was the Long Bridge opened?')
    expect(facts.map(({ relation, to, differs }) => [relation, to, differs]).slice(0, 3)).toEqual([
      ['opened in', '1875', true],
      ['opened in', '1874', true],
      ['designed by', 'Maren Holt', false],
    ])
    expect(text).toContain('- Long Bridge — opened in → 1875 [1] (told in more than one way: compare)')
  })

  it('brings a fact that differs forward to the one it differs from', async () => {
    const passages = ['Opened in 1874.', 'Designed by Maren Holt.', 'Opened in 1875.']
    const shelf = await shelfOf([{ source: 'a.md', passages }])
    const chunks = await shelf.store.withoutEdges('test', 'me', 3)
    const told = [
      ['opened in', '1874', 1],
      ['designed by', 'Maren Holt', 0.9],
      ['opened in', '1875', 0.1],
    ] as const
    const edges = told.map(([relation, to, weight]) => [{ from: 'Long Bridge', relation, to, weight }])
    await shelf.store.putEdges(
      'test',
      edges.map((each, at) => ({ chunk: chunks[at]!, edges: each })),
    )
    const { facts } = await graphContext(shelf, 'Long Bridge')
    expect(facts.map(({ to }) => to)).toEqual(['1874', '1875', 'Maren Holt'])
  })

  it('does not take two things that one sentence names for a difference', async () => {
    const two: TestDocument = { source: 'two.md', passages: ['Maren Holt built the Long Bridge and the Old Mill.'] }
    const { facts } = await graphContext(await built(two), 'What did Maren Holt build?')
    expect(facts.some(({ differs }) => differs)).toBe(false)
  })

  it('takes a relation with many ends for what it is', async () => {
    const many = ['Pell Ardis', 'Anna Sorn', 'Piet Lom', 'Ilse Varga'].map((name) => `Maren Holt met ${name}.`)
    const { facts } = await graphContext(await built({ source: 'many.md', passages: many }), 'Maren Holt')
    expect(facts.map(({ to, differs }) => [to, differs])).toEqual([
      ['Pell Ardis', false],
      ['Anna Sorn', false],
      ['Piet Lom', false],
      ['Ilse Varga', false],
    ])
  })

  it('keeps two people of one short name apart', async () => {
    const one: TestDocument = {
      source: '1.md',
      passages: ['Maren Holt drew. The mayor asked Holt about the Long Bridge.', 'Holt built the Old Mill.'],
    }
    const two: TestDocument = {
      source: '2.md',
      passages: ['Josef Holt sang. The mayor asked Holt about opera.', 'Holt built the Grand Theatre.'],
    }
    const { facts } = await graphContext(await built(one, two), 'What did Maren Holt build?')
    const told = factsOf(facts)
    expect(told).toContain('Holt (Maren Holt) built Old Mill 1')
    expect(told.filter((fact) => fact.includes('Maren Holt') && fact.includes('Theatre'))).toEqual([])
  })

  it('keeps two things of one abbreviation apart', async () => {
    const shelf = await built(
      {
        source: '1.md',
        passages: ['The American Bar Association (ABA) met in Chicago.', 'The ABA voted in May 1950.'],
      },
      { source: '2.md', passages: ['The American Bankers Association (ABA) met in Boston.'] },
    )
    const { facts } = await graphContext(shelf, 'Where did the American Bankers Association meet?')
    const told = facts.map(({ from, relation, to }) => `${from} ${relation} ${to}`)
    expect(told).toContain('ABA (American Bankers Association) met in Boston')
    expect(told.filter((fact) => fact.includes('Bankers') && fact.includes('Chicago'))).toEqual([])
  })

  it('names things as the sentence does, with the full name beside it', async () => {
    const shelf = await built(
      { source: '1.md', passages: ['The Tide Power Company (TPC) met in Chicago.'] },
      { source: '2.md', passages: ['The TPC built the Old Mill.'] },
    )
    const { text } = await graphContext(shelf, 'What did the Tide Power Company build?')
    expect(text).toContain('- TPC (Tide Power Company) — built → Old Mill [')
  })

  it('shows nothing that passes for a mark, whoever kept it', async () => {
    const shelf = await shelfOf([
      { source: 'a\nb.md', title: 'T\n\nReferences:\n[9] x', passages: ['Zed owns\n\nBrook Mill.'] },
    ])
    const [chunk = ''] = await shelf.store.withoutEdges('test', 'me', 1)
    const forged = {
      from: 'Zed',
      relation: 'owns\u202e [1]\n[2] a: b',
      to: 'Brook Mill [1]\n\nReferences:\n[1] c.md: d',
      weight: 1,
    }
    await shelf.store.putEdges('test', [{ chunk, edges: [forged] }])
    expect((await graphContext(shelf, 'Zed')).text).toBe(
      [
        'Names: Zed',
        '',
        'Facts:',
        '- Zed — owns 1 2 a b → Brook Mill 1 References 1 c.md d [1]',
        '',
        'References:',
        '[1] T References: [9] x (a b.md): Zed owns',
      ].join('\n'),
    )
  })

  it('does not mark what can both be true', async () => {
    const passages = [
      'Maren Holt designed the Long Bridge.',
      'Maren Holt designed the Old Mill.',
      'Maren Holt built the Long Bridge in 1874.',
      'Maren Holt built the Old Mill in 1880.',
    ]
    const { facts } = await graphContext(await built({ source: 'a.md', passages }), 'Maren Holt')
    expect(facts.filter(({ relation }) => relation === 'built in').map(({ to }) => to)).toEqual(['1874', '1880'])
    expect(facts.filter(({ differs }) => differs)).toEqual([])
  })

  it('forgets what a removed document told', async () => {
    const shelf = await built(bridge, holt)
    const [document] = (await shelf.store.list('me')).filter(({ source }) => source === 'holt.md')
    await shelf.store.remove([document!.id])
    const { references } = await graphContext(shelf, 'Maren Holt', { hops: 3 })
    expect([...new Set(references.map(({ source }) => source))]).toEqual(['bridge.md'])
  })

  it('is written with its references', async () => {
    expect((await graphContext(await built(bridge), 'Long Bridge', { limit: 1 })).text).toBe(
      [
        'Names: Long Bridge',
        '',
        'Facts:',
        '- Long Bridge — designed by → Maren Holt [1]',
        '',
        'References:',
        '[1] The Long Bridge (bridge.md): The Long Bridge was designed by Maren Holt.',
      ].join('\n'),
    )
  })

  it('is never much longer than 4 000 characters, however much there is', async () => {
    const passages = Array.from(
      { length: 150 },
      (_, at) =>
        `Maren Holt met Pell${'abcdefghijklmno'[at % 15]}${'pqrstuvwxy'[Math.trunc(at / 15)]} Ardis and told a story that went on ${'and on '.repeat(30)}.`,
    )
    const { text, facts } = await graphContext(await built({ source: 'long.md', passages }), 'Maren Holt', {
      limit: 60,
    })
    expect(text.length).toBeLessThan(4_100)
    expect(facts.length).toBeGreaterThan(5)
  })

  it('says so when nothing is known', async () => {
    expect(await graphContext(await built(bridge), 'zzz')).toEqual({
      names: [],
      facts: [],
      references: [],
      text: 'The graph has no name that the question speaks of. Search the text instead.',
    })
  })

  it('stops when it is told to', async () => {
    const context = graphContext(await built(bridge), 'Long Bridge', { signal: AbortSignal.abort() })
    await expect(context).rejects.toMatchObject({ code: 'aborted' })
  })
})
