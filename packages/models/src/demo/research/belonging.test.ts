import { describe, expect, it } from 'vitest'
import { belongsHere } from './belonging.ts'

const unit = (about: string, sentence: string) => ({ passage: { id: 'c1', about, text: '' }, sentences: [sentence] })
const placeOf = (titles: readonly string[], about: string, sentence: string) =>
  titles.filter((title) => {
    const headings = titles.map((each) => (each === title ? `- ${each} (this one)` : `- ${each}`)).join('\n')
    return belongsHere(headings)(unit(about, sentence))
  })

describe('a sentence', () => {
  const ships = ['Aldery Sound Ferries', 'The Motor Ferry Petrel', 'Ferries']

  it.each([
    ['The Motor Ferry Petrel', 'She belongs to Aldery Sound Ferries.', 'The Motor Ferry Petrel'],
    ['Aldery Sound Ferries › Office', 'It is on the quay.', 'Aldery Sound Ferries'],
    ['The Motor Ferry Stormcock', 'The Petrel replaced her.', 'The Motor Ferry Petrel'],
    ['The Ferry Strike', 'The crews stopped work.', 'Ferries'],
  ])('of `%s` that says `%s` belongs to `%s`', (about, said, title) => {
    expect(placeOf(ships, about, said)).toEqual([title])
  })

  it('belongs to the side of a subject that it speaks of', () => {
    const sides = ['The Ravel Yard', 'The Ravel Yard: people', 'The Ravel Yard: building and technology']
    expect(placeOf(sides, 'The Ravel Yard', 'Its founder was a widow.')).toEqual(['The Ravel Yard: people'])
    expect(placeOf(sides, 'The Ravel Yard', 'It is by the cove.')).toEqual(['The Ravel Yard'])
  })

  it('belongs anywhere where no other section is known', () => {
    expect(belongsHere(undefined)(unit('A', 'It is old.'))).toBe(true)
  })
})
