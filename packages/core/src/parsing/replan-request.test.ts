import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readReplanRequest } from './replan-request.ts'

describe('readReplanRequest', () => {
  it.each<[text: string, why: string | undefined]>([
    ['REPLAN: the page is gone', 'the page is gone'],
    ['  REPLAN:\nthe page\nis gone ', 'the page\nis gone'],
    ['**REPLAN:** the page is gone', 'the page is gone'],
    ['**REPLAN: the page is gone**', 'the page is gone'],
    ['Replan - the page is gone', 'the page is gone'],
    ['```\nREPLAN: the page is gone\n```', 'the page is gone'],
    ['REPLAN:', 'no reason was given'],
    ['REPLAN', 'no reason was given'],
    ['The page is gone.\nREPLAN: yes', undefined],
    ['REPLANNING: the page is gone', undefined],
    ['REPLAN the page', undefined],
    ['No REPLAN: is needed', undefined],
    ['', undefined],
  ])('reads %j', (text, why) => {
    expect(readReplanRequest(text)).toBe(why)
  })

  it('reads any text without throwing, and a reason is never empty', () => {
    const pieces = fc.constantFrom('REPLAN', ':', '**', '\n', ' ', '```', '# ', 'x', '-', '\u0000')
    const anyText = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces, { maxLength: 20 }).map((all) => all.join('')),
    )
    fc.assert(
      fc.property(anyText, (text) => {
        expect(readReplanRequest(text)).not.toBe('')
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['spaces', ' '.repeat(1_000_000)],
    ['stars', '*'.repeat(1_000_000)],
    ['words', 'REPLAN '.repeat(150_000)],
    ['fences', '```\n'.repeat(200_000)],
  ])('reads a megabyte of %s', { timeout: 5000 }, (_, text) => {
    expect(readReplanRequest(text)).toBeUndefined()
  })
})
