import { describe, expect, it } from 'vitest'
import { answeredText, scoreAnswer } from './score.ts'
import { noTolerance } from './scorers/numeric.ts'
import type { ScorerName } from './task.ts'

const score = (scorer: ScorerName, answer: string | boolean | null, ...answers: string[]) =>
  scoreAnswer({ answers, scorer, tolerance: noTolerance }, answer)

describe('an answer', () => {
  it.each<[ScorerName, string, string, boolean]>([
    ['exact', 'It is.\nFINAL ANSWER: 42', '42', true],
    ['exact', 'FINAL ANSWER: 42\n\nLet me know!', '42', true],
    ['exact', 'FINAL ANSWER: 41\n\n42', '42', false],
    ['exact', 'FINAL ANSWER:\nred,\nblue', 'red, blue', true],
    ['exact', '42\n\nLet me know!', '42', false],
    ['regex', 'FINAL ANSWER: 42\n\nLet me know!', '^42$', true],
    ['numeric', 'FINAL ANSWER: 42\n\n(Computed from 6 and 7)', '42', true],
    ['numeric', 'FINAL ANSWER: 41\n\nIt is not 42', '42', false],
    ['numeric', 'FINAL ANSWER: the sum, which is\n42', '42', true],
    ['contains', 'FINAL ANSWER: red\nand blue', 'red and blue', true],
  ])('is scored by %s in the line of its marker, else in what follows: %j', (scorer, answer, accepted, isRight) => {
    expect(score(scorer, answer, accepted)).toBe(isRight)
  })

  it('is right when any accepted one is, and never when there is none', () => {
    expect(score('exact', 'b', 'a', 'b')).toBe(true)
    expect(score('exact', true, 'true')).toBe(true)
    expect(score('judge', null, 'a')).toBe(false)
    expect(answeredText(null)).toBe('')
  })

  it('is left open where a judge has to say, or a pattern takes too long and no other fits', () => {
    const slow = `${'a'.repeat(60)}!`
    expect(score('judge', 'a', 'a')).toBeUndefined()
    expect(score('regex', slow, '^(a+)+$', 'b')).toBeUndefined()
    expect(score('regex', slow, '^(a+)+$', '!$')).toBe(true)
  })
})
