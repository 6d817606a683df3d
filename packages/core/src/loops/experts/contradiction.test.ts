import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contradicts, namesIn, numbersIn } from './contradiction.ts'

describe('contradicts', () => {
  it.each([
    ['It is 70.', 'It is 71.'],
    ['Built in 1952 by Ada.', 'Built in 1961 by Ada.'],
    ['It was Ada Lovelace.', 'It was Charles Babbage.'],
    ['Paris', 'Lyon'],
    ['Es ist Wien.', 'Es ist Graz.'],
  ])('is true of %j and %j', (one, other) => {
    expect(contradicts(one, other)).toBe(true)
    expect(contradicts(other, one)).toBe(true)
  })

  it.each([
    ['It is 70.', 'It is 70 years old, so the plate says.'],
    ['It is 1,000 m.', 'It is 1000 m long and 12 m wide.'],
    ['It was Ada Lovelace.', 'Lovelace did it.'],
    ['yes', 'no'],
    ['It is old.', 'There it is.'],
    ['It is 70.', 'Ada knows.'],
    ['', ''],
  ])('is false of %j and %j', (one, other) => expect(contradicts(one, other)).toBe(false))

  it('does not count what the question says', () => {
    expect(contradicts('In 1952 it was 70 m.', 'It was 70 m.', 'How long was it in 1952?')).toBe(false)
    expect(contradicts('The Bridge is by Ada.', 'Ada built the Bridge.', 'Who built the Bridge?')).toBe(false)
  })

  it('is the same both ways, and never true of a text and itself', () => {
    const text = fc
      .array(fc.constantFrom('1952', '7,5', 'Ada', 'Paris', 'is', 'The', '1.', '-3'), { maxLength: 6 })
      .map((all) => all.join(' '))
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(contradicts(one, other)).toBe(contradicts(other, one))
        expect(contradicts(one, one)).toBe(false)
      }),
    )
  })
})

describe('what is compared', () => {
  it.each([
    ['1,000', '1000'],
    ['1.000', '1000'],
    ['1,234,567.5', '1234567.5'],
    ['7,5', '7.5'],
    ['7.50', '7.5'],
    ['-3', '-3'],
    ['−3', '-3'],
    ['007', '7'],
    ['1.2.3.4', '1.2.3.4'],
  ])('is %s as the number %s', (text, number) => expect([...numbersIn(text)]).toEqual([number]))

  it('is no number of a list, nor of a name', () => {
    expect([...numbersIn('1. First\n2) Second\nB12')]).toEqual([])
  })

  it('is a name, but not how a sentence begins', () => {
    expect([...namesIn('The bridge is by Ada. It is in Århus.')]).toEqual(['ada', 'arhus'])
  })
})
