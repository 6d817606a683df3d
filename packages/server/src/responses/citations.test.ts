import { describe, expect, it } from 'vitest'
import { citationsIn } from './citations.ts'

const sources = [
  { number: 1, title: 'One', url: 'https://one.example', quotes: [] },
  { number: 2, title: 'Two', url: '', quotes: [] },
]

describe('citations', () => {
  it('are where the text names a source by its number', () => {
    expect(citationsIn('Warm [1], and dry [1].', sources)).toEqual([
      { type: 'url_citation', url: 'https://one.example', title: 'One', start_index: 5, end_index: 8 },
      { type: 'url_citation', url: 'https://one.example', title: 'One', start_index: 18, end_index: 21 },
    ])
  })

  it('are none for sources that have no address or are not known', () => {
    expect(citationsIn('Warm [2], dry [3], items[0].', sources)).toEqual([])
  })
})
