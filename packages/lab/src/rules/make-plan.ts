/** A plan: one step for each part. One that does not foresee what is needed has a step that leads elsewhere. */
import type { PlannedStep, Reading } from '@gyre/models/demo'
import type { Course } from '../tasks/course.ts'
import type { Play } from './play.ts'
import { courseIn } from './seen.ts'
import { finishedCount, partMark } from './step-results.ts'

export const makePlan: Play = {
  name: 'make-plan',
  decide(reading) {
    const course = reading.purpose === 'plan' ? courseIn(reading) : undefined
    return course && { kind: 'plan', steps: stepsOf(course, reading) }
  },
  err(decision, reading, odds) {
    const course = courseIn(reading)
    const wrong = course?.misplanned?.(odds.share('misplanned'))
    if (!course || !wrong || decision.kind !== 'plan' || !odds.happens('plan', 1 - odds.competence.pi)) return decision
    const before = finishedCount(reading)
    const goal = `${wrong.question((part) => reference(before, part))} ${partMark(wrong.part)}`
    return { ...decision, steps: decision.steps.map((step, part) => (part === wrong.part ? { ...step, goal } : step)) }
  },
}

function stepsOf(course: Course, reading: Reading): readonly PlannedStep[] {
  const before = finishedCount(reading)
  return Array.from({ length: course.length }, (_, part) => ({
    id: stepId(before, part),
    goal: `${course.question(part, (other) => reference(before, other))} ${partMark(part)}`,
    needs: course.needs(part).map((need) => stepId(before, need)),
  }))
}

/** Steps that are done keep their ids. */
function stepId(before: number, part: number): string {
  return `${before + part + 1}`
}

function reference(before: number, part: number): string {
  return `the result of step ${stepId(before, part)}`
}
