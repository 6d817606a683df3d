import { evaluateArithmetic } from '@gyre/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readChain } from './chain.ts'

describe('readChain', () => {
  it.each([
    ['Add 17 and 25, multiply the result by 3, then subtract 26.', '(17 + 25) * 3 - 26'],
    ['Start with 17. Double it. Subtract 4, then divide by 5.', '(2 * 17 - 4) / 5'],
    ['Add 5 and 6 and multiply the result by 1,200', '(5 + 6) * 1200'],
    ['Work out 17 * 6, then add 14 to it.', '17 * 6 + 14'],
    ['Take 12; add 5; square it', '(12 + 5)^2'],
  ])('reads `%s` as `%s`', (text, expression) => {
    expect(readChain(text)).toBe(expression)
  })

  it('goes on from what was worked out before', () => {
    expect(readChain('Multiply by 3, then subtract 26.', 102)).toBe('102 * 3 - 26')
  })

  it.each([
    'What is 17 * 6?',
    'What is 2 + 2, 3 * 3 and ten minus four?',
    'What is 3 + 4? Why?',
    'In 1931, what is 17 * 6?',
    'Hello, add 3 to 4.',
    '',
  ])('leaves `%s` alone', (text) => {
    expect(readChain(text)).toBeUndefined()
  })

  it('keeps the value of any chain', () => {
    const link = fc.tuple(
      fc.constantFrom('add', 'subtract', 'multiply by', 'divide by'),
      fc.integer({ min: 1, max: 99 }),
    )
    fc.assert(
      fc.property(fc.nat(999), fc.array(link, { minLength: 1, maxLength: 6 }), (first, links) => {
        const text = `Start with ${first}, ${links.map((each) => each.join(' ')).join(', then ')}.`
        const value = links.reduce((sum, [verb, number]) => worked(verb, sum, number), first)
        expect(evaluateArithmetic(readChain(text) ?? '')).toBeCloseTo(value, 6)
      }),
    )
  })
})

function worked(verb: string, value: number, by: number): number {
  if (verb === 'add') return value + by
  if (verb === 'subtract') return value - by
  return verb === 'multiply by' ? value * by : value / by
}
