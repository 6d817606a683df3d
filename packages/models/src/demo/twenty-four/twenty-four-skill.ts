/** The Game of 24: played with little foresight, judged exactly. */
import type { Judgement, NextThought, Rating, Skill } from '../skill.ts'
import { expressionIn, expressionOf, faultOf } from './expression.ts'
import { showRational } from './fractions.ts'
import { greedyMoves, rankedMoves } from './guess.ts'
import { type Line, readLine } from './line.ts'
import { writeMove } from './moves.ts'
import { type Puzzle, readPuzzle } from './puzzle.ts'
import { isReachable } from './solver.ts'

export const twentyFourSkill: Skill = {
  judge(task, answer) {
    const puzzle = readPuzzle(task)
    return puzzle && judged(puzzle, answer)
  },

  think(task, steps, { branch, others }) {
    const puzzle = readPuzzle(task)
    if (!puzzle) return undefined
    const line = readLine(puzzle, steps)
    if (!isPossible(puzzle)) return { text: answerFrom(puzzle, line), isAnswer: true }
    if (line.left.length === 1 || line.fault !== undefined) return { text: answerFrom(puzzle, line), isAnswer: true }
    const thoughts = rankedMoves(line.left, puzzle.target).map(writeMove)
    const free = thoughts.filter((thought, index) => index + 1 >= branch && !others.includes(thought))
    return { text: free[0] ?? thoughts[0] ?? '', isAnswer: false } satisfies NextThought
  },

  rate(task, steps, candidate) {
    const puzzle = readPuzzle(task)
    return puzzle && rated(puzzle, steps, candidate)
  },
}

function judged(puzzle: Puzzle, answer: string): Judgement {
  const expression = expressionIn(answer)
  if (expression !== undefined) {
    const fault = faultOf(expression, puzzle)
    if (fault === undefined) return { isRight: true, reason: `\`${expression}\` is right: every number is used once.` }
    return { isRight: false, reason: `It is wrong: ${fault}.` }
  }
  if (isPossible(puzzle)) return { isRight: false, reason: 'It has no expression, and there is one.' }
  return { isRight: /\b(?:no|not|none|impossible|cannot)\b/i.test(answer), reason: 'There is no way to do it.' }
}

/** All ways are tried for this, where an answer takes only those that look best. */
function isPossible({ numbers, target }: Puzzle): boolean {
  return isReachable(numbers, target)
}

function rated(puzzle: Puzzle, steps: readonly string[], candidate: string): Rating {
  if (!/\(left:/.test(candidate)) {
    const { isRight, reason } = judged(puzzle, candidate)
    return { score: isRight ? 10 : 0, reason }
  }
  const { left, fault } = readLine(puzzle, [...steps, candidate])
  if (fault !== undefined) return { score: 0, reason: `${fault}.` }
  const shown = `${left.map(showRational).join(', ')}`
  return isReachable(left, puzzle.target)
    ? { score: 10, reason: `${showRational(puzzle.target)} can be made from ${shown}.` }
    : { score: 0, reason: `${showRational(puzzle.target)} cannot be made from ${shown}.` }
}

/** Where moves lead that are taken as they look best, from where a line stands. */
export function answerFrom(puzzle: Puzzle, { moves, left }: Line): string {
  const { numbers, target } = puzzle
  const after = greedyMoves(left, target)
  const wanted = showRational(target)
  if (after) return `${expressionOf(numbers, [...moves, ...after])} = ${wanted}`
  const given = numbers.map(showRational).join(', ')
  if (!isPossible(puzzle)) return `There is no way to make ${wanted} from ${given}: I tried them all.`
  return `I found no way to make ${wanted} from ${given}. I took the moves that looked best and did not try them all, so there may be one.`
}
