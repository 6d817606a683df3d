/** The answer from the results of a plan's steps; from the head where those are not shown. */
import { unknown } from '../tasks/course.ts'
import { answered, type Play } from './play.ts'
import { courseIn, isComplete } from './seen.ts'
import { resultValues } from './step-results.ts'

export const putTogether: Play = {
  name: 'put-together',
  decide(reading) {
    const { purpose, material } = reading
    const course = purpose === 'answer' && material['results'] !== undefined ? courseIn(reading) : undefined
    const values = resultValues(reading)
    if (!course || values.length === 0) return undefined
    return answered(isComplete(course, values) ? course.answer(values) : unknown)
  },
}
