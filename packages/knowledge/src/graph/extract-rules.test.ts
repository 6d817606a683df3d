import type { FoundChunk } from '@gyre/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { edgesByRules } from './extract-rules.ts'
import { documentNames } from './rules/document-names.ts'

const chunkOf = (text: string, given: Partial<FoundChunk> = {}): FoundChunk => ({
  id: 'c',
  document: 'd',
  start: 0,
  end: text.length,
  headings: [],
  text,
  source: 'notes.md',
  title: 'notes.md',
  at: 0,
  ...given,
})

/** Written as `from | relation | to | weight`. */
const read = async (text: string, given: Partial<FoundChunk> = {}): Promise<readonly string[]> => {
  const chunk = chunkOf(text, given)
  return edgesByRules(chunk, await documentNames([chunk])).map(({ from, relation, to, weight }) =>
    [from, relation, to, weight].join(' | '),
  )
}

describe('a sentence', () => {
  it.each([
    ['Maren Holt designed the Long Bridge.', ['Maren Holt | designed | Long Bridge | 1']],
    ['The Long Bridge was designed by Maren Holt.', ['Long Bridge | designed by | Maren Holt | 1']],
    ['The Long Bridge was not designed by Maren Holt.', ['Long Bridge | not designed by | Maren Holt | 1']],
    ['The Long Bridge was built in 1874.', ['Long Bridge | built in | 1874 | 1']],
    ['The Long Bridge weighs 3,000 tonnes.', ['Long Bridge | weighs | 3,000 tonnes | 1']],
    ['The Long Bridge cost £40,000.', ['Long Bridge | cost | £40,000 | 1']],
    [
      'Maren Holt was born in Port Ivern on 3 March 1838.',
      ['Maren Holt | born in | Port Ivern | 1', 'Maren Holt | born on | 3 March 1838 | 1'],
    ],
    [
      'Edvin Holt and Severin Roake founded the Tide Company.',
      [
        'Edvin Holt | founded | Tide Company | 1',
        'Severin Roake | founded | Tide Company | 1',
        'Edvin Holt | mentioned with | Severin Roake | 0.2',
      ],
    ],
    [
      'Maren Holt built the Long Bridge and the Old Mill.',
      [
        'Maren Holt | built | Long Bridge | 1',
        'Maren Holt | built | Old Mill | 1',
        'Long Bridge | mentioned with | Old Mill | 0.2',
      ],
    ],
    [
      'In 1874 Maren Holt opened the Long Bridge.',
      ['Maren Holt | opened | Long Bridge | 1', 'Maren Holt | opened in | 1874 | 1'],
    ],
    [
      'Pell Ardis met Maren Holt, who designed the Long Bridge.',
      [
        'Pell Ardis | met | Maren Holt | 1',
        'Maren Holt | designed | Long Bridge | 1',
        'Pell Ardis | mentioned with | Long Bridge | 0.2',
      ],
    ],
    [
      'Maren Holt, an engineer of the Tide Works, lived in Port Ivern.',
      [
        'Maren Holt | engineer of | Tide Works | 0.8',
        'Maren Holt | lived in | Port Ivern | 1',
        'Maren Holt | is | engineer | 0.8',
        'Tide Works | mentioned with | Port Ivern | 0.2',
      ],
    ],
    ['The keeper of the Skerry Light was Maren Holt.', ['Skerry Light | keeper | Maren Holt | 1']],
    ['Maren Holt’s brother was Josef Holt.', ['Maren Holt | brother | Josef Holt | 0.5']],
    ['Maren Holt was a painter.', ['Maren Holt | is | painter | 0.8']],
    ['Maren Holt painted the novel "The Drowned Bell".', ['Maren Holt | painted novel | The Drowned Bell | 1']],
    ['The Grand Hotel, also known as Hotel Splendid, burned.', ['Hotel Splendid | same as | Grand Hotel | 1']],
    ['The Aldery Tidal Power Company (ATPC) sells power.', ['ATPC | same as | Aldery Tidal Power Company | 1']],
    ['Maren Holt laughed when Pell Ardis fell.', ['Maren Holt | mentioned with | Pell Ardis | 0.2']],
    ['Engineers admired Maren Holt.', []],
    [
      'Engineers admired Maren Holt. The town paid the Engineers. Engineers built the Long Bridge.',
      ['Engineers | admired | Maren Holt | 1', 'Engineers | built | Long Bridge | 1'],
    ],
    ['The early plans were lost. Early Holt plans went to Port Ivern.', ['Holt | plans went to | Port Ivern | 1']],
    ['However, nobody came. Nothing happened on Monday in May.', []],
  ])('%s', async (text, edges) => {
    expect(await read(text)).toEqual(edges)
  })
})

