import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editDistance, nearestNames, suggestion } from './nearest.ts'

const loops = ['direct', 'cot', 'react', 'reflexion', 'research']

describe('the nearest names', () => {
  it.each([
    ['raect', ['react']],
    ['REACT', ['react']],
    ['reac', ['react']],
    ['ref', ['reflexion']],
    ['ct', ['cot']],
    ['banana', []],
  ])('of %s are %j', (written, near) => {
    expect(nearestNames(written, loops)).toEqual(near)
  })

  it('begin with the name itself, and none is further off than one letter more', () => {
    expect(nearestNames('tool-c', ['tool-a', 'tool-b', 'tool-c', 'toll-d'])).toEqual(['tool-c', 'tool-a', 'tool-b'])
    expect(nearestNames('tool-c', ['toll-d', 'tool-c'])).toEqual(['tool-c'])
  })

  it('find a name with one letter changed, left out or swapped', () => {
    const name = fc.stringMatching(/^[a-z]{4,20}$/)
    fc.assert(
      fc.property(name, fc.nat(), fc.constantFrom('change', 'drop', 'swap'), (meant, seed, kind) => {
        const at = seed % (meant.length - 1)
        const [a = '', b = ''] = [meant[at], meant[at + 1]]
        const middle = { change: `#${b}`, drop: b, swap: `${b}${a}` }[kind]
        const written = meant.slice(0, at) + middle + meant.slice(at + 2)
        expect(nearestNames(written, ['0000', meant, '1111'])).toEqual([meant])
      }),
    )
  })
})

describe('a suggestion', () => {
  it('names what was meant, else what there is', () => {
    expect(suggestion('raect', loops)).toBe('did you mean `react`?')
    expect(suggestion('banana', ['direct', 'cot'])).toBe('there are `direct`, `cot`.')
    expect(suggestion('banana', [])).toBe('there are none.')
  })

  it('lists no more than twelve', () => {
    const many = Array.from({ length: 14 }, (_, index) => `n${index}`)
    expect(suggestion('banana', many)).toMatch(/`n11` and 2 more\.$/)
  })
})

describe('the distance of two words', () => {
  it.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['abc', 'acb', 1],
    ['kitten', 'sitting', 3],
  ])('from %s to %s is %i', (from, to, slips) => {
    expect(editDistance(from, to)).toBe(slips)
  })

  it('is the same both ways, and 0 only for equal words', () => {
    const word = fc.string({ maxLength: 8 })
    fc.assert(
      fc.property(word, word, (one, other) => {
        expect(editDistance(one, other)).toBe(editDistance(other, one))
        expect(editDistance(one, other) === 0).toBe(one === other)
      }),
    )
  })
})
