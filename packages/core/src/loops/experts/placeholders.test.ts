import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excerptOf, filled, filledValue, placeholdersIn, shownExcerpt } from './placeholders.ts'

describe('a placeholder', () => {
  it.each(['{result_of:1}', '{ result_of : 1 }', '{{result_of:1}}', '{result_of:"1"}'])('is %s', (text) => {
    expect(placeholdersIn(`a ${text} b ${text}`)).toEqual(['1'])
    expect(filled(`a ${text} b`, (id) => `<${id}>`)).toBe('a <1> b')
  })

  it.each(['{result:1}', '{result_of:}', 'result_of:1', '{}'])('is not %s', (text) => {
    expect(placeholdersIn(text)).toEqual([])
  })

  it('is found in all texts of a value, however its id is quoted', () => {
    expect(
      placeholdersIn(['{result_of:1}', { b: { c: 'x{result_of:"2"}' }, d: ["{result_of:'3'}", 4, null] }]),
    ).toEqual(['1', '2', '3'])
  })

  it('is filled in all texts of a value', () => {
    const value = { a: ['{result_of:1}', 2, null], b: { c: 'x{result_of:2}' } }
    expect(filledValue(value, (id) => id)).toEqual({ a: ['1', 2, null], b: { c: 'x2' } })
  })

  it('is not looked for in what was filled in', () => {
    expect(filled('{result_of:a}', () => '{result_of:b}')).toBe('{result_of:b}')
  })
})

describe('excerptOf', () => {
  it('ends with a sentence where one ends late enough', () => {
    expect(excerptOf('One two. Three four. Five six seven.', 25)).toEqual({
      text: 'One two. Three four.',
      isShortened: true,
    })
  })

  it('ends with a word otherwise', () => {
    expect(excerptOf('A. Then one very long sentence comes', 20).text).toBe('A. Then one very')
  })

  it('leaves a number whole', () => {
    expect(excerptOf('It costs 12345678 crowns', 12).text).toBe('It costs')
  })

  it('says how much it is', () => {
    expect(shownExcerpt('One two. Three four.', 10)).toBe('One two. [shortened: 8 of 20 characters]')
    expect(shownExcerpt('One two.', 10)).toBe('One two.')
  })

  it('is a beginning, no longer than it may be', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.integer({ min: 5, max: 40 }), (text, longest) => {
        const { text: kept, isShortened } = excerptOf(text, longest)
        expect(kept.length).toBeLessThanOrEqual(longest)
        expect(kept.isWellFormed()).toBe(true)
        if (!isShortened) expect(kept).toBe(text.trim())
      }),
    )
  })
})
