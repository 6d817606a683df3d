import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readNumberWords } from './number-words.ts'

describe('readNumberWords', () => {
  it.each([
    ['seventeen', 17],
    ['twenty-five', 25],
    ['a hundred', 100],
    ['one hundred and five', 105],
    ['nine hundred ninety-nine thousand', 999_000],
    ['two million and three thousand', 2_003_000],
    ['zero', 0],
  ])('reads `%s` as %d', (text, value) => {
    expect(readNumberWords(text, 0)).toEqual({ value, length: text.length })
  })

  it.each([
    ['one two', 1, 'one'],
    ['twenty eleven', 20, 'twenty'],
    ['five-three', 5, 'five'],
    ['one hundred and a half', 100, 'one hundred'],
    ['six apples', 6, 'six'],
  ])('stops in `%s` where no number goes on', (text, value, read) => {
    expect(readNumberWords(text, 0)).toEqual({ value, length: read.length })
  })

  it.each(['apples', 'a cat', 'and', 'hundred', 'onerous', ''])('reads no number in `%s`', (text) => {
    expect(readNumberWords(text, 0)).toBeUndefined()
  })

  it('reads every number below a billion', () => {
    fc.assert(
      fc.property(fc.nat(999_999_999), (value) => {
        expect(readNumberWords(spelled(value), 0)?.value).toBe(value)
      }),
    )
  })
})

const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'

function spelled(value: number): string {
  if (value < 20) return ones.split(' ')[value] ?? ''
  if (value < 100) return `${tens.split(' ')[Math.floor(value / 10) - 2]}${rest('-', value % 10)}`
  const [size, name] = (
    [
      [1e6, 'million'],
      [1e3, 'thousand'],
      [100, 'hundred'],
    ] as const
  ).find(([each]) => value >= each)!
  return `${spelled(Math.floor(value / size))} ${name}${rest(' ', value % size)}`
}

function rest(joint: string, value: number): string {
  return value === 0 ? '' : joint + spelled(value)
}
