import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isHeavy } from './data-weight.ts'

const nested = (depth: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value }
  return value
}

it.each<[string, unknown, boolean]>([
  ['nothing', undefined, false],
  ['null', null, false],
  ['a number', 1e300, false],
  ['a text of a million characters', 'x'.repeat(999_990), false],
  ['a longer text', 'x'.repeat(1_000_001), true],
  ['a list of texts', Array.from({ length: 2_000 }, () => 'x'.repeat(490)), false],
  ['a longer list of texts', Array.from({ length: 2_100 }, () => 'x'.repeat(490)), true],
  ['a very long list', new Array(5_000_000).fill(0), true],
  ['an object of many fields', Object.fromEntries(Array.from({ length: 90_000 }, (_, n) => [`key${n}`, n])), true],
  ['what is nested 200 levels deep', nested(200), false],
  ['what is nested 300 levels deep', nested(300), true],
])('%s: %3$s', (_, data, expected) => {
  expect(isHeavy(data)).toBe(expected)
})

it('is not what is short as JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 10 }), (data) => {
      expect(isHeavy(data)).toBe(false)
    }),
  )
})
