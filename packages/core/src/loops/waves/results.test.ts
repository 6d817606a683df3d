import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentOf } from './results.ts'

/** No object and no list: those are read. */
const words = fc.string().filter((text) => !/^\s*[[{]/.test(text))

describe('what a text is to others', () => {
  it('is the text, unless a number or truth value is asked for, and then the one that it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer(), fc.double(), fc.boolean(), words), (value) => {
        const text = String(value)
        expect(contentOf({ text }, 'text')).toBe(text)
        expect(String(contentOf({ text: ` ${text}\n` }, 'scalar')).trim()).toBe(text.trim())
      }),
    )
  })

  it.each(['1.10', '12345678901234567890', '1e3', 'null', '"7"'])(
    'is the text %s, though a number is asked for',
    (text) => {
      expect(contentOf({ text }, 'scalar')).toBe(text)
    },
  )

  it('is the data where there is any', () => {
    expect(contentOf({ text: '7', data: { a: 7 } }, 'text')).toEqual({ a: 7 })
  })

  it('keeps all digits of whole numbers, wherever they stand', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.string(), (number, key) => {
        const value = contentOf({ text: `{${JSON.stringify(key)}: [${number}, "1${number}"]}` }, 'any')
        const [first, second] = (value as Record<string, unknown[]>)[key] ?? []
        expect([String(first), second]).toEqual([`${number}`, `1${number}`])
      }),
    )
  })
})
