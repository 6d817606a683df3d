import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guestsIn } from './guests.ts'
import { SaidText } from './said-text.ts'

function read(text: string) {
  const said = new SaidText(text)
  const guests = guestsIn(said)
  return { ...guests, left: said.text.replace(/\s+/g, ' ').trim() }
}

describe('the guests of a text', () => {
  it.each<readonly [string, number | undefined, number | undefined]>([
    ['two adults and a child', 2, 1],
    ['2 adults, 1 infant', 2, 1],
    ['3 people', 3, undefined],
    ['twenty-one people', 21, undefined],
    ['party of 3', 3, undefined],
    ['a group of six', 6, undefined],
    ['the two of us', 2, undefined],
    ['both of us', 2, undefined],
    ['we are three', 3, undefined],
    ['a couple', 2, undefined],
    ['two couples', 4, undefined],
    ['a couple with two kids', 2, 2],
    ['my wife and I', 2, undefined],
    ['me and my husband', 2, undefined],
    ['with my partner', 2, undefined],
    ['my wife and I and our two children', 2, 2],
    ['me and two friends', 3, undefined],
    ['4 friends', 4, undefined],
    ['my wife and 2 children', 2, 2],
    ['with my parents', 3, undefined],
    ['my parents', 2, undefined],
    ['a baby and a toddler', undefined, 2],
    ['2 adults and a 5-year-old', 2, 1],
    ['four people including two children', 2, 2],
    ['2 adults, no kids', 2, 0],
    ['solo', 1, undefined],
    ['just me', 1, undefined],
    ['by myself', 1, undefined],
  ])('are told by `%s`', (text, adults, children) => {
    expect(read(`for ${text} next weekend`)).toMatchObject({ adults, children })
  })

  it.each([
    ['for a family of four next weekend', 2, 2, 'a family of 4'],
    ['our family of 3, next weekend', 2, 1, 'a family of 3'],
    ['a family with three kids next weekend', 2, 3, 'a family'],
  ])('of a family are two adults and the rest children: `%s`', (text, adults, children, family) => {
    expect(read(text)).toMatchObject({ adults, children, family })
    expect(read(text).left).toMatch(/^,? ?next weekend$/)
  })

  it.each(['a couple of nights next week', 'a family room next weekend', 'room with a view', 'find for me a room', ''])(
    'are not in `%s`',
    (text) => {
      expect(read(text)).toEqual({ adults: undefined, children: undefined, left: text })
    },
  )

  it('are numbers or nothing, whatever is said, and leave no more than there was', () => {
    const word = fc.constantFrom(
      'for',
      'two',
      'a',
      'family of',
      'couple',
      'my wife',
      'and I',
      'kids',
      'of us',
      'no',
      '3',
    )
    const text = fc.oneof(
      fc.array(word, { maxLength: 10 }).map((words) => words.join(' ')),
      fc.string(),
    )
    fc.assert(
      fc.property(text, (said) => {
        const { adults = 0, children = 0, left } = read(said)
        expect(adults).toBeGreaterThanOrEqual(0)
        expect(children).toBeGreaterThanOrEqual(0)
        expect(left.replace(/\W/g, '').length).toBeLessThanOrEqual(said.length)
      }),
    )
  })
})
