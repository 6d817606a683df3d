import type { Reading } from '@gyre/models/demo'
import { describe, expect, it } from 'vitest'
import { competence } from '../competence.ts'
import { oddsOf } from '../simulation/odds.ts'
import { gameOf24 } from '../tasks/game-of-24/game-of-24.ts'
import { readCourse } from '../tasks/read-course.ts'
import { judgeScore } from './judge.ts'
import { thoughtOf } from './seen.ts'

const { goal } = gameOf24().task(1, 0)
const course = readCourse(goal)!
/** The three moves that win. */
const moves: string[] = []
for (let part = 0; part < 3; part += 1) moves.push(course.next(part, moves).right(0))
const lines = moves.map((move, part) => thoughtOf(part, move))

/** What a judge that takes right for wrong, and wrong for right, makes of a candidate. */
function scored(candidate: string, thoughts: readonly string[], check: number): number {
  const material = { task: goal, thoughts: thoughts.join('\n'), candidate }
  const reading = { purpose: 'score', material, questions: [] } as unknown as Reading
  const odds = oddsOf(competence({ alpha: 0, beta: 1, check }), {
    seed: 1,
    task: course.id,
    path: 'score#1',
    prompt: 1,
  })
  const judged = judgeScore.err!(judgeScore.decide(reading)!, reading, odds)
  return judged.kind === 'score' ? judged.score : Number.NaN
}

describe('a judge that errs every time', () => {
  it.each([0, 1, 2])('errs at move %d, also at the last one, where nothing is left to think about', (part) => {
    expect(scored(lines[part]!, lines.slice(0, part), 1)).toBeLessThan(5)
  })

  it('reads an answer exactly', () => {
    expect(scored(course.answer(moves), lines, 1)).toBeGreaterThan(5)
    expect(scored('1 + 1', lines, 1)).toBeLessThan(5)
  })

  it('errs at an answer, too, when it reads none', () => {
    expect(scored(course.answer(moves), lines, 0)).toBeLessThan(5)
    expect(scored('1 + 1', lines, 0)).toBeGreaterThan(5)
  })
})
