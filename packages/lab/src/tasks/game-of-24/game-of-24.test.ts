import { describe, expect, it } from 'vitest'
import { hardLineSuccess, hardShare, isHard, lineShare } from './difficulty.ts'
import { solves } from './expression.ts'
import { canReach, movesFrom, termsOf } from './moves.ts'

/** Every game that can be won, with the share of blind lines that win it and how many ways there are to draw it. */
function allGames() {
  const upTo13 = (from: number) => Array.from({ length: 14 - from }, (_, at) => from + at)
  const hands = upTo13(1).flatMap((a) =>
    upTo13(a).flatMap((b) => upTo13(b).flatMap((c) => upTo13(c).map((d) => [a, b, c, d]))),
  )
  return hands.flatMap((numbers) => {
    const blind = lineShare(termsOf(numbers), 1)
    const counts = [...Map.groupBy(numbers, (each) => each).values()].map(({ length }) => [1, 1, 2, 6, 24][length]!)
    return blind === 0 ? [] : [{ numbers, blind, ways: 24 / counts.reduce((product, each) => product * each, 1) }]
  })
}

describe('the game of 24', () => {
  it.each([
    [[4, 9, 10, 13], true],
    [[1, 5, 5, 5], true],
    [[3, 3, 8, 8], true],
    [[1, 1, 1, 1], false],
    [[13, 13, 13, 7], false],
  ])('knows whether %j can be won: %s', (numbers, can) => expect(canReach(termsOf(numbers))).toBe(can))

  it.each([
    ['(13 - 9) * (10 - 4)', true],
    ['8 / (3 - 8 / 3)', false],
    ['(13 - 9) * (10 - 4) + 0', false],
    ['(13 - 9) * 6', false],
    ['(13 - 9) * (10 - 4', false],
    ['13 - 9 * 10 - 4', false],
    ['10 / (9 - 9)', false],
    ['', false],
    ['24', false],
  ])('reads %s: %s', (expression, isRight) => expect(solves(expression, [4, 9, 10, 13])).toBe(isRight))

  it('reckons exactly, where thirds are needed', () => expect(solves('8 / (3 - 8 / 3)', [3, 3, 8, 8])).toBe(true))

  it.each([
    [[4, 9, 10, 13], true],
    [[3, 3, 8, 8], true],
    [[4, 6, 1, 1], false],
    [[1, 1, 1, 1], false],
  ])('takes %j for a hard game: %s', (numbers, is) => expect(isHard(numbers)).toBe(is))

  it('knows what half of all games are harder than, and how many of those one line wins', () => {
    const games = allGames().sort((a, b) => a.blind - b.blind)
    const ways = (some: typeof games) => some.reduce((sum, game) => sum + game.ways, 0)
    expect(games).toHaveLength(1362)
    const harder = games.filter(({ blind }) => blind <= hardShare)
    expect(ways(games.filter(({ blind }) => blind < hardShare))).toBeLessThan(ways(games) / 2)
    expect(ways(harder)).toBeGreaterThanOrEqual(ways(games) / 2)
    const won = harder.reduce((sum, game) => sum + game.ways * lineShare(termsOf(game.numbers), 4), 0)
    expect(won / ways(harder)).toBeCloseTo(hardLineSuccess, 6)
  }, 120_000)

  it('does not mind how the numbers were dealt', () => {
    const texts = (numbers: readonly number[]) => movesFrom(termsOf(numbers)).map(({ text }) => text)
    expect(texts([3, 2, 8, 2])).toEqual(texts([2, 2, 3, 8]))
  })

  it('makes each move once, and leaves one number fewer', () => {
    const moves = movesFrom(termsOf([2, 2, 3]))
    expect(new Set(moves.map(({ text }) => text)).size).toBe(moves.length)
    expect(moves.every(({ left }) => left.length === 2)).toBe(true)
    expect(moves.map(({ text }) => text)).toContain('2 - 3 = -1 (left: 2, -1)')
  })
})
