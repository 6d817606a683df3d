import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attacks } from '../../../../../test/fixtures/injection/load.ts'
import { suspicionsIn } from './find.ts'
import { isOrdinary } from './ordinary.ts'

describe('the quick test', () => {
  it.each(['', 'The barn owl hunts at night by ear.', 'One, two; three: four! Five? (Six) seven/eight\nnine'])(
    'passes %j',
    (text) => {
      expect(isOrdinary(text)).toBe(true)
    },
  )

  it.each([
    ['a word of the lists', 'they ignore'],
    ['a word of the lists at the end', 'see instructions'],
    ['a phrase of the lists', 'pay  no\nattention to'],
    ['markup', 'a <b'],
    ['another alphabet', 'été'],
    ['an invisible letter', 'a\u200bb'],
    ['a control character', 'a\u0007b'],
    ['an escape', 'a%20b'],
    ['a long word', 'abcdefghijklmnopqrstuvwxyz'],
    ['letters one by one', 'p q r s t u v w x y z'],
    ['a broken word', 'a pre-\nvious'],
    ['a name with a dot', 'the .env'],
    ['a picture', 'a ![b'],
  ])('leaves %s to the rest', (_, text) => {
    expect(isOrdinary(text)).toBe(false)
  })

  it('passes no attack of the corpus', () => {
    expect(attacks.filter(({ text }) => isOrdinary(text))).toEqual([])
  })

  it('passes nothing that the rules suspect', () => {
    const words = [
      'ignore',
      'prior',
      'orders',
      'instructions',
      'you',
      'your',
      'are',
      'now',
      'system',
      'prompt',
      'the',
      'a',
      'to',
      'at',
      'is',
    ]
    const more = [
      'AI',
      'tell',
      'user',
      'dog',
      'owl',
      'i',
      'g',
      'n',
      'o',
      'r',
      'e',
      '.',
      ',',
      ':',
      '-',
      '\n',
      "'s",
      '*',
      '/',
      '+',
      'vtaber',
    ]
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...words, ...more), { maxLength: 30 }),
        fc.constantFrom(' ', '', '  '),
        (all, between) => {
          const text = all.join(between)
          if (isOrdinary(text)) expect(suspicionsIn(text)).toEqual([])
        },
      ),
      { numRuns: 3000 },
    )
  })
})
