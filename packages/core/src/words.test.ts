import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldedName, placedWords, queryWords, wordsOf } from './words.ts'

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        'Café',
        'Cafe\u0301',
        'ΟΔΟΣ',
        'οδος',
        'ﬁle',
        '½',
        '㎏',
        '渡轮',
        'ガ',
        'ｶﾞ',
        'x'.repeat(70),
        ' ',
        '-',
        '\u0301',
        '\ufeff',
      ),
    )
    .map((parts) => parts.join('')),
)

describe('words', () => {
  it.each([
    ['The Ferry, at 7!', ['the', 'ferry', 'at', '7']],
    ['Café CAFE\u0301', ['cafe', 'cafe']],
    ['ΟΔΟΣ οδος οδοσ', ['οδοσ', 'οδοσ', 'οδοσ']],
    ['a ﬁle of ½ ㎏', ['a', 'file', 'of', '1', '2', 'kg']],
    ['渡轮 today', ['渡', '轮', 'today']],
    ["don't snake_case", ['don', 't', 'snake', 'case']],
    ['', []],
    ['😀 — …', []],
  ])('of %j are %j', (given, expected) => {
    expect(wordsOf(given)).toEqual(expected)
  })

  it('are at most 64 units long', () => {
    expect(wordsOf('x'.repeat(70))).toEqual(['x'.repeat(64)])
  })

  it('are the same with their places as without', () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(placedWords(given).map(({ word }) => word)).toEqual(wordsOf(given))
      }),
    )
  })

  it('stand, in order, where what is written there folds to them', () => {
    fc.assert(
      fc.property(text, (given) => {
        let last = 0
        for (const { word, start, end } of placedWords(given)) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          expect(wordsOf(given.slice(start, end))).toContain(word)
          last = start
        }
      }),
    )
  })

  it.each([
    [
      'Le Cafe\u0301!',
      [
        [0, 2],
        [3, 8],
      ],
    ],
    ['«ΟΔΟΣ»', [[1, 5]]],
    [
      '2½kg',
      [
        [0, 2],
        [1, 4],
      ],
    ],
    [
      '今渡',
      [
        [0, 1],
        [1, 2],
      ],
    ],
  ])('of %j stand at %j', (given, expected) => {
    expect(placedWords(given).map(({ start, end }) => [start, end])).toEqual(expected)
  })
})

describe('the words of a query', () => {
  it('are different ones, in their order', () => {
    expect(queryWords('to be, or not To Be')).toEqual(['to', 'be', 'or', 'not'])
  })

  it('are at most 256, of its first 65 536 units', () => {
    const many = Array.from({ length: 300 }, (_, index) => `w${index}`)
    expect(queryWords(many.join(' '))).toEqual(many.slice(0, 256))
    expect(queryWords(`${' '.repeat(65_536)}late`)).toEqual([])
  })
})

describe('a folded name', () => {
  it.each([
    ['  Port-Ivern ', 'port ivern'],
    ['ÉCOLE  (Nord)', 'ecole nord'],
    ['渡轮', '渡 轮'],
    [' *** ', '***'],
    [' ', ''],
  ])('of %j is %j', (name, expected) => {
    expect(foldedName(name)).toBe(expected)
  })

  it('is the same when it is folded again', () => {
    fc.assert(
      fc.property(text, (name) => {
        expect(foldedName(foldedName(name))).toBe(foldedName(name))
      }),
    )
  })
})
