/** The task in a prompt: known by its id, read from its goal. */
import { readChain } from './chain.ts'
import { readSheet } from './claim-sheet.ts'
import type { Course } from './course.ts'
import { readDeadEnd } from './dead-end.ts'
import { readFanOut } from './fan-out.ts'
import { readGame } from './game-of-24/game-of-24.ts'
import { readHops } from './hops.ts'
import { readSlots } from './slots.ts'

const readers = [readChain, readHops, readSlots, readSheet, readFanOut, readDeadEnd, readGame]
const marked = /\[([a-z][\w-]*\/n\d+)\] /

/** Goals come again with every call of a session. */
const known = new Map<string, Course | null>()
const mostKnown = 2000

export function readCourse(text: string): Course | undefined {
  const [, id] = marked.exec(text) ?? []
  if (id === undefined) return undefined
  const before = known.get(text)
  if (before !== undefined) return before ?? undefined
  const course = readers.map((read) => read(id, text)).find((each) => each !== undefined)
  if (known.size >= mostKnown) known.clear()
  known.set(text, course ?? null)
  return course
}
