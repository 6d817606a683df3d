/** Judges: of an answer, and of a thought. They know the truth, and say it as often as they are able to. */
import type { Reading } from '@gyre/models/demo'
import type { Odds } from '../simulation/odds.ts'
import type { Course } from '../tasks/course.ts'
import type { Play } from './play.ts'
import { courseIn, thoughtValues } from './seen.ts'

const good = 9
const bad = 1
const reasons = { true: 'It holds.', false: 'It does not hold.' } as const

export const judgeVerdict: Play = {
  name: 'judge-verdict',
  decide(reading) {
    const course = reading.purpose === 'verdict' ? courseIn(reading) : undefined
    if (!course) return undefined
    const isRight = course.isRight(reading.material['answer'] ?? '')
    return { kind: 'verdict', isSatisfactory: isRight, score: isRight ? good : bad, reason: reasons[`${isRight}`] }
  },
  err(decision, _, odds) {
    if (decision.kind !== 'verdict') return decision
    const isSatisfactory = accepts(decision.isSatisfactory, odds, 'accept')
    // What is turned down has a score, too: a second look, as good as the first.
    const score = isSatisfactory ? good : accepts(decision.isSatisfactory, odds, 'second look') ? good / 2 : bad
    return { ...decision, isSatisfactory, score, reason: reasons[`${isSatisfactory}`] }
  },
}

export const judgeScore: Play = {
  name: 'judge-score',
  decide(reading) {
    const course = reading.purpose === 'score' ? courseIn(reading) : undefined
    if (!course) return undefined
    const isRight = candidateOf(course, reading).isRight
    return { kind: 'score', score: isRight ? good : bad, reason: reasons[`${isRight}`] }
  },
  err(decision, reading, odds) {
    const course = courseIn(reading)
    if (!course || decision.kind !== 'score') return decision
    const { isRight, isAnswer } = candidateOf(course, reading)
    const isCertain = isAnswer && odds.happens('check', odds.competence.check)
    const isAccepted = isCertain ? isRight : accepts(isRight, odds, 'accept')
    // Scores differ a little, so that equals are not always taken in the order in which they came.
    const score = (isAccepted ? good - 1 : bad) + odds.share('nuance')
    return { ...decision, score: Number(score.toFixed(4)), reason: reasons[`${isAccepted}`] }
  },
}

/** How sure a judge is of what it accepts, and of what it does not. */
const confidences = { true: 0.9, false: 0.2 } as const

export const judgeConfidence: Play = {
  name: 'judge-confidence',
  decide(reading) {
    const course = reading.purpose === 'confidence' ? courseIn(reading) : undefined
    if (!course) return undefined
    const isRight = course.isRight(reading.material['answer'] ?? '')
    return { kind: 'confidence', confidence: confidences[`${isRight}`], reason: reasons[`${isRight}`] }
  },
  err(decision, _, odds) {
    if (decision.kind !== 'confidence') return decision
    const isAccepted = accepts(decision.confidence === confidences.true, odds, 'accept')
    return { ...decision, confidence: confidences[`${isAccepted}`], reason: reasons[`${isAccepted}`] }
  },
}

export function accepts(isRight: boolean, odds: Odds, purpose: string): boolean {
  return odds.happens(purpose, isRight ? odds.competence.alpha : odds.competence.beta)
}

type Candidate = {
  readonly isRight: boolean
  /** An answer can be read to the end: whether it is right is no matter of judgement then. A thought, be it the last, is judged. */
  readonly isAnswer: boolean
}

/** A thought leads on when all thoughts of its line do; an answer is right or not. */
function candidateOf(course: Course, { material }: Reading): Candidate {
  const { thoughts = '', candidate = '' } = material
  if (!candidate.startsWith('Part ')) return { isRight: course.isRight(candidate), isAnswer: true }
  return { isRight: course.isGood(thoughtValues(`${thoughts}\n${candidate}`)), isAnswer: false }
}
