import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readReplanRequest } from './replan-request.ts'

describe('readReplanRequest', () => {
  it.each<[text: string, reason: string, before?: string]>([
    ['REPLAN: the page is gone', 'the page is gone'],
    ['  REPLAN:\nthe page\nis gone ', 'the page\nis gone'],
    ['**REPLAN:** the page is gone', 'the page is gone'],
    ['**REPLAN: the page is gone**', 'the page is gone'],
    ['Replan - the page is gone', 'the page is gone'],
    ['Replan. The page is gone', 'The page is gone'],
    ['RE-PLAN: the page is gone', 'the page is gone'],
    ['`REPLAN:` the page is gone', 'the page is gone'],
    ['`REPLAN: the page is gone`', 'the page is gone'],
    ['"REPLAN: the page is gone"', 'the page is gone'],
    ['“REPLAN: the page is gone”', 'the page is gone'],
    ['- REPLAN: the page is gone', 'the page is gone'],
    ['* **REPLAN**: the page is gone', 'the page is gone'],
    ['1. REPLAN: the page is gone', 'the page is gone'],
    ['> REPLAN: the page is gone', 'the page is gone'],
    ['## REPLAN: the page is gone', 'the page is gone'],
    ['Answer: REPLAN: the page is gone', 'the page is gone'],
    ['**Final answer:** REPLAN: the page is gone', 'the page is gone'],
    ['REPLAN: see `a`', 'see `a`'],
    ['```\nREPLAN: the page is gone\n```', 'the page is gone'],
    ['REPLAN:', 'no reason was given'],
    ['REPLAN', 'no reason was given'],
    ['It is 42.\nREPLAN: the page is gone', 'the page is gone', 'It is 42.'],
    ['It is 42.\r\n\r\n- `REPLAN:` the page is gone', 'the page is gone', 'It is 42.'],
    ['It is 42.\n\nREPLAN\nthe page is gone', 'the page is gone', 'It is 42.'],
    ['It is 42.\n```\nREPLAN: the page is gone\n```', 'the page is gone', 'It is 42.'],
    ['```js\nf()\n```\nREPLAN: gone\n```js\ng()\n```', 'gone\n```js\ng()\n```', '```js\nf()\n```'],
  ])('reads %j', (text, reason, before = '') => {
    expect(readReplanRequest(text)).toEqual({ reason, before })
  })

  it.each([
    'REPLANNING: the page is gone',
    'REPLAN the page',
    'No REPLAN: is needed',
    'It is 42.\nReplan: what to do in an emergency',
    'It is 42.\nREPLAN - never',
    'It is 42. REPLAN: no',
    '',
  ])('reads no wish in %j', (text) => {
    expect(readReplanRequest(text)).toBeUndefined()
  })

  it('reads any text without throwing, and a reason is never empty', () => {
    const pieces = ['REPLAN', ':', '**', '\n', ' ', '```', '# ', 'x', '-', '\u0000', '\ud800', '\u2028', 'é', '"']
    const anyText = fc.array(fc.constantFrom(...pieces), { maxLength: 20 }).map((all) => all.join(''))
    fc.assert(
      fc.property(anyText, (text) => {
        const { reason, before } = readReplanRequest(text) ?? { reason: 'none', before: text }
        expect(reason === '' || (before !== text && /^REPLAN:/m.test(before))).toBe(false)
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['spaces', ' '.repeat(1_000_000)],
    ['stars', '*'.repeat(1_000_000)],
    ['words', 'REPLAN '.repeat(150_000)],
    ['fences', '```\n'.repeat(200_000)],
    ['lines', '- Re\n'.repeat(200_000)],
    ['quotes', '"'.repeat(1_000_000)],
  ])('reads a megabyte of %s', { timeout: 5000 }, (_, text) => {
    expect(readReplanRequest(text)).toBeUndefined()
  })
})