describe('what stands for a name', () => {
  it('is the subject of the sentence before, for a pronoun', async () => {
    expect(await read('Maren Holt designed the Long Bridge. She was born in Port Ivern.')).toContain(
      'Maren Holt | born in | Port Ivern | 1',
    )
  })

  it('is no subject of another paragraph', async () => {
    const edges = await read('Maren Holt designed the Long Bridge.\n\nIt was built by Pell Ardis.')
    expect(edges.filter((edge) => edge.includes('built by'))).toEqual([])
  })

  it('is the title for `it` and `the ship` at a start', async () => {
    const given = { title: 'The Sea Wren' }
    expect(await read('It was launched in 1901.', given)).toEqual(['Sea Wren | launched in | 1901 | 0.5'])
    expect(await read('The ship was sold to Pell Ardis.', given)).toEqual(['Sea Wren | sold to | Pell Ardis | 0.5'])
  })

  it('is the heading rather than the title when that is a name in the text', async () => {
    const text = 'It was launched in 1901. Pell Ardis bought the Sea Wren.'
    expect(await read(text, { title: 'Ships of the North', headings: ['Ships of the North', 'Sea Wren'] })).toContain(
      'Sea Wren | launched in | 1901 | 0.5',
    )
  })

  it('is a person for `she`, and nothing behind `the`', async () => {
    const edges = await read('The Board asked Maren Holt for a plan. She designed the Long Bridge.')
    expect(edges).toContain('Maren Holt | designed | Long Bridge | 1')
  })
})

describe('a short name', () => {
  const sameAs = async (text: string, title?: string) =>
    (await read(text, title === undefined ? {} : { title })).filter((edge) => edge.includes('same as'))

  it('is the full one that came before it', async () => {
    expect(await sameAs('Maren Holt drew the plan. The mayor asked Holt to wait.')).toEqual([
      'Holt | same as | Maren Holt | 1',
    ])
  })

  it('is nobody when two have it', async () => {
    expect(await sameAs('Maren Holt met Josef Holt. The mayor asked Holt to wait.')).toEqual([])
  })

  it('is not one that comes later', async () => {
    expect(await sameAs('The mayor asked Holt to wait. Later Maren Holt drew the plan.')).toEqual([])
  })

  it('is no place that another place is named after', async () => {
    expect(await sameAs('North Skerry is bare. The boats go to Skerry.')).toEqual([])
  })

  it.each([
    'George Washington crossed the Delaware. Washington is the capital of the United States.',
    'George Washington crossed the Delaware. Congress sits in Washington. Washington wrote.',
    'George Washington crossed the Delaware. Later Washington grew fast.',
    'John Delaware wrote. Pell Ardis crossed the Delaware.',
  ])('is no person when it may be a place: %s', async (text) => {
    expect(await sameAs(text)).toEqual([])
  })

  it.each([
    'Maren Holt drew. Later Holt wrote a book.',
    'Maren Holt drew. The mayor paid Miss Holt for it.',
    'Maren Holt drew. It was seen by Holt.',
    'Maren Holt drew. They saw Holt’s sister there.',
    'Maren Holt drew. They saw Holt, who was old.',
  ])('is a person when it is used like one: %s', async (text) => {
    expect(await sameAs(text)).toEqual(['Holt | same as | Maren Holt | 1'])
  })

  it('is short for the title', async () => {
    expect(await sameAs('The crew loved the Petrel.', 'The Motor Ferry Petrel')).toEqual([
      'Petrel | same as | Motor Ferry Petrel | 1',
    ])
  })
})

describe('Markdown', () => {
  it('is read without its marks, its code and its addresses', async () => {
    const text =
      '**Maren Holt** designed the [Long Bridge](https://example.org/Evil_Name).\n\n```\nFoo Bar built Baz Qux.\n```'
    expect(await read(text)).toEqual(['Maren Holt | designed | Long Bridge | 1'])
  })

  it('gives plain words, whatever stands in its tables', async () => {
    expect(await read('| Bridge | Height (m) |\n|---|---|\n| Long [1] Bridge → | 3\u202e8 |')).toEqual([
      'Long 1 Bridge | height m | 38 | 0.8',
    ])
  })

  it('tells facts in tables', async () => {
    expect(await read('| Bridge | Built |\n|---|:-:|\n| Long Bridge | 1874 |\n| Old Bridge | |')).toEqual([
      'Long Bridge | built | 1874 | 0.8',
    ])
  })
})

describe('any text', () => {
  const piece = fc.constantFrom(
    'Maren',
    'Holt',
    'the',
    'of',
    'was',
    'built',
    ',',
    '.',
    '(',
    ')',
    '"',
    "'s",
    '1874',
    '|',
    '\n',
    '\n\n',
    '#',
    'and',
    'It',
    '12',
    'metres',
  )
  const text = fc.oneof(
    fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(' ')),
    fc.string({ maxLength: 200 }),
  )

  it('gives edges between two different names, each weighing no more than 1', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (any) => {
        const chunk = chunkOf(any)
        for (const { from, relation, to, weight } of edgesByRules(chunk, await documentNames([chunk]))) {
          expect(from.toLowerCase()).not.toBe(to.toLowerCase())
          expect([from.trim(), relation.trim(), to.trim()]).not.toContain('')
          expect(weight > 0 && weight <= 1).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('gives no more than 120 edges', async () => {
    const names = Array.from(
      { length: 400 },
      (_, at) =>
        `Maren Holt met Pell${'abcdefghij'[at % 10]}${'klmnopqrst'[Math.trunc(at / 10) % 10]}${'uvwx'[Math.trunc(at / 100)]} Ardis.`,
    )
    expect(await read(names.join(' '))).toHaveLength(120)
  })
})
