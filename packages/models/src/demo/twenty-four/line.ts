/** A line of thoughts read as moves: where it has come to, or where it went wrong. */
import { isSameRational, type Rational, readRational } from './fractions.ts'
import { type Move, moveTo } from './moves.ts'
import type { Puzzle } from './puzzle.ts'

export type Line = { readonly moves: readonly Move[]; readonly left: readonly Rational[]; readonly fault?: string }

export function readLine({ numbers }: Puzzle, steps: readonly string[]): Line {
  const moves: Move[] = []
  let left = numbers
  for (const step of steps) {
    const move = readMove(left, step)
    if (!move) return { moves, left, fault: `\`${step}\` is no move with ${left.length} numbers left` }
    moves.push(move)
    left = move.rest
  }
  return { moves, left }
}

/** The numbers that a step says are left decide; what it says of the result has to fit them. */
function readMove(numbers: readonly Rational[], step: string): Move | undefined {
  const [, said = '', rest] = /=\s*(\(?-?\d+(?:\/\d+)?\)?)[^=]*\(left:([^)]*(?:\)[^)]*)?)\)\s*\.?\s*$/.exec(step) ?? []
  const left = rest?.split(',').map(readRational)
  if (!left?.every((number) => number !== undefined)) return undefined
  const result = readRational(said)
  const move = moveTo(numbers, left)
  return move && result && left.some((number) => isSameRational(number, result)) ? move : undefined
}
