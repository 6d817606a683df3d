import { describe, expect, it } from 'vitest'
import { inventionsIn } from './inventions.ts'

const sources = new Map([
  ['c3', 'Coarse salt goes to curers. The merchant Baketo Mirosa sold 4,312 sacks of coarse salt in 1874.'],
  ['c7', 'Graders sift the crystals through three sieves.'],
])
const kindsIn = (text: string) => inventionsIn({ text, sources }).map(({ kind }) => kind)

describe('what is made up', () => {
  it.each([
    ['a sentence as it stands', 'Coarse salt goes to curers [c3].'],
    ['one in another order', 'In 1874, the merchant Baketo Mirosa sold 4,312 sacks of coarse salt [c3][c7].'],
    ['two of them', 'Coarse salt goes to curers [c3]. Graders sift the crystals through three sieves [c7].'],
  ])('is not %s', (_, text) => expect(kindsIn(text)).toEqual([]))

  it.each([
    ['an id that no passage has', 'Coarse salt goes to curers [c3][c99].'],
    ['a number where ids are cited', 'Coarse salt goes to curers [c3] [3].'],
    ['an address', 'Coarse salt goes to curers [c3] (https://archive.example/item/3).'],
    ['a link', 'Coarse salt goes to curers [c3] [report](https://press.example/3.pdf).'],
    ['an author and a year', 'Coarse salt goes to curers [c3] (Harlow et al., 2014).'],
    ['the same in brackets', 'Coarse salt goes to curers [c3] [Harlow 2014].'],
  ])('is a citation when it is %s', (_, text) => expect(kindsIn(text)).toEqual(['citation']))

  it.each([
    ['number', 'The merchant Baketo Mirosa sold 4,313 sacks of coarse salt in 1874 [c3].'],
    ['number', 'In 1875, the merchant Baketo Mirosa sold 4,312 sacks of coarse salt [c3].'],
    ['quote', 'One who was there said “we never counted” [c3].'],
    ['claim', 'Coarse salt never goes to curers [c3].'],
    ['claim', 'Historians still quarrel about the reasons [c3].'],
  ])('is a %s in “%s”', (kind, text) => expect(kindsIn(text)).toEqual([kind]))

  it('may be two things in one sentence', () =>
    expect(kindsIn('The merchant Baketo Mirosa sold 9 sacks and 4,999 more [c3] [12].')).toEqual([
      'citation',
      'number',
    ]))
})
