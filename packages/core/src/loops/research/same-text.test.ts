import { describe, expect, it } from 'vitest'
import { sameAs } from './same-text.ts'

const lines = [
  'The North Lighthouse was built in 1874 by Ada Brandt of the harbour office',
  'Its lamp burns 40 litres of oil a night, and the tower is 31 metres high',
  'Granite for the lighthouse came by barge from the quarry at Hest in two days',
  'The keepers were paid 9 crowns a month in 1902, and had their coal besides',
  'A fog signal stands beside it since 1931 and is heard over five long miles',
]
const text = `${lines.join('. ')}.`
const known = [
  { id: 's1', text: 'Something else that has nothing to do with any of it, in one long sentence.' },
  { id: 's2', text },
]

describe('sameAs', () => {
  it.each([
    ['a copy', text],
    ['a copy with other breaks, marks and letters', `# Mirror\n\n${lines.join('!\n\n').toUpperCase()}\n`],
    ['a copy among menus and dates', `Home | About | 2 May 2026\n${text}\nContact\nImprint`],
    ['a copy without one of its five lines', `${lines.slice(1).join('. ')}.`],
    ['a copy with one sentence more', `${text} Another long sentence about whales and their songs in the north.`],
  ])('tells %s from what is new', (_, copy) => {
    expect(sameAs(copy, known)).toBe('s2')
  })

  it.each([
    ['three lines of five in common', `${lines.slice(0, 3).join('. ')}. ${'x'.repeat(50)}. ${'y'.repeat(50)}.`],
    ['short lines in common', 'Home. About. Contact. Imprint.'],
    ['all of another in it, and more', `${text} ${['x', 'y', 'z'].map((sign) => `${sign.repeat(50)}. `).join('')}`],
    ['nothing in common', 'A text about whales and their songs, which are heard over many miles.'],
    ['no text', ''],
  ])('takes a page with %s for new', (_, page) => {
    expect(sameAs(page, [...known, { id: 's3', text: 'Home. About. Contact. Imprint.' }])).toBeUndefined()
  })

  it('reads each source once, however many pages are held against it', () => {
    let reads = 0
    const source = {
      id: 's1',
      get text() {
        reads += 1
        return text
      },
    }
    expect([text, lines[0] ?? '', 'Something else.'].map((page) => sameAs(page, [source]))).toEqual([
      's1',
      's1',
      undefined,
    ])
    expect(reads).toBe(1)
  })
})
