/** What a request shows of a task: which it is, and which of its values are known. */
import type { JsonObject } from '@gyre/core'
import type { Reading } from '@gyre/models/demo'
import type { Course, Values } from '../tasks/course.ts'
import { type Enquiry, readEnquiry } from '../tasks/enquiry.ts'
import { readCourse } from '../tasks/read-course.ts'

export function courseIn({ material, questions }: Reading): Course | undefined {
  const { task } = material
  if (task !== undefined) return readCourse(task)
  for (const { text } of questions) {
    const course = readCourse(text)
    if (course) return course
  }
  return undefined
}

/** Whether a value with these properties is asked for. */
export function hasProperties({ schema }: Reading, ...names: readonly string[]): boolean {
  const properties = (schema?.['properties'] ?? {}) as JsonObject
  return names.every((name) => name in properties)
}

/** The parts that can be asked now: not known, and all they build on is. */
export function readyParts(course: Course, values: Values): readonly number[] {
  const parts = Array.from({ length: course.length }, (_, part) => part)
  return parts.filter(
    (part) => values[part] === undefined && course.needs(part).every((need) => values[need] !== undefined),
  )
}

export function questionOf(course: Course, part: number, values: Values): string {
  return course.question(part, (other) => values[other] ?? '')
}

export function enquiryOf(course: Course, part: number, values: Values): Enquiry | undefined {
  return readEnquiry(questionOf(course, part, values))
}

/** What calls have brought. Those of one reply were made for the parts that were ready then, in order. */
export function observedValues(course: Course, { batches }: Reading): Values {
  const values: (string | undefined)[] = []
  for (const batch of batches) {
    const ready = readyParts(course, values)
    for (const [index, { observation }] of batch.entries()) {
      const part = ready[index]
      if (part === undefined || !observation || observation.isError) continue
      values[part] = enquiryOf(course, part, values)?.read(observation.text) ?? spoken(observation.text)
    }
  }
  return values
}

/** What a model said to a question, alone: nothing when that is more than a name or a number. */
function spoken(text: string): string | undefined {
  return /^(?:-?\d+|[A-Z][a-z]+ [A-Z][a-z]+)$/.exec(text.trim())?.[0]
}

/** How many results stand in the context. */
export function observationCount({ batches }: Reading): number {
  return batches.flat().filter(({ observation }) => observation !== undefined).length
}

const thoughtLine = /^(?:\d+\. )?Part (\d+): (.*)$/gm

export function thoughtOf(part: number, value: string): string {
  return `Part ${part + 1}: ${value}`
}

/** The values of thoughts, numbered or not. */
export function thoughtValues(text: string): Values {
  const values: (string | undefined)[] = []
  for (const [, part, value] of text.matchAll(thoughtLine)) values[Number(part) - 1] = value
  return values
}

export function isComplete({ length }: Course, values: Values): boolean {
  for (let part = 0; part < length; part += 1) if (values[part] === undefined) return false
  return true
}
