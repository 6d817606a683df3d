/** Sheets of claims: each line is true or false by the register of people. */
import { factSentence, readFactQuery, relations, searchTool } from '../world/facts.ts'
import { share, stir } from '../world/hash.ts'
import { nameOf } from '../world/names.ts'
import { type Course, courseOfQuestions } from './course.ts'
import { taskFamily } from './family-of-courses.ts'
import type { TaskFamily } from './task-family.ts'

/** `hasTool` gives a search to check them with. */
export function claimSheet({ claims, hasTool }: { readonly claims: number; readonly hasTool: boolean }): TaskFamily {
  const tools = hasTool ? [searchTool('nothing')] : []
  return taskFamily({ name: `sheet-${claims}`, tools, read: readSheet, goal: (from) => goalOf(from, claims) })
}

function goalOf(from: number, claims: number): string {
  const list = Array.from({ length: claims }, (_, claim) => {
    const relation = relations[Math.floor(share(`relation ${claim}`, from) * relations.length)]
    return `the ${relation} of ${nameOf(stir(from ^ (claim + 1)))}`
  })
  return `Say in one line each who this is: ${list.join('; ')}.`
}

export function readSheet(id: string, goal: string): Course | undefined {
  const [, list] = /Say in one line each who this is: ([^.]+)\./.exec(goal) ?? []
  const asked = list?.split('; ').flatMap((text) => readFactQuery(text) ?? [])
  if (!asked) return undefined
  return courseOfQuestions({
    id,
    length: asked.length,
    errs: 'claim',
    needs: () => [],
    question: (part) => `Who is the ${asked[part]?.relation} of ${asked[part]?.name}?`,
    answer: (values) =>
      asked.map(({ relation, name }, part) => factSentence(relation, name, values[part] ?? 'nobody')).join('\n'),
  })
}
