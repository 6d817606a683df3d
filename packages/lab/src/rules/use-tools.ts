/** A task with tools: what is ready is looked up, and when all is known it is answered. */
import type { PlannedCall, Reading } from '@gyre/models/demo'
import type { Odds } from '../simulation/odds.ts'
import { type Course, unknown, type Values } from '../tasks/course.ts'
import { callOf, spoiltCall } from '../tasks/enquiry.ts'
import { answered, type Play } from './play.ts'
import { courseIn, enquiryOf, isComplete, observationCount, observedValues, readyParts } from './seen.ts'
import { isTrapped } from './working-out.ts'

export const useTools: Play = {
  name: 'use-tools',
  decide(reading) {
    const { purpose, tools, batches } = reading
    const course = purpose === 'answer' && tools.length + batches.length > 0 ? courseIn(reading) : undefined
    if (!course) return undefined
    const values = observedValues(course, reading)
    if (isComplete(course, values)) return answered(course.answer(values))
    const calls = callsFor(course, values, reading)
    if (calls.length > 0) return { kind: 'calls', thought: 'I look it up.', calls }
    // Who has looked something up does not go on from memory.
    return batches.length > 0 ? answered(unknown) : undefined
  },
  err(decision, reading, odds) {
    const course = courseIn(reading)
    if (decision.kind !== 'calls' || !course) return decision
    const ready = readyParts(course, observedValues(course, reading))
    const spoil = (call: PlannedCall, index: number) => {
      const isStuck = isTrapped(course, ready[index] ?? -1, reading, odds)
      return isStuck || odds.happens(`call ${index}`, callSlip(call, reading, odds))
        ? spoiltAt(call, index, odds)
        : call
    }
    return { ...decision, calls: decision.calls.map(spoil) }
  },
}

/** The calls of all parts that can be found out now. */
export function callsFor(course: Course, values: Values, { tools }: Reading): readonly PlannedCall[] {
  const isOffered = (tool: string) => tools.some(({ name }) => name === tool)
  return readyParts(course, values).flatMap((part) => {
    const enquiry = enquiryOf(course, part, values)
    return (enquiry && callOf(enquiry, isOffered)) ?? []
  })
}

/**
 * The chance that a call is not the right one: every result that stands in the context adds to it. A gate is chosen as a
 * plan is, by foresight.
 */
export function callSlip({ tool }: PlannedCall, reading: Reading, { competence }: Odds): number {
  const { p, lambda, s, pi } = competence
  const right = Math.max(0, 1 - p - lambda * observationCount(reading))
  if (tool === 'try_gate') return 1 - pi
  return 1 - right * (tool === 'search' ? s : 1)
}

export function spoiltAt(call: PlannedCall, index: number, odds: Odds): PlannedCall {
  return spoiltCall(call, { share: odds.share(`spoilt ${index}`), wrongAnswers: odds.competence.wrongAnswers })
}
