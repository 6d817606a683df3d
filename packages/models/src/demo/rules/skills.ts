/** The kinds of tasks that can be judged and thought about, in the order in which they are asked. */
import { arithmeticSkill } from '../arithmetic/arithmetic-skill.ts'
import { lookupSkill } from '../lookup/lookup-skill.ts'
import { measuresSkill } from '../measures/measures-skill.ts'
import type { Skill } from '../skill.ts'
import { twentyFourSkill } from '../twenty-four/twenty-four-skill.ts'
import { conversationSkill } from './author-conversation.ts'

const skills: readonly Skill[] = [twentyFourSkill, measuresSkill, arithmeticSkill, lookupSkill, conversationSkill]

export function firstOf<T>(ask: (skill: Skill) => T | undefined): T | undefined {
  for (const skill of skills) {
    const found = ask(skill)
    if (found !== undefined) return found
  }
  return undefined
}
