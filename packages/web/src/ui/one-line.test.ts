import { describe, expect, it } from 'vitest'
import { oneLine } from './one-line.ts'

describe('a text on one line', () => {
  it('has single spaces in the place of breaks', () => {
    expect(oneLine('  one\n\n two\tthree ')).toBe('one two three')
  })

  it('is cut where there is no room for it', () => {
    expect(oneLine('one two three', 13)).toBe('one two three')
    expect(oneLine('one two three', 9)).toBe('one two…')
  })

  it('has no half of a sign at its end', () => {
    expect(oneLine('ab😀cd', 4).isWellFormed()).toBe(true)
  })
})
