import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { onLines, quotationsIn, unquoted } from './quoted-text.ts'

describe('unquoted', () => {
  it.each([
    ['all where nothing is quoted', 'a\nb', 'a\nb'],
    ['no line with a sign', 'a\n> b\n  > c\nd', 'a\nd'],
    ['no fence', 'a\n```\nb\n```\nc', 'a\nc'],
    ['no fence of another kind', 'a\n~~~text\nb\n```\n~~~\nc', 'a\nc'],
    ['no fence in a fence', 'a\n```md\nb\n```js\nc\n```\nd\n```\ne', 'a\ne'],
    ['no fence behind a label', 'a: ```json\nb\n```\nc', 'c'],
    ['no fence behind a bullet', '- ```js\n  b\n  ```\nc', 'c'],
    ['no fence behind a sentence', 'it says `x` so ~~~\nb\n~~~\nc', 'c'],
    ['a fence that does not close', 'a\n```\nb\nc', 'a\n```\nb\nc'],
    ['the fence that ends a text', 'it says:\n```\nb\n```\n', 'it says:\n```\nb\n```\n'],
    ['all fences that end a text', 'a\n```\nb\n```\n\n```\nc\n```', 'a\n```\nb\n```\n\n```\nc\n```'],
    ['code within a line', 'a ```b``` c\n`d`', 'a ```b``` c\n`d`'],
  ])('keeps %s', (_, text, kept) => {
    expect(unquoted(text)).toBe(kept)
  })

  it('keeps lines of the text in their order, whatever it is', () => {
    const pieces = fc.constantFrom('```', '~~~', '\n', '> ', 'a', ': ', '```js\n', 'Thought: ', ' ')
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const lines = parts.join('').split('\n')
        let from = 0
        for (const line of unquoted(parts.join('')).split('\n')) {
          const at = lines.indexOf(line, from)
          expect(at >= from || line === '').toBe(true)
          from = at < 0 ? from : at + 1
        }
      }),
    )
  })
})

describe('a quotation', () => {
  it('is a line, a fence, or the last one', () => {
    expect(quotationsIn('a\n```\nb\n```\nc').at(6)?.kind).toBe('fence')
    expect(quotationsIn('a\n```\nb\n```\n').at(6)?.kind).toBe('last')
    expect(quotationsIn('a\n> b').at(4)?.kind).toBe('line')
    expect(quotationsIn('a\n> b').at(0)).toBeUndefined()
  })

  it('is left as it is where labels are moved to lines of their own', () => {
    expect(onLines('a X: b\n> c X: d', /(?<= )X:/g)).toBe('a \nX: b\n> c X: d')
  })
})
