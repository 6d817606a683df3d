/** Lookups side by side: as many lines as it is wide, each as many facts deep. */
import { register, relations, searchTool } from '../world/facts.ts'
import { share, stir } from '../world/hash.ts'
import { nameOf } from '../world/names.ts'
import { type Course, courseOfQuestions } from './course.ts'
import { taskFamily } from './family-of-courses.ts'
import type { TaskFamily } from './task-family.ts'

/** How wide and deep, and whether there is a tool to look up with. */
export type FanOutOptions = {
  readonly width: number
  readonly depth: number
  readonly hasTool?: boolean
  /** A register with entries of so many characters, to whose results calls can refer, in the place of a search. */
  readonly entries?: number
}

/** Lookups side by side: as many lines as it is wide, each as many facts deep. */
export function fanOut({ width, depth, hasTool = true, entries }: FanOutOptions): TaskFamily {
  const found = entries === undefined ? searchTool('nothing') : register(entries)
  const tools = hasTool ? [found] : []
  return taskFamily({
    name: `fan-out-${width}x${depth}`,
    tools,
    read: readFanOut,
    goal: (from) => goalOf(from, width, depth),
  })
}

function goalOf(from: number, width: number, depth: number): string {
  const chosen = Array.from(
    { length: depth },
    (_, hop) => relations[Math.floor(share(`hop ${hop}`, from) * relations.length)],
  )
  const people = Array.from({ length: width }, (_, line) => nameOf(stir(from ^ (line + 1))))
  return `Name for each of these people ${chosen.map((relation) => `the ${relation} of `).join('')}them: ${people.join(', ')}.`
}

const written = /Name for each of these people ((?:the [a-z]+ of )+)them: ([^.]+)\./

export function readFanOut(id: string, goal: string): Course | undefined {
  const [, chosen, list] = written.exec(goal) ?? []
  if (chosen === undefined || list === undefined) return undefined
  const inTurn = [...chosen.matchAll(/the ([a-z]+) of /g)].map(([, relation]) => relation).reverse()
  const people = list.split(', ')
  const depth = inTurn.length
  return courseOfQuestions({
    id,
    length: people.length * depth,
    errs: 'memory',
    needs: (part) => (part % depth === 0 ? [] : [part - 1]),
    question: (part, known) => {
      const before = part % depth === 0 ? people[part / depth] : known(part - 1)
      return `Who is the ${inTurn[part % depth]} of ${before}?`
    },
    answer: (values) => people.map((person, line) => `${person}: ${values[(line + 1) * depth - 1]}`).join('; '),
  })
}
