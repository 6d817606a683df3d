import fc from 'fast-check'
import { micromark } from 'micromark'
import { describe, expect, it } from 'vitest'
import { markdownParts } from './markdown-parts.ts'

const blocks = [
  'Words.',
  'Words\nin two lines.',
  '# Heading',
  '- item',
  '- item\n- item\n  - inner',
  '- item\n\n  More of it.',
  '2. item',
  '> quoted',
  '```\ncode\n\n- code\n\nmore\n```',
  '~~~~\n```\n\ncode\n~~~~',
  '    code\n\n    code',
  '***',
]

describe('parts of a Markdown text', () => {
  it('are the text', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...blocks, '', ' ')), fc.nat(40), (texts, most) => {
        const text = texts.join('\n')
        expect(markdownParts(text, most).join('\n')).toBe(text)
      }),
    )
  })

  it('are rendered one by one as the text is as a whole', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...blocks), { minLength: 1 }), fc.nat(40), (texts, most) => {
        const text = texts.join('\n\n')
        const html = markdownParts(text, most).map((part) => micromark(part).trim())
        expect(html.join('\n')).toBe(micromark(text))
      }),
    )
  })

  it('end at the first place behind as many characters', () => {
    expect(markdownParts('one\n\ntwo\n\n- three\n\n- four\n\nfive', 4)).toEqual([
      'one\n',
      'two\n\n- three\n\n- four\n',
      'five',
    ])
  })

  it('cut a list only when it is long', () => {
    const items = (count: number) => Array.from({ length: count }, (_, at) => `${at + 1}. ${'x'.repeat(95)}`).join('\n')
    expect(markdownParts(items(40))).toHaveLength(1)
    expect(markdownParts(items(120)).map((part) => part.split('.')[0])).toEqual(['1', '52', '102'])
  })
})
