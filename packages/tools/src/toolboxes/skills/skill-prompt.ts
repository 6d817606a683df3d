/** What a model is told when a skill runs. */
import { type Message, system, user } from '@gyre/core'
import type { Skill } from './skill.ts'

export type SkillTask = { readonly task: string; readonly context?: string | undefined }

export function skillMessages(skill: Skill, { task, context }: SkillTask, reader: string | undefined): Message[] {
  const files = reader === undefined ? '' : filesNote(skill, reader)
  const given = context === undefined || context === '' ? task : `${task}\n\nWhat is known so far:\n${context}`
  return [system(`${skill.instructions}${files}`), user(given)]
}

function filesNote({ resources }: Skill, reader: string): string {
  const list = resources.map((path) => `- ${path}`).join('\n')
  return `\n\nFiles of these instructions, to be read with \`${reader}\` when they are needed:\n${list}`
}

export function unreadableReply(fault: string): Message {
  return user(`Your last reply could not be read: ${fault} Use a tool in the form shown, or answer.`)
}

export const answerNow = user('You have no turns left. Answer now from what you have seen, without tools.')
