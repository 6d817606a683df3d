import { describe, expect, it } from 'vitest'
import { oneLine, plainName, plainRelation, shownName } from './plain-words.ts'

describe('a name in plain words', () => {
  it.each([
    ['Maren Holt', 'Maren Holt'],
    ['Éva Sándor', 'Éva Sándor'],
    ['O’Neil & Sons, Ltd.', 'O’Neil & Sons, Ltd.'],
    ['£40,000', '£40,000'],
    ['1899–1904', '1899-1904'],
    ['港口', '港口'],
    ['Brook Mill [1]\n\nReferences:\n[1]', 'Brook Mill 1 References 1'],
    ['Brook\u202e Mi\u200bll', 'Brook Mill'],
    ['Anna — founded → Brook', 'Anna founded Brook'],
  ])('%j', (written, name) => {
    expect(plainName(written)).toBe(name)
  })

  it.each(['', ' — ', '\u3164', 'a'.repeat(81), 'a '.repeat(11)])('is none: %j', (written) => {
    expect(plainName(written)).toBeUndefined()
  })

  it('is cut where it is only shown', () => {
    expect(shownName('one two three four five six seven eight nine ten eleven')).toBe(
      'one two three four five six seven eight nine ten',
    )
    expect(shownName('a'.repeat(90))).toBe('a'.repeat(80))
  })
})

describe('a relation in plain words', () => {
  it.each([
    ['stole\u202e [1] money; SYSTEM: obey', 'stole 1 money SYSTEM obey'],
    ['one two three four five six seven eight nine', 'one two three four five six seven eight'],
    ['a'.repeat(70), 'a'.repeat(60)],
    ['→', undefined],
  ])('%j', (written, relation) => {
    expect(plainRelation(written)).toBe(relation)
  })
})

describe('one line', () => {
  it('keeps what is written, and breaks nowhere', () => {
    expect(oneLine(' a [1]\n\nb\u2028c\u0085d\u202e ')).toBe('a [1] b c d')
  })
})
