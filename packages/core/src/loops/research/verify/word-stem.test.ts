import { describe, expect, it } from 'vitest'
import { stemOf } from './word-stem.ts'

describe('stemOf', () => {
  it.each([
    ['passenger', 'passengers'],
    ['worker', 'workers'],
    ['keeper', 'keepers'],
    ['number', 'numbers'],
    ['member', 'members'],
    ['family', 'families'],
    ['supply', 'supplies'],
    ['supply', 'supplied'],
    ['garden', 'gardens'],
    ['stop', 'stopped'],
    ['ferry', 'ferries'],
    ['arbeiter', 'arbeitern'],
  ])('is one for %s and %s', (one, other) => {
    expect(stemOf(one)).toBe(stemOf(other))
  })

  it.each([
    ['ship', 'sheep'],
    ['number', 'member'],
    ['tower', 'power'],
  ])('is not one for %s and %s', (one, other) => {
    expect(stemOf(one)).not.toBe(stemOf(other))
  })
})
