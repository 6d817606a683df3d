/** The whole task in one reply: direct, with a chain of thought, or from the thoughts of a tree. */

import { answered, type Play } from './play.ts'
import { courseIn, thoughtValues } from './seen.ts'
import { slipsOf, workedOut } from './working-out.ts'

export const answerAtOnce: Play = {
  name: 'answer-at-once',
  decide(reading) {
    const course = reading.purpose === 'answer' ? courseIn(reading) : undefined
    if (!course) return undefined
    return answered(
      course.answer(workedOut(course, thoughtValues(reading.material['thoughts'] ?? ''))),
      'Step by step.',
    )
  },
  err(decision, reading, odds) {
    const course = courseIn(reading)
    if (!course) return decision
    const known = thoughtValues(reading.material['thoughts'] ?? '')
    return answered(course.answer(workedOut(course, known, slipsOf(course, reading, odds))), 'Step by step.')
  },
}
