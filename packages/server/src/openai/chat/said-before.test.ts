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
    ['two blocks', 'A <details type="a">1</details>B <details id="2" type="b">2</details>C', 'A B C'],
    ['a block in a block', 'A <details type="a">1 <details>2</details> 3</details>B', 'A B'],
    [
      'a block to fold',
      'A <details><summary>More</summary>1</details>B',
      'A <details><summary>More</summary>1</details>B',
    ],
    ['a block of a page in one to fold', '<details>A<details type="a">1</details>B</details>', '<details>AB</details>'],
    ['a block that was cut off', 'Paris. <details type="tool_calls"> and', 'Paris. <details type="tool_calls"> and'],
    [
      'a block that was cut off before one that was not',
      '<details type="a"> 1 <details type="b">2</details>',
      '<details type="a"> 1',
    ],
    ['a tag in code', 'Use `<details>` to fold. It is nice.', 'Use `<details>` to fold. It is nice.'],
    [
      'a block in code',
      'So: `<details type="a">1</details>`, or ``<details type="a">`</details>``.',
      'So: `<details type="a">1</details>`, or ``<details type="a">`</details>``.',
    ],
    [
      'a block in a fence',
      '```html\n<details type="a">1</details>\n<reason>2</reason>\n```\n<details type="a">3</details>End.',
      '```html\n<details type="a">1</details>\n<reason>2</reason>\n```\nEnd.',
    ],
    [
      'a fence in a longer one',
      '````md\n```\n<details type="a">1</details>\n```\n````\nEnd.',
      '````md\n```\n<details type="a">1</details>\n```\n````\nEnd.',
    ],
    ['a lone backtick before a block', 'It\'s ` so.\n<details type="a">`</details>End.', "It's ` so.\nEnd."],
    ['a reason', '<reason>Hm</reason>\nParis.', 'Paris.'],
    ['a thought', '<thought>Hm</thought>\n\nParis.\n<Thought>Hm</Thought> Or not.', 'Paris.\n Or not.'],
    ['a thought between marks', '<|begin_of_thought|>Hm<|end_of_thought|>\nParis.', 'Paris.'],
    ['a thought between triangles', '◁think▷Hm◁/think▷Paris.', 'Paris.'],
    ['a reason in a line', 'Write <reason>why</reason> there.', 'Write <reason>why</reason> there.'],
    ['a thought that was cut off', '<thought>Hm', '<thought>Hm'],
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

  it.each([
    '<details ',
    '<details type="a">',
    '<details type="a"></details',
    '`<details>',
    '```\n',
    '<reason>\n',
    '◁think▷',
    '`` ` ',
  ])('reads a megabyte of %j in one pass', (piece) => {
    const text = piece.repeat(1_000_000 / piece.length)
    expect(saidBefore(text)).toBe(text.trim())
  })
})
