import { describe, expect, it } from 'vitest'
import { readPuzzle } from './puzzle.ts'

const read = (text: string) => {
  const puzzle = readPuzzle(text)
  return puzzle && [puzzle.numbers.map(({ top }) => top), puzzle.target.top]
}

describe('readPuzzle', () => {
  it.each([
    ['Use 4, 9, 10 and 13 to make 24.', [[4, 9, 10, 13], 24]],
    ['Make 24 from 4 9 10 13', [[4, 9, 10, 13], 24]],
    ['Game of 24: 4 9 10 13', [[4, 9, 10, 13], 24]],
    ['Use the numbers 3, 3, 8, 8 and + - * / to get 24, each once.', [[3, 3, 8, 8], 24]],
    ['Reach 100 with the numbers 2, 5, 10, 25 and 50', [[2, 5, 10, 25, 50], 100]],
    ['How can you make 24 from 4, 9, 10 and 13? Please use each of the numbers exactly once.', [[4, 9, 10, 13], 24]],
    ['Using the digits 1, 2 and 3, form 9.', [[1, 2, 3], 9]],
  ])('%s', (text, puzzle) => {
    expect(read(text)).toEqual(puzzle)
  })

  it.each([
    'What is 17 * 6 + 14?',
    'Add 3, 4 and 5.',
    'Add 3, 4 and 5 to get 12.',
    'The numbers 3, 4 and 5 are small.',
    'Use 4 and 6 to make 24.',
    'Make tea for 4, 5 or 6 people.',
    'Use 4, 9, 10 and 13 to make 24, then multiply the result by 2.',
    'Use 4, 9, 10 and 13 to make 24. Who invented the game?',
    'What is the sum of 2, 3 and 4?',
    '',
  ])('leaves `%s` alone', (text) => {
    expect(read(text)).toBeUndefined()
  })
})
