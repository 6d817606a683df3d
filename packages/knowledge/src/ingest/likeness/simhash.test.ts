import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { essay } from '../../../test/ingest-shelf.ts'
import { NearDuplicates } from './near-duplicates.ts'
import { distance, fingerprintOf } from './simhash.ts'

const words = fc.array(fc.constantFrom('river', 'stone', 'a', 'tree', 'Über', '東', '42'), {
  minLength: 0,
  maxLength: 200,
})
const prints = fc.integer({ min: 0, max: 2 ** 32 - 1 }).map((value) => value.toString(16).padStart(8, '0'))

describe('the fingerprint of a text', () => {
  it('is the same for equal words, whatever is between them, when there are forty', async () => {
    await fc.assert(
      fc.asyncProperty(words, async (given) => {
        const one = await fingerprintOf(given.join(' '), 'plain')
        const other = await fingerprintOf(given.join(',\n').toUpperCase(), 'plain')
        expect(one.isExact).toBe(given.length < 40)
        if (!one.isExact) expect(other).toEqual(one)
      }),
    )
  })

  it.each([
    ['plain', 'Use C', 'Use C++', false],
    ['plain', 'Hello, you!', 'hello you', false],
    ['plain', 'वह दिन था', 'वह दीन थी', false],
    ['plain', 'Use  C\n', ' Use C', true],
    ['code', 'return a > b ? a : b', 'return a < b ? a : b', false],
    ['code', 'a =\n  b', 'a = b', true],
    ['rows', `${'a,b,c\n'.repeat(100)}x`, `${'a,b,c\n'.repeat(100)}y`, false],
  ] as const)(
    'tells what is short, code or data apart by all but white space (%s %j %j: %s)',
    async (writing, a, b, isSame) => {
      const [one, other] = [await fingerprintOf(a, writing), await fingerprintOf(b, writing)]
      expect([one.isExact, one.print === other.print]).toEqual([true, isSame])
    },
  )

  it('counts what is repeated once', async () => {
    const form = (filled: string) => `${'this line is in every one of them '.repeat(400)} ${filled}`
    const [one, other] = [essay('river', 1), essay('stone', 1)].map((text) => fingerprintOf(form(text), 'plain'))
    expect(distance((await one)!.print, (await other)!.print)).toBeGreaterThan(3)
  })

  it('differs by as much one way as the other, and by nothing from itself', () => {
    fc.assert(
      fc.property(prints, prints, prints, prints, (a, b, c, d) => {
        expect(distance(a + b, c + d)).toBe(distance(c + d, a + b))
        expect(distance(a + b, a + b)).toBe(0)
      }),
    )
  })

  it('counts the bits that differ', () => {
    expect(distance('0000000000000000', 'ffffffffffffffff')).toBe(64)
    expect(distance('8000000000000001', '0000000000000000')).toBe(2)
  })

  it('changes little with a word, and much with the text', async () => {
    const text = essay('river', 12)
    const [one, near, far] = await Promise.all(
      [text, text.replace('river3x2', 'brook'), essay('stone', 12)].map((each) => fingerprintOf(each, 'plain')),
    )
    expect(distance(one!.print, near!.print)).toBeLessThanOrEqual(3)
    expect(distance(one!.print, far!.print)).toBeGreaterThan(15)
  })

  it('tells texts without any word apart', async () => {
    expect(await fingerprintOf('!!!', 'plain')).not.toEqual(await fingerprintOf('???', 'plain'))
  })
})

describe('near duplicates', () => {
  it('have the same numbers: bills with other sums are all kept', async () => {
    const bill = (number: number, sum: string) =>
      `${essay('goods', 12)}\n\nBill ${number}. The sum of ${sum} crowns is due within 30 days.`
    const texts = [bill(17, '300'), bill(18, '305'), `${bill(17, '300')} Thank you!`]
    const [first, other, copy] = await Promise.all(
      texts.map(async (text, at) => ({ id: `${at}`, source: `/${at}`, ...(await fingerprintOf(text, 'plain')) })),
    )
    const index = new NearDuplicates()
    index.add(first!)
    expect(distance(first!.print, other!.print)).toBeLessThanOrEqual(3)
    expect(index.candidates(other!)).toEqual([])
    expect(index.candidates(copy!)).toEqual([first])
  })

  it('are those that differ in three bits at most, wherever the bits are', () => {
    fc.assert(
      fc.property(prints, prints, fc.uniqueArray(fc.integer({ min: 0, max: 63 }), { maxLength: 6 }), (a, b, bits) => {
        const print = a + b
        const flipped = [...print].map((digit, at) => {
          const mask = bits.filter((bit) => bit >> 2 === at).reduce((sum, bit) => sum | (1 << (bit & 3)), 0)
          return (Number.parseInt(digit, 16) ^ mask).toString(16)
        })
        const index = new NearDuplicates()
        index.add({ id: 'one', source: '/one', print, isExact: false, figures: '' })
        const found = index.candidates({
          id: 'two',
          source: '/two',
          print: flipped.join(''),
          isExact: false,
          figures: '',
        })
        expect(found[0]?.id).toBe(bits.length <= 3 ? 'one' : undefined)
      }),
    )
  })

  it('are never the document itself, one that was removed, or an exact one that is not equal', () => {
    const index = new NearDuplicates()
    const print = { source: '/a', print: '0123456789abcdef', isExact: false, figures: '7' }
    const namesOf = (document: Partial<typeof print>) =>
      index.candidates({ ...print, id: 'b', ...document }).map(({ id }) => id)
    index.add({ ...print, id: 'a' })
    expect(index.candidates({ ...print, id: 'a' })).toEqual([])
    expect(namesOf({ isExact: true })).toEqual([])
    index.remove('a')
    expect(namesOf({})).toEqual([])
    index.add({ ...print, id: 'c', isExact: true })
    expect(namesOf({ isExact: true })).toEqual(['c'])
    expect(namesOf({ isExact: true, print: '0123456789abcdee' })).toEqual([])
  })

  it('are eight at most', () => {
    const index = new NearDuplicates()
    const print = { print: '0123456789abcdef', isExact: false, figures: '7' }
    for (let at = 0; at < 20; at++) index.add({ ...print, id: `${at}`, source: `/${at + 10}` })
    const found = index.candidates({ ...print, id: 'x', source: '/x' })
    expect(found.map(({ source }) => source)).toEqual(['/10', '/11', '/12', '/13', '/14', '/15', '/16', '/17'])
  })
})
