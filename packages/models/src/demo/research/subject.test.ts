import { describe, expect, it } from 'vitest'
import { headed, isForeign, shortSubject, subjectOf, tellingWords } from './subject.ts'

describe('the subject of a task', () => {
  it.each([
    ['Write a report on the lights of the Sound: who kept them?', 'the lights of the Sound'],
    ['Please write me a short, sourced overview of Corrin Glass.', 'Corrin Glass'],
    ['Tell me everything about the ferry strike', 'the ferry strike'],
    ['Research the paddle steamer Petrel using the bundled documents.', 'the paddle steamer Petrel'],
    ['A survey of tidal power', 'tidal power'],
    ['The lighthouses of the Sound', 'The lighthouses of the Sound'],
    ['How did the people of the Sound of Aldery cross their waters?', 'the Sound of Aldery'],
    ['Why do lighthouses have numbers?', 'lighthouses have numbers'],
    ['What happened in the ferry strike of 1911?', 'the ferry strike of 1911'],
    ['Leuchttürme der Nordsee', 'Leuchttürme der Nordsee'],
    ['', ''],
  ])('`%s` is `%s`', (task, subject) => {
    expect(subjectOf(task)).toBe(subject)
  })

  it('is short without the name that is that of everything', () => {
    expect(['The lights of the Sound', 'Corrin Glass', 'Tell me of cheese in Vellan'].map(shortSubject)).toEqual([
      'the lights',
      'Corrin Glass',
      'cheese',
    ])
  })

  it('is short without what everything has', () => {
    expect(['History of the Ravel Yard', 'The people of Tresk'].map(shortSubject)).toEqual(['the Ravel Yard', 'Tresk'])
  })

  it.each([
    ['the lights', 'Lights'],
    ['the Ravel Yard', 'The Ravel Yard'],
    ['tidal power', 'Tidal power'],
  ])('`%s` begins a heading as `%s`', (subject, heading) => {
    expect(headed(subject)).toBe(heading)
  })

  it.each([
    ['What is the economy of the Aldery archipelago based on?', ['economy']],
    ['Compare the two ships called Petrel', ['ship', 'petrel']],
    ['The ferries of the Sound', ['ship']],
    ['Corrin Glass', ['corrin', 'glass']],
    ['The Candlemas Storm and its victims', ['candlema', 'storm', 'victim']],
    ['The people of Tresk', ['tresk']],
    ['History', ['history']],
  ])('of `%s` is told by %j: not by the place, nor by what all have, if there is more', (task, words) => {
    expect([...tellingWords(task)]).toEqual(words)
  })
})

describe('a language without words of its own', () => {
  it.each(['Leuchttürme der Nordsee', 'Историја моста', '東京の灯台', 'Les phares du Nord'])(
    'is that of `%s`',
    (text) => {
      expect(isForeign(text)).toBe(true)
    },
  )

  it.each(['The lights of Tórshavn', 'Paddle steamer Petrel', 'What is “die Brücke”?'])(
    'is not that of `%s`',
    (text) => {
      expect(isForeign(text)).toBe(false)
    },
  )
})
