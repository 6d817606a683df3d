import { describe, expect, it } from 'vitest'
import { haveAbove, speakOf } from './on-subject.ts'

const long = (text: string) => `${text} and stone, brick, iron, timber, sand, slate, glass, rope`

describe('texts', () => {
  it.each([
    ['The lights of the Sound', ['A light.']],
    ['The opera houses of Vienna', ['A house.', 'The opera of Vienna.']],
    ['bridges and causeways', ['A bridge.']],
    ['How did the people of the Sound light, cross and power their waters?', ['A lamp and a light.']],
    ['What is the economy of Aldery based on?', ['A quarry.']],
    ['Who built the Hob Skerry Light?', ['rock', 'light', 'The Skerry Light is high'].map(long)],
  ])('speak of `%s`: %j', (task, texts) => {
    expect(speakOf(texts, task)).toBe(true)
  })

  it.each([
    ['The opera houses of Vienna', ['A house.']],
    ['How quantum computers work', ['The computers were two sisters.']],
    ['The lights of Vienna', ['light', 'lamp', 'tower'].map(long)],
    ['The Great Wall of China', ['Great Carrow has walls', 'a wall', 'a great one'].map(long)],
  ])('do not speak of `%s`: %j', (task, texts) => {
    expect(speakOf(texts, task)).toBe(false)
  })

  it('have a heading above them that is a name of several words, or one that the task has', () => {
    const task = 'Where did the people of Tresk work?'
    expect(haveAbove(['Greyhalt Quarry › Stone'], 'Greyhalt Quarry', task)).toBe(true)
    expect(haveAbove(['Tresk › Work'], 'Tresk', task)).toBe(true)
    expect(haveAbove(['The Iodine House'], 'The house', task)).toBe(false)
    expect(haveAbove(['Greyhalt Stone'], 'Greyhalt Quarry', task)).toBe(false)
  })
})
