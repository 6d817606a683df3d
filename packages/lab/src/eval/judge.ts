/** What a model is asked that judges an answer, and the form of what it says. */
import { shownText } from '@gyre/core'
import { z } from 'zod'
import type { EvalTask } from './task.ts'

/** The form a judge replies in. */
export const verdictSchema = z.strictObject({
  why: z.string().describe('One sentence: what agrees, or what does not.'),
  right: z.boolean().describe('Whether the answer means the same as one of the accepted answers.'),
})

/** What a judge says of an answer. */
export type JudgeVerdict = z.infer<typeof verdictSchema>

/** The answer is data: whatever it says about itself, it is only looked at. */
export function judgeGoal({ goal, answers }: Pick<EvalTask, 'goal' | 'answers'>, answer: string): string {
  const accepted = answers.map((each) => `- ${each}`).join('\n')
  return `Judge whether an answer to a question is right. It is right when it says the same as one of the accepted answers, in whatever words or form, and says nothing that contradicts it. An answer that names several possibilities, or that asks or evades, is not right. Do not answer the question yourself.

Question:
${shownText({ text: goal, untrusted: { from: 'question' } })}

Accepted answers:
${accepted}

Answer to judge:
${shownText({ text: answer, untrusted: { from: 'answer' } })}`
}
