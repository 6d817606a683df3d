import { describe, expect, it } from 'vitest'
import { sizeFault } from './bounded-read.ts'

describe('sizeFault', () => {
  it.each([
    [209_715_200, 33_554_432, 'it has 200 MB; the limit is 32 MB'],
    [2048, 1536, 'it has 2 kB; the limit is 1.5 kB'],
    [1024, 12, 'it has 1 kB; the limit is 12 bytes'],
    [33_554_433, 33_554_432, 'it has 33554433 bytes; the limit is 33554432 bytes'],
  ])('says of %i bytes and %i: %s', (size, limit, said) => {
    expect(sizeFault(size, limit)).toBe(said)
  })
})
