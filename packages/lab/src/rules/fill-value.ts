/** The answer as a value `{ answer }`, where a schema asks for that. */
import type { Play } from './play.ts'
import { courseIn } from './seen.ts'
import { slipsOf, workedOut } from './working-out.ts'

export const fillValue: Play = {
  name: 'fill-value',
  decide(reading) {
    const course = reading.purpose === 'answer' && reading.schema ? courseIn(reading) : undefined
    return course && { kind: 'value', thought: '', value: { answer: course.answer(workedOut(course, [])) } }
  },
  err(decision, reading, odds) {
    const course = courseIn(reading)
    if (!course) return decision
    const values = workedOut(course, [], slipsOf(course, reading, odds))
    return { kind: 'value', thought: '', value: { answer: course.answer(values) } }
  },
}
