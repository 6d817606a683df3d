import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { StopTexts } from './stop-texts.ts'

function read(pieces: readonly string[], stops: readonly string[]): string {
  const reader = new StopTexts(stops)
  return pieces.map((piece) => reader.take(piece)).join('') + reader.rest()
}

describe('StopTexts', () => {
  it('hands a text out at once when it cannot be the beginning of a stop text', () => {
    const reader = new StopTexts(['STOP'])
    expect(reader.take('Hello S')).toBe('Hello ')
    expect(reader.take('un')).toBe('Sun')
  })

  it('ends at a stop text that comes in pieces', () => {
    expect(read(['look\nObs', 'ervation', ': it', ' is'], ['\nObservation:'])).toBe('look')
  })

  it('ends at the first of several', () => {
    expect(read(['a END b STOP'], ['STOP', 'END'])).toBe('a ')
  })

  it('ends at the one that is complete first', () => {
    expect(read(['abba'], ['abba', 'b'])).toBe('a')
    expect(read(['a', 'b', 'ba'], ['abba', 'b'])).toBe('a')
    expect(read(['ab'], ['b', 'ab'])).toBe('')
  })

  it('gives the same however the text is cut', () => {
    const letters = fc.stringMatching(/^[ab]{0,6}$/)
    const stops = fc.array(fc.stringMatching(/^[ab]{1,4}$/), { maxLength: 3 })
    fc.assert(
      fc.property(fc.array(letters), stops, (pieces, all) => {
        expect(read(pieces, all)).toBe(read([pieces.join('')], all))
      }),
    )
  })

  it('leaves a text alone that holds no stop text', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (pieces) => read(pieces, ['\u0000']) === pieces.join('').split('\u0000')[0]),
    )
  })
})
