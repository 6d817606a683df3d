import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { patternSteps } from './tame-pattern.ts'

const isTamePattern = (pattern: string) => patternSteps(pattern) !== undefined

describe('patterns that are checked', () => {
  it.each([
    ['a date', '^\\d{4}-\\d{2}-\\d{2}$'],
    ['a moment', '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?(?:Z|[+-]\\d\\d:\\d\\d)$'],
    ['a UUID', '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'],
    ['a hash', '^[0-9a-fA-F]{64}$'],
    ['a colour', '^#(?:[0-9a-f]{3}|[0-9a-f]{6})$'],
    ['an id', '^[A-Z]{2,5}-[0-9]+$'],
    ['a slug', '^[a-z0-9-]+$'],
    ['a short name', '^[A-Za-z0-9_.-]{1,64}$'],
    ['a long text', '^.{1,1000}$'],
    ['an email of one house', '^[^@\\s]+@example\\.com$'],
    ['a number', '^-?\\d+(?:\\.\\d{1,9})?$'],
    ['a price', '^\\$?\\d{1,6}(?:\\.\\d\\d)?$'],
    ['a method', '^(?:GET|PUT|POST|DELETE)$'],
    ['alternatives without repeats', 'cat|dog'],
    ['a word within', 'needle'],
    ['a name within', '(?<year>\\d{4})'],
    ['a repeated word', '^(?:abc)+$'],
    ['a class with brackets', '^[\\][(){}|+*?]+$'],
    ['lazy repeats', '^a+?b$'],
    ['nothing', ''],
    ['braces that are no repeats', '^a{,3}{x}$'],
  ])('are those of %s: %s', (_, pattern) => {
    expect(isTamePattern(new RegExp(pattern).source)).toBe(true)
  })
})

describe('patterns that may take for ever', () => {
  it.each([
    '^(([^`])+)+$',
    '^(a+)+$',
    '(a+)+',
    '^(a*)*$',
    '^(a|a)*$',
    '^(a|aa)+$',
    '^([a-zA-Z]+)*$',
    '^(?:a?){30}a{30}$',
    `^${'a?'.repeat(40)}${'a'.repeat(40)}$`,
    '^(.*)(.*)(.*)x$',
    '^a*a*$',
    '\\s+$',
    'a*b',
    '^a+|b+c',
    '^x|\\s+$',
    '^a{0,1000}a{0,1000}b$',
    `^${'a{1000}'.repeat(50)}b*$`,
    `${'a{1000}'.repeat(20)}b`,
    '^a{1,100000}b{1,100000}$',
    '^(\\w+\\s?)*$',
    '^(?:\\w{1,9}){2}$',
    '^(a)\\1*$',
    '^(?<x>a)\\k<x>$',
    '^(?=a*)a$',
    '^(?!x)a+$',
    '(?<=a)b',
    '(?<!a)b',
    '^([0-9]+[.]?)+$',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    'a'.repeat(1001),
  ])('are told: %s', (pattern) => {
    expect(isTamePattern(pattern)).toBe(false)
  })

  it('are all that hold one, wherever it stands', () => {
    const bad = fc.constantFrom('(a+)+', '(?:a|b)*', '(a*){2}', '(?=a)', '(b)\\1')
    const good = fc.constantFrom('a', '[)(]', '\\(', '\\d{2}', '(?:x|y)', '(z)', '.')
    fc.assert(
      fc.property(fc.array(good), bad, fc.array(good), (before, middle, after) => {
        expect(isTamePattern(`^${before.join('')}${middle}${after.join('')}$`)).toBe(false)
        expect(isTamePattern(`^${before.join('')}(${middle})${after.join('')}$`)).toBe(false)
      }),
    )
  })
})

/** A pattern of random shape, with in how many ways it can fail on a text of so many `a`s and a `b`. */
type Piece = { readonly text: string; readonly least: number; readonly most: number }

const endless = Number.POSITIVE_INFINITY

const piece: fc.Arbitrary<Piece> = fc.oneof(
  fc.constant({ text: 'a', least: 1, most: 1 }),
  fc.constant({ text: 'a?', least: 0, most: 1 }),
  fc.constant({ text: 'a*', least: 0, most: endless }),
  fc.constant({ text: 'a+', least: 1, most: endless }),
  fc.nat(40).map((most) => ({ text: `a{0,${most}}`, least: 0, most })),
  fc.nat(40).map((least) => ({ text: `[a]{${least},}`, least, most: endless })),
)

/** How often a matcher that goes back tries something before it knows that nothing fits. */
function triesOf(pieces: readonly Piece[], length: number): number {
  let at = new Map([[0, 1]])
  let tries = 0
  for (const { least, most } of pieces) {
    const next = new Map<number, number>()
    for (const [start, ways] of at) {
      for (let end = start + least; end <= Math.min(length, start + most); end++) {
        next.set(end, (next.get(end) ?? 0) + ways)
        tries += ways
      }
    }
    at = next
  }
  return tries
}

describe('tame patterns of random shape', () => {
  it('are tried in linear time', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const isTame = isTamePattern(`^${pieces.map(({ text }) => text).join('')}$`)
        fc.pre(isTame)
        const perCharacter = 20_000
        expect(triesOf(pieces, 200)).toBeLessThanOrEqual(200 * perCharacter)
        expect(triesOf(pieces, 2000)).toBeLessThanOrEqual(2000 * perCharacter)
      }),
    )
  })
})
