import { describe, expect, it } from 'vitest'
import { nextHop } from './hops.ts'

describe('nextHop', () => {
  it.each([
    [
      'Who founded the town that supplied the stone of the Long Bridge?',
      'Which town supplied the stone of the Long Bridge?',
      'Who founded the X?',
    ],
    ['Who taught the woman who painted the Blue Door?', 'Who painted the Blue Door?', 'Who taught X?'],
    ['Where lies the mine that Otto Berg owned?', 'Which mine is it that Otto Berg owned?', 'Where lies the X?'],
    ['Who led the school where Ada Lind worked?', 'Which school is it where Ada Lind worked?', 'Who led the X?'],
    ['How old is the mill designed by Otto Berg?', 'Which mill was designed by Otto Berg?', 'How old is the X?'],
    [
      'In which year did the designer of the Long Bridge die?',
      'Who was the designer of the Long Bridge?',
      'In which year did X die?',
    ],
    ["Where did Ada Lind's mother live?", 'Who was the mother of Ada Lind?', 'Where did X live?'],
  ])('%s', (question, inner, outer) => {
    const hop = nextHop(question)
    expect([hop?.inner, hop?.outer('X')]).toEqual([inner, outer])
  })

  it.each([
    ['Where was the person who designed the Light born?', 'Who designed the Light?', 'Where was X born?'],
    [
      'When was the bridge that Otto Berg designed opened?',
      'Which bridge is it that Otto Berg designed?',
      'When was the X opened?',
    ],
    ['In which year did the man who led the strike die?', 'Who led the strike?', 'In which year did X die?'],
    [
      'Under whom did the woman who built the Gannet serve for a year?',
      'Who built the Gannet?',
      'Under whom did X serve for a year?',
    ],
    ['Where is the bridge that Otto Berg designed?', 'Which bridge is it that Otto Berg designed?', 'Where is the X?'],
    ['Who was the man who built the mill that burned?', 'Which mill burned?', 'Who was the man who built the X?'],
  ])('leaves the verb of `%s` outside', (question, inner, outer) => {
    const hop = nextHop(question)
    expect([hop?.inner, hop?.outer('X')]).toEqual([inner, outer])
  })

  it('begins with what is described innermost', () => {
    const hop = nextHop('Who bought the mill that fed the town that burned in 1850?')
    expect(hop?.inner).toBe('Which town burned in 1850?')
    expect(nextHop(hop?.outer('Old Town') ?? '')?.inner).toBe('Which mill fed the Old Town?')
  })

  it('begins with who did it where that is described, too', () => {
    expect(nextHop('How long is the pier built by the sister of Otto Berg?')?.inner).toBe(
      'Who was the sister of Otto Berg?',
    )
  })

  it.each([
    'Who founded the Long Bridge Company?',
    'Who was the founder of the Long Bridge Company?',
    'What is 17 * 6?',
    '',
  ])('finds nothing described in `%s`', (question) => {
    expect(nextHop(question)).toBeUndefined()
  })

  it('comes to an end with any long question', () => {
    for (const piece of ['the man who ', 'the yard built by ', 'the mother of the ', 'the '])
      expect(nextHop(`Who knew ${piece.repeat(500)}?`)?.inner ?? '').toBeTypeOf('string')
  })
})
