import { describe, expect, it } from 'vitest'
import { othersOf } from './other-watchers.ts'

const watchers = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).map(([name, streams]) => ({ name, streams }))

describe('who else watches', () => {
  it.each([
    [{}, undefined],
    [{ browser: 1 }, undefined],
    [{ browser: 2 }, '1 other page watches'],
    [{ browser: 3 }, '2 other pages watch'],
    [{ browser: 1, 'key:laptop': 1 }, 'laptop watches'],
    [{ browser: 2, 'key:laptop': 1, 'key:phone': 4 }, 'laptop, phone and 1 other page watch'],
  ])('of %j is told as: %s', (counts, words) => expect(othersOf(watchers(counts), 'browser')).toBe(words))
})
