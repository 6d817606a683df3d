import { describe, expect, it } from 'vitest'
import { extractOf } from './extract.ts'
import type { Chunk } from './state.ts'

const chunk = (id: string, text: string): Chunk => ({
  id,
  text,
  source: 's1',
  host: 'a.example',
  start: 0,
  end: text.length,
  about: '',
  foundFor: 't1',
})
const sentence = 'The lamp of the lighthouse burns forty litres of oil in a night of winter.'

describe('an extract', () => {
  it('is the passages with their citations, without marks of Markdown', () => {
    const text = '## Lamps\n\nThe **lamp** burns [oil](x) in `one`\nnight.'
    expect(extractOf([chunk('c1', text), chunk('c2', 'It is old.')])).toBe(
      '- The lamp burns oil (x) in one night. [c1]\n- It is old. [c2]',
    )
  })

  it('has whole sentences of a long passage', () => {
    const extract = extractOf([chunk('c1', Array.from({ length: 9 }, () => sentence).join(' '))])
    expect(extract).toBe(`- ${Array.from({ length: 5 }, () => sentence).join(' ')} [c1]`)
  })

  it('has whole words of a long sentence', () => {
    const extract = extractOf([chunk('c1', 'lighthouse '.repeat(90))])
    expect(extract).toBe(`- ${'lighthouse '.repeat(36)}… [c1]`)
  })

  it.each([
    'The lamp burns oil (c2).',
    'The lamp burns oil (see c2, c3).',
    'The lamp burns oil [c2].',
    'The lamp burns oil &lbrack;c2&rbrack;.',
    'The lamp burns oil &#40;c2&#41;.',
  ])('cites what it is made of alone: %s', (text) => {
    expect(extractOf([chunk('c1', text)])).toBe('- The lamp burns oil. [c1]')
  })

  it('has six passages at most', () => {
    const many = Array.from({ length: 9 }, (_, nth) => chunk(`c${nth + 1}`, sentence))
    expect(extractOf(many).split('\n')).toHaveLength(6)
  })
})
