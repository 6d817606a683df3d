import { describe, expect, it } from 'vitest'
import { cutPassages } from './passages.ts'

const filler = (word: string) =>
  `${`The ${word} stands where it stood, and nobody has seen it move at all. `.repeat(14)}`
const text = ['first', 'second', 'third', 'fourth', 'fifth']
  .map((word) => `## The ${word} part\n\n${filler(word)}`)
  .join('\n\n')

describe('cutPassages', () => {
  it('gives all of a short page, with where they stand and the headings above them', () => {
    const cut = cutPassages({ text, title: 'Parts' }, { words: 'third', most: 20 })
    expect(cut.length).toBeGreaterThanOrEqual(5)
    for (const passage of cut) expect(passage.text).toBe(text.slice(passage.start, passage.end))
    expect(cut[0]?.about).toBe('Parts › The first part')
  })

  it('gives of a long page the first and those with most of the words, in their order', () => {
    const cut = cutPassages({ text, title: 'Parts' }, { words: 'fourth second', most: 3 })
    expect(cut).toHaveLength(3)
    expect(cut.map(({ about }) => about)).toEqual([
      'Parts › The first part',
      'Parts › The second part',
      'Parts › The fourth part',
    ])
  })

  it('gives the first alone where one is wanted', () => {
    const cut = cutPassages({ text, title: 'Parts' }, { words: 'fifth', most: 1 })
    expect(cut.map(({ start }) => start)).toEqual([0])
  })

  it('cuts titles and headings that are as long as a text', () => {
    const [passage] = cutPassages({ text, title: 'Parts '.repeat(5_000) }, { words: 'x', most: 3 })
    expect(passage?.about).toHaveLength(300)
  })

  it('gives none of an empty page', () => {
    expect(cutPassages({ text: '', title: 'Parts' }, { words: 'x', most: 3 })).toEqual([])
  })
})
