/** What went wrong, for the next attempt: the place, named rightly or not. */
import { answered, type Play } from './play.ts'
import { courseIn } from './seen.ts'
import { noteOn, trapOf } from './working-out.ts'

export const reflect: Play = {
  name: 'reflect',
  decide(reading) {
    const { purpose, material } = reading
    const course = purpose === 'answer' && material['verdict'] !== undefined ? courseIn(reading) : undefined
    return course && answered(`${noteOn(trapOf(course))} I take more care there.`)
  },
  err(decision, reading, odds) {
    const course = courseIn(reading)
    if (!course || odds.happens('insight', odds.competence.u)) return decision
    // Another place, or none of the task when it has only one.
    const elsewhere = (trapOf(course) + 1) % Math.max(2, course.length)
    return answered(`${noteOn(elsewhere)} I take more care there.`)
  },
}
