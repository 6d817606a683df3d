import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { saidBefore } from './said-before.ts'

describe('what an assistant said before', () => {
  it.each([
    ['a plain answer', 'Paris.', 'Paris.'],
    ['thinking in tags', '<think>Hm, France.</think>\n\nParis.', 'Paris.'],
    [
      'a block of a page',
      '<details type="reasoning" done="true">\n<summary>Thought</summary>\nHm\n</details>\nParis.',
      'Paris.',
    ],
    ['two blocks', 'A <details>1</details>B <details id="2">2</details>C', 'A B C'],
    ['a block in a block', 'A <details>1 <details>2</details> 3</details>B', 'A B'],
    ['a block that was cut off', 'Paris. <details type="tool_calls" done="false">', 'Paris.'],
    ['a lone closing tag', 'Use </details> to close it.', 'Use </details> to close it.'],
    ['a word that only begins like it', 'See <detailsview>x</detailsview>.', 'See <detailsview>x</detailsview>.'],
  ])('is told without wrapping: %s', (_, text, left) => expect(saidBefore(text)).toBe(left))

  it('keeps a text that has no tags', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !/[<>|◁]/.test(text)),
        (text) => {
          expect(saidBefore(text)).toBe(text.trim())
        },
      ),
    )
  })

  it('reads a megabyte of open tags in one pass', () => {
    expect(saidBefore('<details '.repeat(100_000))).toBe('<details '.repeat(100_000).trim())
  })
})
