import { describe, expect, it } from 'vitest'
import type { WaveResult } from '../reading/wave-results.ts'
import { houseList, housesIn, housesNamed, withoutHouses } from './houses.ts'

const text = [
  'Harbour House, Lindhaven (harbour-house). A brick house, with a lift.',
  'Arrival from 15:00, leaving until 11:00. Boards: breakfast.',
  '- Single to the yard (single): 4 of them, up to 1 adult and 1 guest',
  '',
  'The Old Mill, Marrow Bridge (old-mill). A quiet mill.',
].join('\n')
const result: WaveResult = { id: 'houses', tool: 'x', status: 'ok', text, args: undefined }
const houses = housesIn(result) ?? []

describe('the hotels', () => {
  it('are read from what the tool tells', () => {
    expect(houses).toEqual([
      { id: 'harbour-house', name: 'Harbour House', town: 'Lindhaven' },
      { id: 'old-mill', name: 'The Old Mill', town: 'Marrow Bridge' },
    ])
    expect(housesIn({ ...result, status: 'failed' })).toBeUndefined()
    expect(houseList(houses)).toBe('Harbour House in Lindhaven and The Old Mill in Marrow Bridge')
  })

  it.each([
    ['harbour house', ['harbour-house']],
    ['the Mill', ['old-mill']],
    ['Lindhaven', ['harbour-house']],
    ['Harbour House sea view', ['harbour-house']],
    ['Harbour House Old Mill', ['harbour-house', 'old-mill']],
    ['Eilat', []],
    ['sea view', []],
    ['the', []],
    ['', []],
  ])('that `%s` names', (words, ids) => {
    expect(housesNamed(words, houses).map(({ id }) => id)).toEqual(ids)
  })

  it('leave the words that are no part of a name', () => {
    expect(withoutHouses('Harbour House sea view', houses)).toBe('sea view')
  })
})
