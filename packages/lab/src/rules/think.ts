/** The next thought of a tree: the next part, or the answer when all parts are there. */
import type { Reading } from '@gyre/models/demo'
import type { Play } from './play.ts'
import { courseIn, isComplete, readyParts, thoughtOf, thoughtValues } from './seen.ts'
import { slipChance } from './working-out.ts'

export const think: Play = {
  name: 'think',
  decide(reading) {
    const course = reading.purpose === 'thought' ? courseIn(reading) : undefined
    if (!course) return undefined
    const values = known(reading)
    if (isComplete(course, values)) return { kind: 'thought', text: course.answer(values), isAnswer: true }
    const [part = 0] = readyParts(course, values)
    return { kind: 'thought', text: thoughtOf(part, course.next(part, values).right(0)), isAnswer: false }
  },
  err(decision, reading, odds) {
    const course = courseIn(reading)
    if (!course || decision.kind !== 'thought' || decision.isAnswer) return decision
    const values = known(reading)
    const [part = 0] = readyParts(course, values)
    const next = course.next(part, values)
    const { competence } = odds
    const chance = course.slipChance?.(part, values, competence) ?? slipChance(course.errs, odds)
    const errs = course.isGood(values) && odds.happens('slip', chance)
    const at = odds.share('value')
    return { ...decision, text: thoughtOf(part, errs ? next.wrong(at, competence.wrongAnswers) : next.right(at)) }
  },
}

function known({ material }: Reading) {
  return thoughtValues(material['thoughts'] ?? '')
}
