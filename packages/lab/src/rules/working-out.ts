/** Parts of a task worked out in one reply, and where that goes wrong. */
import type { Reading } from '@gyre/models/demo'
import type { Odds } from '../simulation/odds.ts'
import type { Course, Values } from '../tasks/course.ts'
import { share } from '../world/hash.ts'

/**
 * Fills in what is missing. Where parts build on each other, an error is made on the right way only: off it, a second one
 * could make up for the first. Claims stand each for itself.
 */
export function workedOut(course: Course, known: Values, slips?: Slips): Values {
  const values = Array.from({ length: course.length }, (_, part) => known[part])
  for (let part = 0; part < course.length; part += 1) {
    if (values[part] !== undefined) continue
    const next = course.next(part, values)
    const mayErr = course.errs === 'claim' || course.isGood(values)
    const errs = slips !== undefined && mayErr && slips.errs(part, values)
    const at = slips?.share(part) ?? 0
    values[part] = errs ? next.wrong(at, slips.wrongAnswers) : next.right(at)
  }
  return values
}

export type Slips = {
  errs(part: number, values: Values): boolean
  share(part: number): number
  readonly wrongAnswers: number
}

/**
 * Without reasoning, steps of a chain err more often; a single step needs none. Facts may be known and still not put
 * together, unless there is one alone.
 */
export function slipsOf(course: Course, reading: Reading, odds: Odds): Slips {
  const { competence } = odds
  const isLost = course.errs === 'memory' && course.length > 1 && odds.happens('lost', competence.kappa)
  const step = isReasoned(reading) || course.length === 1 ? competence.p : competence.pDirect
  const chances = { step, memory: 1 - competence.g, claim: competence.p }
  return {
    errs: (part, values) =>
      (isLost && part === course.length - 1) ||
      isTrapped(course, part, reading, odds) ||
      odds.happens(`slip ${part}`, course.slipChance?.(part, values, competence) ?? chances[course.errs]),
    share: (part) => odds.share(`value ${part}`),
    wrongAnswers: competence.wrongAnswers,
  }
}

/** Whether the reply holds more than an answer. */
function isReasoned({ form }: Reading): boolean {
  return form.kind === 'marked' || form.kind === 'react'
}

/** The chance that one part, asked alone, is answered wrong. */
export function slipChance(errs: Course['errs'], { competence }: Odds): number {
  return errs === 'memory' ? 1 - competence.g : competence.p
}

/** The part at which a stuck task goes wrong every time. */
export function trapOf({ id, length }: Course): number {
  return Math.floor(share(`trap ${id}`, 0) * length)
}

/** Stuck, and no reflection that is shown names the place. What is learned goes through the text alone. */
export function isTrapped(course: Course, part: number, { material }: Reading, odds: Odds): boolean {
  if (part !== trapOf(course) || !odds.happensToTask('stuck', odds.competence.rho)) return false
  return material['reflections']?.includes(noteOn(part)) !== true
}

/** What a reflection says of the place where it went wrong. */
export function noteOn(part: number): string {
  return `It went wrong at part ${part + 1}:`
}
