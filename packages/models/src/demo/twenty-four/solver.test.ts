import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expressionOf, faultOf } from './expression.ts'
import {
  arithmeticSymbols,
  combineRationals,
  type Rational,
  readRational,
  showRational,
  wholeRational,
} from './fractions.ts'
import { greedyMoves, rankedMoves } from './guess.ts'
import { movesFrom, writeMove } from './moves.ts'
import { isReachable, solve } from './solver.ts'

const cards = fc.array(fc.integer({ min: 1, max: 13 }), { minLength: 3, maxLength: 4 })
const target = wholeRational(24)

describe('the solver of the Game of 24', () => {
  it('finds the 1362 puzzles of four cards that can be solved', () => {
    const from = (least: number) => Array.from({ length: 14 - least }, (_, index) => least + index)
    const pairs = from(1).flatMap((a) => from(a).map((b) => [a, b]))
    const puzzles = pairs.flatMap((low) =>
      pairs.filter(([c = 0]) => c >= (low[1] ?? 0)).map((high) => [...low, ...high]),
    )
    expect(puzzles).toHaveLength(1820)
    const solvable = puzzles.filter((numbers) => isReachable(numbers.map(wholeRational), target)).length
    expect(solvable).toBe(1362)
  })

  it.each([
    [[3, 3, 8, 8], '8 / (3 - 8 / 3)'],
    [[1, 5, 5, 5], '5 * (5 - 1 / 5)'],
  ])('knows fractions: %j', (numbers, expression) => {
    const puzzle = { numbers: numbers.map(wholeRational), target }
    const moves = solve(puzzle.numbers, target)
    expect(faultOf(expressionOf(puzzle.numbers, moves ?? []), puzzle)).toBeUndefined()
    expect(faultOf(expression, puzzle)).toBeUndefined()
  })

  it('says so when there is no way', () => {
    const numbers = [1, 1, 1, 1].map(wholeRational)
    expect([isReachable(numbers, target), solve(numbers, target)]).toEqual([false, undefined])
  })

  it('solves five numbers and other targets', () => {
    const puzzle = { numbers: [3, 7, 11, 13, 19].map(wholeRational), target: wholeRational(999) }
    expect(faultOf(expressionOf(puzzle.numbers, solve(puzzle.numbers, puzzle.target) ?? []), puzzle)).toBeUndefined()
  })

  it('gives moves that are right wherever it says that there are some', () => {
    fc.assert(
      fc.property(cards, fc.integer({ min: 0, max: 60 }), (given, aim) => {
        const puzzle = { numbers: given.map(wholeRational), target: wholeRational(aim) }
        const moves = solve(puzzle.numbers, puzzle.target)
        expect(moves !== undefined).toBe(isReachable(puzzle.numbers, puzzle.target))
        if (moves) expect(faultOf(expressionOf(puzzle.numbers, moves), puzzle)).toBeUndefined()
      }),
    )
  })

  it('can reach whatever some moves come to', () => {
    fc.assert(
      fc.property(cards, fc.array(fc.nat(), { minLength: 3, maxLength: 3 }), (given, picks) => {
        let left: readonly Rational[] = given.map(wholeRational)
        for (const pick of picks.slice(0, given.length - 1)) {
          const moves = movesFrom(left)
          left = moves[pick % moves.length]?.rest ?? left
        }
        expect(isReachable(given.map(wholeRational), left[0] ?? target)).toBe(true)
      }),
    )
  })
})

describe('guessing', () => {
  it('sees the end when three numbers are left, and not before', () => {
    expect(rankedMoves([4, 4, 10].map(wholeRational), target).slice(0, 1).map(writeMove)).toEqual([
      '10 - 4 = 6 (left: 4, 6)',
    ])
    expect(greedyMoves([3, 3, 8, 8].map(wholeRational), target)).toBeUndefined()
  })

  it('is right when it comes to an end', () => {
    fc.assert(
      fc.property(cards, (given) => {
        const puzzle = { numbers: given.map(wholeRational), target }
        const moves = greedyMoves(puzzle.numbers, target)
        if (moves) expect(faultOf(expressionOf(puzzle.numbers, moves), puzzle)).toBeUndefined()
      }),
    )
  })
})

describe('fractions', () => {
  const rational = fc
    .tuple(fc.integer({ min: -999, max: 999 }), fc.integer({ min: 1, max: 99 }))
    .map(([top, bottom]) => {
      return combineRationals('/', wholeRational(top), wholeRational(bottom)) ?? wholeRational(0)
    })

  it('are exact, and read as they are written', () => {
    fc.assert(
      fc.property(rational, rational, (a, b) => {
        expect(readRational(showRational(a))).toEqual(a)
        expect(combineRationals('-', combineRationals('+', a, b) ?? a, b)).toEqual(a)
        if (b.top !== 0) expect(combineRationals('*', combineRationals('/', a, b) ?? a, b)).toEqual(a)
      }),
    )
  })

  it('have no value for a division by zero', () => {
    expect(
      arithmeticSymbols.map((symbol) => combineRationals(symbol, wholeRational(1), wholeRational(0)) === undefined),
    ).toEqual([false, false, false, true])
  })
})
