/** The answer of `reason`: from the results of its steps where they are shown, else from its memory. */
import { unknown } from '../tasks/course.ts'
import { answered, type Play } from './play.ts'
import { courseIn, isComplete } from './seen.ts'
import { judgedSteps, rememberedValues } from './tool-step-results.ts'

export const summariseSteps: Play = {
  name: 'summarise-steps',
  takes: 'answer',
  decide(reading) {
    const { schema, material } = reading
    const { results = '', memory } = material
    const isSummary =
      schema === undefined && material['step'] === undefined && (memory !== undefined || isShown.test(results))
    const course = isSummary ? courseIn(reading) : undefined
    if (!course) return undefined
    const [shown, remembered] = [judgedSteps(course, reading).values, rememberedValues(memory)]
    const values = Array.from({ length: course.length }, (_, part) => shown[part] ?? remembered[part])
    return answered(isComplete(course, values) ? course.answer(values) : unknown)
  },
}

const isShown = /^(?:\[\d+\] )?Step \S+ \(\S+\): /m
