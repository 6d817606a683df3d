/** What a step gave, judged; and what is remembered of it: a memory that is copied line by line. */
import type { JsonObject } from '@gyre/core'
import type { Decision, Reading } from '@gyre/models/demo'
import type { Odds } from '../simulation/odds.ts'
import type { Course } from '../tasks/course.ts'
import { accepts } from './judge.ts'
import type { Play } from './play.ts'
import { courseIn, hasProperties, thoughtOf } from './seen.ts'
import { enquiryLike, outputIn, partIn, readPart, rememberedValues } from './tool-step-results.ts'

export const evaluateOutput: Play = {
  name: 'evaluate-output',
  takes: 'score',
  decide(reading) {
    const course = hasProperties(reading, 'relevance', 'goal_progress') ? courseIn(reading) : undefined
    return course && evaluation(course, reading, isRight(course, reading))
  },
  err(decision, reading, odds) {
    const course = courseIn(reading)
    return course ? evaluation(course, reading, accepts(isRight(course, reading), odds, 'accept'), odds) : decision
  },
}

/** A working memory in fewer words: what is known of the parts. */
export const compressMemory: Play = {
  name: 'compress-memory',
  takes: 'thought',
  decide(reading) {
    if (!hasProperties(reading, 'compressed')) return undefined
    const lines = rememberedValues(reading.material['memory']).map((value = '', part) => thoughtOf(part, value))
    return { kind: 'value', thought: '', value: { compressed: lines.filter((line) => line !== '').join('\n') } }
  },
}

/** What an output says of its part; undefined when it says nothing. */
function valueIn(course: Course, { material: { step = '', output = '' } }: Reading): string | undefined {
  return readPart(course, partIn(step), outputIn(output))
}

function isRight(course: Course, reading: Reading): boolean {
  const value = valueIn(course, reading)
  const values: string[] = []
  if (value !== undefined) values[partIn(reading.material['step'] ?? '')] = value
  return value !== undefined && course.isGood(values)
}

function evaluation(course: Course, reading: Reading, isAccepted: boolean, odds?: Odds): Decision {
  const rating = isAccepted ? 5 : 1
  const value = isAccepted ? valueIn(course, reading) : undefined
  const line = value === undefined ? [] : [thoughtOf(partIn(reading.material['step'] ?? ''), value)]
  const hasFacts = hasProperties(reading, 'facts')
  // What is a fact need not be remembered in words as well.
  const memory = hasFacts ? '' : [...copied(course, reading, odds), ...line].join('\n')
  const said: JsonObject = {
    ...{ relevance: rating, completeness: rating, usability: rating, goal_progress: rating },
    ...(hasFacts && { facts: line }),
    ...(memory !== '' && { working_memory: memory }),
  }
  return { kind: 'value', thought: '', value: said }
}

/** The lines of the memory: whoever copies them may slip. */
function copied(course: Course, { material: { memory } }: Reading, odds?: Odds): readonly string[] {
  return rememberedValues(memory).flatMap((value, part) => {
    if (value === undefined) return []
    if (!odds?.happens(`slip ${part}`, odds.competence.slip)) return [thoughtOf(part, value)]
    const enquiry = enquiryLike((known) => course.question(part, known))
    return [thoughtOf(part, enquiry?.wrong(odds.share(`slipped ${part}`), odds.competence.wrongAnswers) ?? value)]
  })
}
