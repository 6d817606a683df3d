/** The plan of `experts`: a task for each part. One for a gap does all of them anew, each in the place of the one before. */
import type { Json } from '@gyre/core'
import type { Reading } from '@gyre/models/demo'
import type { Odds } from '../simulation/odds.ts'
import type { Course } from '../tasks/course.ts'
import type { Play } from './play.ts'
import { courseIn, hasProperties } from './seen.ts'
import { partMark } from './step-results.ts'

export const planTasks: Play = {
  name: 'plan-tasks',
  takes: 'plan',
  decide(reading) {
    const course = hasProperties(reading, 'tasks') ? courseIn(reading) : undefined
    return course && { kind: 'value', thought: '', value: { tasks: tasksFor(course, reading) } }
  },
  err(decision, reading, odds) {
    const course = courseIn(reading)
    return course ? { kind: 'value', thought: '', value: { tasks: tasksFor(course, reading, odds) } } : decision
  },
}

const earlier = /^- (\S+) \([^)]+\): .*\(part (\d+)\)$/gm

function tasksFor(course: Course, { material }: Reading, odds?: Odds): Json {
  const before = [...(material['earlier-tasks'] ?? '').matchAll(earlier)]
  const newest = new Map(before.map(([, id = '', part]) => [Number(part) - 1, id]))
  const idOf = (part: number) => `${before.length + part + 1}`
  const known = (part: number) => `the result of step ${idOf(part)}`
  const isForeseen = !odds?.happens('plan', 1 - odds.competence.pi)
  const wrong = isForeseen ? undefined : course.misplanned?.(odds?.share('misplanned') ?? 0)
  return Array.from({ length: course.length }, (_, part) => {
    const question = wrong?.part === part ? wrong.question(known) : course.question(part, known)
    const supersedes = newest.get(part)
    return {
      id: idOf(part),
      category: 'research',
      task: `${question} ${partMark(part)}`,
      depends_on: course.needs(part).map(idOf),
      ...(supersedes !== undefined && { supersedes }),
    }
  })
}
