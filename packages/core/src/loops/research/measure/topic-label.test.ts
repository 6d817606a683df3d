import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { labelOf } from './topic-label.ts'

describe('the label of texts', () => {
  it('is made of words that they share and others do not have', () => {
    const members = [
      'The kelp was burned on the shore, and the ash gave iodine to the islands.',
      'Iodine from kelp ash was sold by the islands until 1930.',
      'Kelp, iodine: the ash of the islands.',
    ]
    const rest = ['The ferries of the islands ran on time.', 'Storms hit the islands.', 'The islands vote.']
    expect(labelOf(members, rest)).toBe('ash, iodine, kelp')
  })

  it('prefers words of more than one text, however often one has another', () => {
    expect(labelOf(['pump pump pump pump lens', 'lens mirror'], [])).toBe('lens, pump, mirror')
  })

  it('leaves out function words, short words and numbers', () => {
    expect(labelOf(['The for und les los 1911 2024 of ox and tar', 'which is of tar for 1911'], [])).toBe('tar')
  })

  it('orders equal ones by the alphabet', () => {
    expect(labelOf(['zinc amber copper basalt'], [])).toBe('amber, basalt, copper')
  })

  it('counts a word less, the more the rest has it', () => {
    const members = ['stone stone lamp', 'stone stone lamp']
    expect(labelOf(members, [])).toBe('stone, lamp')
    expect(labelOf(members, ['stone stone stone stone quarry'])).toBe('lamp, stone')
  })

  it('trusts a word that is seen often before one that is hardly seen', () => {
    const often = 'lamp lamp lamp lamp lamp glass'
    const rest = 'lamp lamp lamp lamp lamp lamp oar oar oar oar oar oar'
    expect(labelOf([often, often], [rest])).toBe('lamp, glass')
  })

  it.each([[[]], [['of 12 it']]])('is empty for %j', (members) => expect(labelOf(members, ['rest'])).toBe(''))

  it('has up to three different words of the texts, whatever their order', () => {
    const text = fc
      .array(fc.constantFrom('kelp', 'Iodine', 'ash', 'the', 'ox', 'lens', 'mirror'), { maxLength: 8 })
      .map((words) => words.join(' '))
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), fc.array(text, { maxLength: 4 }), (members, rest) => {
        const label = labelOf(members, rest)
        const words = label === '' ? [] : label.split(', ')
        const telling = new Set(
          members
            .join(' ')
            .toLowerCase()
            .match(/kelp|iodine|ash|lens|mirror/g),
        )
        expect(words).toHaveLength(Math.min(3, telling.size))
        expect(words.filter((word) => !telling.has(word))).toEqual([])
        expect(new Set(words).size).toBe(words.length)
        expect(labelOf(members.toReversed(), rest.toReversed())).toBe(label)
      }),
    )
  })
})
