import { describe, expect, it } from 'vitest'
import { askedFor, cutAtWord } from './asked-for.ts'

describe('what a task asks for', () => {
  it.each([
    ['Write a report with sources on the ferries of Aldery', 'the ferries of Aldery'],
    ['I need a research report about the lighthouses', 'the lighthouses'],
    ["I'd like to have a short, sourced article, including references, on kelp", 'kelp'],
    ['Give me an overview of tidal power with citations', 'tidal power'],
    ['Could you please prepare a summary of the strike?', 'the strike?'],
    ['Do some research on Corrin Glass', 'Corrin Glass'],
    ['Research Corrin Glass', 'Corrin Glass'],
    ['Research the paddle steamer Petrel using the bundled documents.', 'the paddle steamer Petrel'],
    ['Explain how the Observatory was founded, with sources please', 'how the Observatory was founded'],
    ['Please look into lifeboats, storms and wrecks', 'lifeboats, storms and wrecks'],
    ['Tell me everything about the strike, and cite your sources.', 'the strike'],
    ['How did it end? Be short.', 'How did it end?'],
    ['The survey of 1862', 'The survey of 1862'],
    ['Report', 'Report'],
  ])('of `%s` is `%s`', (task, asked) => {
    expect(askedFor(task)).toBe(asked)
  })

  it('is cut between words', () => {
    expect([cutAtWord('one two three', 9), cutAtWord('one two', 9)]).toEqual(['one two', 'one two'])
  })
})
