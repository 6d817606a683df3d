/** A task by smaller questions: asked one by one, or looked up with a tool that has to be named. */
import type { Decision, Reading } from '@gyre/models/demo'
import { unknown } from '../tasks/course.ts'
import { readCourse } from '../tasks/read-course.ts'
import { spoiltQuery } from '../world/facts.ts'
import { answered, type Play } from './play.ts'
import { courseIn, isComplete, observedValues, questionOf, readyParts } from './seen.ts'
import { callSlip, callsFor, spoiltAt } from './use-tools.ts'

/** Nothing is offered, and something was said after the task: that the answer is wanted now. */
function mayNotAsk({ tools, questions }: Reading): boolean {
  return tools.length === 0 && readCourse(questions[0]?.text ?? '') === undefined
}

/** A plain question goes to a search; other tools are named. */
const searching = 'search'

export const askFollowUps: Play = {
  name: 'ask-follow-ups',
  decide(reading) {
    const course = reading.purpose === 'follow-ups' ? courseIn(reading) : undefined
    if (!course) return undefined
    const values = observedValues(course, reading)
    if (isComplete(course, values)) return answered(course.answer(values))
    if (mayNotAsk(reading)) return answered(unknown)
    const calls = callsFor(course, values, reading)
    const isNamed = calls.some(({ tool }) => tool !== searching)
    if (isNamed) return { kind: 'calls', thought: 'I look it up.', calls }
    return { kind: 'follow-ups', questions: readyParts(course, values).map((part) => questionOf(course, part, values)) }
  },
  err(decision, reading, odds): Decision {
    if (decision.kind === 'calls') {
      const calls = decision.calls.map((call, index) =>
        odds.happens(`call ${index}`, callSlip(call, reading, odds)) ? spoiltAt(call, index, odds) : call,
      )
      return { ...decision, calls }
    }
    const isLookedUp = reading.tools.some(({ name }) => name === searching)
    if (decision.kind !== 'follow-ups' || !isLookedUp) return decision
    const chance = callSlip({ tool: searching, input: {} }, reading, odds)
    const questions = decision.questions.map((question, index) =>
      odds.happens(`call ${index}`, chance) ? spoiltQuery(question, odds.share(`spoilt ${index}`)) : question,
    )
    return { ...decision, questions }
  },
}
