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

  it.each([
    'Please tell me what 3 + 4 is, thanks',
    'Hello! Could you quickly calculate 3 + 4 for me?',
    'I would like to know: how much is 3 + 4?',
    'What is the result of 3 + 4? Use the calculator.',
    'Answer in one word: 3 + 4',
  ])('needs no other words than those that ask: `%s`', (text) => {
    expect(shown(readProblem(text, undefined))).toEqual({ operands: ['3 + 4'] })
  })

  it.each([
    'Convert 5 km to miles, then multiply the result by 2.',
    'Find the year Rome was founded, add 10 and multiply the result by 2.',
    'Who commanded the Kittiwake, and what is 3 + 4?',
    'What is 3 + 4? Why?',
    'What is 3 + 4 in French?',
    'In 1931, what is 17 * 6?',
    'Anna has 3 + 4 apples and eats 2.',
    'Solve 2x + 3 * 4 for x.',
    'Add 3 + 4 to the list.',
    'Which is larger and older, 2^10 or 1000?',
    'Which is larger and which is smaller, 2^10 or 1000?',
    'How much larger is 2^10 than 1000?',
    'Is 3 + 4 at least 7?',
    'Is 3 + 4 not equal to 7?',
  ])('claims nothing of which it would drop a part: `%s`', (text) => {
    expect(readProblem(text, undefined)).toBeUndefined()
  })

  it('claims nothing that goes on into words it does not know', () => {
    expect(readProblem('And times 2 in miles?', 102)).toBeUndefined()
  })

  it('finds no problem in a number', () => {
    expect(readProblem('Tell me about 42.', 7)).toBeUndefined()
  })
})
