/** Questions over several facts, each found with the one before. */
import { type Misses, register, relations, searchTool } from '../world/facts.ts'
import { share, stir } from '../world/hash.ts'
import { nameOf } from '../world/names.ts'
import { type Course, courseOfQuestions, inOrder } from './course.ts'
import { taskFamily } from './family-of-courses.ts'
import type { TaskFamily } from './task-family.ts'

/** How many facts, and what there is to look them up with. */
export type HopsOptions = {
  readonly hops: number
  /** Without a search the model has to know; with one, what it says to a name that nobody has. */
  readonly search?: Misses
  /** A register with entries of so many characters, to whose results calls can refer. */
  readonly entries?: number
}

const searches = { nothing: searchTool('nothing'), error: searchTool('error'), distractor: searchTool('distractor') }

/** Questions over several facts, each found with the one before. */
export function hops({ hops, search, entries }: HopsOptions): TaskFamily {
  const found = search === undefined ? [] : [searches[search]]
  const tools = entries === undefined ? found : [register(entries)]
  return taskFamily({ name: `hops-${hops}`, tools, read: readHops, goal: (from) => goalOf(from, hops) })
}

/** The last one is in no question: a plan that asks for it goes wrong. */
const asked = relations.slice(0, -1)
const unasked = relations.at(-1)

function goalOf(from: number, hops: number): string {
  const chosen = Array.from({ length: hops }, (_, hop) => asked[Math.floor(share(`hop ${hop}`, from) * asked.length)])
  return `Who is ${chosen.map((relation) => `the ${relation} of `).join('')}${nameOf(stir(from))}?`
}

const written = /Who is ((?:the [a-z]+ of )+)([A-Z][a-z]+ [A-Z][a-z]+)\?/

export function readHops(id: string, goal: string): Course | undefined {
  const [, chosen, first] = written.exec(goal) ?? []
  if (chosen === undefined || first === undefined) return undefined
  // What stands last is found first.
  const inTurn = [...chosen.matchAll(/the ([a-z]+) of /g)].map(([, relation]) => relation).reverse()
  const last = inTurn.length - 1
  const before = (part: number, known: (part: number) => string) => (part === 0 ? first : known(part - 1))
  return courseOfQuestions({
    id,
    length: inTurn.length,
    errs: 'memory',
    needs: inOrder,
    question: (part, known) => `Who is the ${inTurn[part]} of ${before(part, known)}?`,
    answer: (values) => `It is ${values[last]}.`,
    misplanned: () => ({ part: last, question: (known) => `Who is the ${unasked} of ${before(last, known)}?` }),
  })
}
