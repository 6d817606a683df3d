import { describe, expect, it } from 'vitest'
import { overlap } from './use-free-edge.ts'

const box = (left: number, top: number) => ({ left, top, right: left + 10, bottom: top + 10 })

describe('two boxes', () => {
  it.each([
    [box(0, 0), box(5, 5), true],
    [box(0, 0), box(0, 0), true],
    [box(0, 0), box(10, 0), false],
    [box(0, 0), box(0, 10), false],
    [box(0, 0), box(30, 5), false],
  ])('%j and %j overlap: %s', (one, other, expected) => {
    expect([overlap(one, other), overlap(other, one)]).toEqual([expected, expected])
  })
})
