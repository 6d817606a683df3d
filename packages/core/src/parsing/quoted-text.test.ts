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
    ['what stands before the fence of a label', 'a: ```json\nb\n```\nc', 'c'],
    ['nothing behind a fence that does not close', 'a\n```\nb\nc', 'a'],
    ['what follows a label and a fence that does not close', 'a: ```\nb', 'a: ```\nb'],
    ['the fence that ends a reply after a thought', 'Thought: a\n```\nb\n```', 'Thought: a\n```\nb\n```'],
    ['none that a thought introduces', 'Thought: it says:\n```\nb\n```', 'Thought: it says:'],
    ['none that a thought goes on behind', 'Thought: a\n```\nb\n```\nc', 'Thought: a\nc'],
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
  it('is passing unless it is the fence that ends the text', () => {
    expect(quotationsIn('a\n```\nb\n```\nc').isPassing(6)).toBe(true)
    expect(quotationsIn('a\n```\nb\n```\n').isPassing(6)).toBe(false)
    expect(quotationsIn('a\n> b').isPassing(4)).toBe(true)
  })

  it('is left as it is where labels are moved to lines of their own', () => {
    expect(onLines('a X: b\n> c X: d', /(?<= )X:/g)).toBe('a \nX: b\n> c X: d')
  })
})
