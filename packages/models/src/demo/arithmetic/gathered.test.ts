import { describe, expect, it } from 'vitest'
import { readGathered } from './gathered.ts'

describe('results that are gathered', () => {
  it.each([
    ['What are 17 * 6 and 14 * 3, and what is the sum of both?', ['17 * 6', '14 * 3'], '+'],
    ['Calculate 3 + 4, 5 + 6 and 7 + 8 and their product.', ['3 + 4', '5 + 6', '7 + 8'], '*'],
    ['What is 9 * 9? What is 8 * 8? What is the difference?', ['9 * 9', '8 * 8'], '-'],
  ])('`%s`', (text, expressions, symbol) => {
    const gathered = readGathered(text)
    expect(gathered?.problem.operands.map(({ expression }) => expression)).toEqual(expressions)
    expect(gathered?.symbol).toBe(symbol)
  })

  it.each([
    'What are 17 * 6 and 14 * 3?',
    'What is the sum of 3 and 4?',
    'What is 17 * 6 and the total?',
    'What are 1 + 1, 2 + 2 and 3 + 3, and what is the difference?',
    'Who commanded the Kittiwake, and what is the sum of both?',
  ])('`%s` gathers none', (text) => {
    expect(readGathered(text)).toBeUndefined()
  })
})
