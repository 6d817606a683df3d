import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { essay } from '../../test/ingest-shelf.ts'
import { NearDuplicates } from './near-duplicates.ts'
import { distance, fingerprintOf } from './simhash.ts'

const words = fc.array(fc.constantFrom('river', 'stone', 'a', 'tree', 'Über', '東', '42'), {
  minLength: 0,
  maxLength: 200,
})
const prints = fc.integer({ min: 0, max: 2 ** 32 - 1 }).map((value) => value.toString(16).padStart(8, '0'))

describe('the fingerprint of a text', () => {
  it('is the same for equal words, whatever is between them', async () => {
    await fc.assert(
      fc.asyncProperty(words, async (given) => {
        const one = await fingerprintOf(given.join(' '))
        const other = await fingerprintOf(given.join(',\n').toUpperCase())
        expect(one.isShort).toBe(given.length < 40)
        if (given.length > 0) expect(other).toEqual(one)
      }),
    )
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
      [text, text.replace('river3x2', 'brook'), essay('stone', 12)].map(fingerprintOf),
    )
    expect(distance(one!.simhash, near!.simhash)).toBeLessThanOrEqual(3)
    expect(distance(one!.simhash, far!.simhash)).toBeGreaterThan(15)
  })

  it('tells texts without any word apart', async () => {
    expect(await fingerprintOf('!!!')).not.toEqual(await fingerprintOf('???'))
  })
})

describe('near duplicates', () => {
  it('have the same numbers: bills with other sums are all kept', async () => {
    const bill = (number: number, sum: string) =>
      `${essay('goods', 12)}\n\nBill ${number}. The sum of ${sum} crowns is due within 30 days.`
    const texts = [bill(17, '300'), bill(18, '305'), `${bill(17, '300')} Thank you!`]
    const [first, other, copy] = await Promise.all(
      texts.map(async (text, at) => ({ id: `${at}`, source: `/${at}`, ...(await fingerprintOf(text)) })),
    )
    const index = new NearDuplicates()
    index.add(first!)
    expect(distance(first!.simhash, other!.simhash)).toBeLessThanOrEqual(3)
    expect(index.like(other!)).toBeUndefined()
    expect(index.like(copy!)?.id).toBe('0')
  })

  it('are those that differ in three bits at most, wherever the bits are', () => {
    fc.assert(
      fc.property(prints, prints, fc.uniqueArray(fc.integer({ min: 0, max: 63 }), { maxLength: 6 }), (a, b, bits) => {
        const simhash = a + b
        const flipped = [...simhash].map((digit, at) => {
          const mask = bits.filter((bit) => bit >> 2 === at).reduce((sum, bit) => sum | (1 << (bit & 3)), 0)
          return (Number.parseInt(digit, 16) ^ mask).toString(16)
        })
        const index = new NearDuplicates()
        index.add({ id: 'one', source: '/one', simhash, isShort: false, figures: '' })
        const found = index.like({ id: 'two', source: '/two', simhash: flipped.join(''), isShort: false, figures: '' })
        expect(found?.id).toBe(bits.length <= 3 ? 'one' : undefined)
      }),
    )
  })

  it('are never the document itself, one that was removed, or a short text that is not equal', () => {
    const index = new NearDuplicates()
    const print = { source: '/a', simhash: '0123456789abcdef', isShort: false, figures: '7' }
    index.add({ ...print, id: 'a' })
    expect(index.like({ ...print, id: 'a' })).toBeUndefined()
    expect(index.like({ ...print, id: 'b', isShort: true })).toBeUndefined()
    index.remove('a')
    expect(index.like({ ...print, id: 'b' })).toBeUndefined()
    index.add({ ...print, id: 'c', isShort: true })
    expect(index.like({ ...print, id: 'b', isShort: true })?.id).toBe('c')
    expect(index.like({ ...print, id: 'b', isShort: true, simhash: '0123456789abcdee' })).toBeUndefined()
  })
})
