import { describe, expect, it } from 'vitest'
import { shownCost, shownCount, shownTime } from './amounts.ts'

describe('amounts', () => {
  it.each([
    [0, '0 ms'],
    [340, '340 ms'],
    [2140, '2.1 s'],
    [59_949, '59.9 s'],
    [59_950, '1 m 00 s'],
    [185_000, '3 m 05 s'],
    [7_620_000, '2 h 07 m'],
  ])('shows %i ms as %s', (ms, text) => {
    expect(shownTime(ms)).toBe(text)
  })

  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1k'],
    [1234, '1.2k'],
    [9960, '10k'],
    [34_400, '34k'],
    [999_600, '1M'],
    [1_540_000, '1.5M'],
  ])('shows %i tokens as %s', (count, text) => {
    expect(shownCount(count)).toBe(text)
  })

  it.each([
    [null, '$?'],
    [0, '$0'],
    [0.00412, '$0.0041'],
    [0.05, '$0.05'],
    [1.254, '$1.25'],
  ])('shows a cost of %s as %s', (costUsd, text) => {
    expect(shownCost(costUsd)).toBe(text)
  })
})
