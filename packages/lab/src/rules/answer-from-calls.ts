/** The answer from what the calls of waves gave. */
import { unknown } from '../tasks/course.ts'
import { calledValues } from './call-results.ts'
import { answered, type Play } from './play.ts'
import { courseIn, isComplete } from './seen.ts'

export const answerFromCalls: Play = {
  name: 'answer-from-calls',
  takes: 'answer',
  decide(reading) {
    const { results } = reading.material
    const course = reading.schema === undefined && results?.startsWith('Call `') ? courseIn(reading) : undefined
    if (!course || results === undefined) return undefined
    const values = calledValues(course, [results])
    return answered(isComplete(course, values) ? course.answer(values) : unknown)
  },
}
