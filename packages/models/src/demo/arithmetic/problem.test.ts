import { describe, expect, it } from 'vitest'
import { type Problem, readProblem } from './problem.ts'

const shown = (problem: Problem | undefined) =>
  problem && { ...problem, operands: problem.operands.map(({ expression }) => expression) }

describe('readProblem', () => {
  it('takes an expression that is there twice once', () => {
    expect(shown(readProblem('17 * 6. I mean 17*6.', undefined))).toEqual({ operands: ['17 * 6'] })
  })

  it.each([
    ['Which is larger, 2^10 or 10^3?', { operands: ['2^10', '10^3'], relation: 'larger' }],
    ['Which one is smaller: 1024 or 2 * 500?', { operands: ['1024', '2 * 500'], relation: 'smaller' }],
    ['Is 2^10 greater than 1000?', { operands: ['2^10', '1000'], relation: 'larger', isClaim: true }],
    ['Is 17 * 6 = 102?', { operands: ['17 * 6', '102'], relation: 'equal', isClaim: true }],
    ['True or false: 2 + 2 equals 5', { operands: ['2 + 2', '5'], relation: 'equal', isClaim: true }],
    ['What is 17 * 6 = ?', { operands: ['17 * 6'] }],
  ])('reads `%s`', (text, problem) => {
    expect(shown(readProblem(text, undefined))).toEqual(problem)
  })

  it('goes on from what was worked out before', () => {
    expect(shown(readProblem('And times 2?', 102))).toEqual({ operands: ['102 * 2'] })
    expect(readProblem('And times 2?', undefined)).toBeUndefined()
  })

  it('finds no problem in a number', () => {
    expect(readProblem('Tell me about 42.', 7)).toBeUndefined()
  })
})
