import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { markedText, numberedText } from './verified-text.ts'
import { type Passage, verify } from './verifier.ts'

const evidence = new Map<string, Passage>(
  ['c1', 'c2', 'c3'].map((id) => [id, { id, about: 'Ferries', text: 'The ferry sank in 1911 with 40 men.' }]),
)
const check = (text: string) => verify(text, evidence, { addresses: new Set() })

describe('markedText', () => {
  it.each([
    [
      'The ferry sank in 1912 [c1]. Then 40 men swam.',
      'The ferry sank in 1912 [c1]. *(unsupported: 1912)* Then 40 men swam. *(no source given)*',
    ],
    ['The ferry sank in 1911 [7].', 'The ferry sank in 1911. *(unsupported: the source does not exist)*'],
    [
      '| Ship | Year |\n|---|---|\n| Petrel | 1912 [c1] |',
      '| Ship | Year |\n|---|---|\n| Petrel | 1912 [c1] *(unsupported: 1912)* |',
    ],
    ['The ferry sank in 1911 [c1].', 'The ferry sank in 1911 [c1].'],
    ['Wolves ate all the hungry sheep [c1].', 'Wolves ate all the hungry sheep [c1]. *(wording not found)*'],
  ])('marks what is not supported in: %s', (text, marked) => {
    expect(markedText(check(text))).toBe(marked)
  })
})

describe('numberedText', () => {
  const sources: Readonly<Record<string, number>> = { c1: 2, c2: 1, c3: 2 }
  const numberOf = (id: string) => sources[id] ?? 0

  it.each([
    ['It sank [c1][c2, c3].', 'It sank [1][2].'],
    ['It sank [c1] [c3].', 'It sank [2].'],
    ['It sank [c1]. It rose [c2].', 'It sank [2]. It rose [1].'],
    ['It sank in [2023] [source: c2].', 'It sank in (2023) [1].'],
    ['It sank [c1', 'It sank [2]'],
  ])('writes %s as %s', (text, numbered) => {
    expect(numberedText(text, numberOf)).toBe(numbered)
  })

  it('leaves no other number in brackets, whatever was written', () => {
    // No writer knows these numbers.
    const secret: Readonly<Record<string, number>> = { c1: 700_001, c2: 700_002, c3: 700_003 }
    const asked = new Set<string>()
    fc.assert(
      fc.property(junk, (text) => {
        const numbered = numberedText(markedText(check(text)), (id) => {
          asked.add(id)
          return secret[id] ?? 0
        })
        const numbers = [...numbered.matchAll(/[[【]\s*(\d+)\s*[\]】]/g)].map(({ 1: number }) => Number(number))
        expect(numbers.filter((number) => !Object.values(secret).includes(number))).toEqual([])
        expect(numbered).not.toMatch(/\[c\d[^[\]]{0,300}\]/i)
      }),
      { numRuns: 1000 },
    )
    expect([...asked].sort()).toEqual(['c1', 'c2', 'c3'])
  })
})

const junk = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          '[',
          ']',
          '(',
          ')',
          '【',
          '】',
          '[c1]',
          '[c2, c3]',
          '[c9]',
          '(c1)',
          '(C9)',
          '[3]',
          '[1-3]',
          '[^1]',
          '[2023]',
          '\\',
        ],
        ...['&lbrack;', '&#93;', '&#x32;', '&amp;', '\u200b', '〔', '〕', '³', '](', '{', '}', '```\n', '[S2]', '\r'],
        ...[
          'c1',
          'c9',
          '3',
          '12',
          'http://',
          '://',
          'x.example',
          'www.',
          '<a href="x">',
          '<',
          '>',
          ' ',
          '\n',
          '\n\n',
          '\n- ',
        ],
        ...[
          '\n# Sources',
          '# ',
          ',',
          ';',
          '.',
          ':',
          '“',
          '”',
          'Smith',
          '2020',
          'The ferry sank in 1911.',
          '|',
          '**',
          '–',
          'Source ',
        ],
      ),
      fc.string({ maxLength: 4 }).map((text) => text.replaceAll('`', "'")),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''))
