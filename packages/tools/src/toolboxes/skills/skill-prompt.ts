/** What a model is told when a skill runs. */
import { type Message, system, user } from '@gyre/core'
import type { Skill } from './skill.ts'

/** What a skill has of the session that runs it. */
export type SkillMeans = {
  /** The tool that reads its files, when there are any. */
  readonly reader: string | undefined
  /** Names and patterns it is allowed that fit no tool of the session. */
  readonly missing: readonly string[]
}

export type SkillTask = { readonly task: string; readonly context?: string | undefined }

export function skillMessages(skill: Skill, { task, context }: SkillTask, means: SkillMeans): Message[] {
  const { reader, missing } = means
  const files = reader === undefined ? '' : filesNote(skill, reader)
  const given = context === undefined || context === '' ? task : `${task}\n\nWhat is known so far:\n${context}`
  const without = missing.length === 0 ? '' : `\n\n${missingLine(missing)} Do without, and say what you could not do.`
  return [system(`${skill.instructions}${files}${without}`), user(given)]
}

function filesNote({ resources }: Skill, reader: string): string {
  const list = resources.map((path) => `- ${path}`).join('\n')
  return `\n\nFiles of these instructions, to be read with \`${reader}\` when they are needed:\n${list}`
}

/** For the skill, and for those who read its answer. */
export function missingLine(missing: readonly string[]): string {
  const names = missing.map((name) => `\`${name}\``).join(', ')
  return `${names} ${missing.length === 1 ? 'is' : 'are'} not among this session's tools.`
}

export function unreadableReply(fault: string): Message {
  return user(`Your last reply could not be read: ${fault} Use a tool in the form shown, or answer.`)
}

export const answerNow = user('You have no turns left. Answer now from what you have seen, without tools.')
