/** Plans of `reason`: a step with its tool for each part that has no good result yet. */
import type { Json } from '@gyre/core'
import type { Reading } from '@gyre/models/demo'
import type { Odds } from '../simulation/odds.ts'
import type { Course } from '../tasks/course.ts'
import { callOf } from '../tasks/enquiry.ts'
import type { Play } from './play.ts'
import { courseIn, hasProperties, isComplete } from './seen.ts'
import { partMark } from './step-results.ts'
import { enquiryLike, judgedSteps } from './tool-step-results.ts'

export const planToolSteps: Play = {
  name: 'plan-tool-steps',
  takes: 'plan',
  decide(reading) {
    const course = hasProperties(reading, 'steps', 'working_memory') ? courseIn(reading) : undefined
    return course && { kind: 'value', thought: '', value: { steps: stepsFor(course, reading) } }
  },
  err(decision, reading, odds) {
    const course = courseIn(reading)
    return course ? { kind: 'value', thought: '', value: { steps: stepsFor(course, reading, odds) } } : decision
  },
}

/** How to go on when a step did not do: what is missing is planned anew. Not too sure, so that it may be done often. */
export const decideOnSteps: Play = {
  name: 'decide-on-steps',
  takes: 'route',
  decide(reading) {
    const course = hasProperties(reading, 'action', 'new_plan') ? courseIn(reading) : undefined
    return course && { kind: 'value', thought: '', value: decisionFor(course, reading) }
  },
  err(decision, reading, odds) {
    const course = courseIn(reading)
    return course ? { kind: 'value', thought: '', value: decisionFor(course, reading, odds) } : decision
  },
}

function decisionFor(course: Course, reading: Reading, odds?: Odds): Json {
  const { values } = judgedSteps(course, reading)
  if (isComplete(course, values)) return { action: 'done', confidence: 0.9, reason: 'All is there.' }
  const reason = 'A step did not give what it should.'
  return { action: 'adjust', confidence: 0.6, reason, new_plan: stepsFor(course, reading, odds) }
}

function stepsFor(course: Course, reading: Reading, odds?: Odds): Json {
  const { values, ids, count } = judgedSteps(course, reading)
  const parts = Array.from({ length: course.length }, (_, part) => part).filter((part) => values[part] === undefined)
  const idOf = (part: number) => ids.get(part) ?? `${count + parts.indexOf(part) + 1}`
  const isForeseen = !odds?.happens('plan', 1 - odds.competence.pi)
  const wrong = isForeseen ? undefined : course.misplanned?.(odds?.share('misplanned') ?? 0)
  return parts.map((part) => {
    const asked = (known: (part: number) => string) =>
      wrong?.part === part ? wrong.question(known) : course.question(part, known)
    return {
      id: idOf(part),
      tool: toolFor(asked, reading),
      goal: `${asked((other) => `the result of step ${idOf(other)}`)} ${partMark(part)}`,
      needs: course.needs(part).map(idOf),
    }
  })
}

/** The tool that the list offers for a question, whatever the values in it will be. */
function toolFor(asked: (known: (part: number) => string) => string, { material: { tools = '' } }: Reading): string {
  const isOffered = (tool: string) => `\n${tools}`.includes(`\n- ${tool}: `)
  const enquiry = enquiryLike(asked)
  return (enquiry && callOf(enquiry, isOffered)?.tool) ?? ''
}
