/**
 * Direct: one call. The conversation goes in, the answer comes out.
 *
 *     answer <- model(conversation + what is remembered + goal)
 *
 * The floor every other loop has to beat, and the loop of plain conversation.
 */
import { z } from 'zod'
import { shownText } from '../fence.ts'
import { defineLoop } from '../kernel/loop.ts'
import { definePrompts } from '../kernel/prompt-template.ts'
import { system, user } from '../messages.ts'
import { answeredBy, isPiece } from './cut-off.ts'
import { taskMessages } from './task-messages.ts'

const config = z.strictObject({
  memories: z.int().min(0).max(50).default(0).describe('Memories of past sessions put before the conversation.'),
})

const prompts = definePrompts({
  system: 'Answer the user. If you do not know, say so.',
  memories: 'What is remembered from earlier:\n{memories}',
})

/** One call: the conversation goes in, the answer comes out. */
export const direct = defineLoop({
  name: 'direct',
  version: 2,
  summary: 'One call: the conversation in, the answer out.',
  paper: null,
  config,
  prompts,
  traits: {
    minCalls: '1',
    multiArgTools: false,
    selfCorrects: false,
    auditablePlan: false,
    worksWithoutTools: true,
    speaksAnswer: true,
    bestFor: 'plain conversation',
    signals: ['hello', 'thanks', 'rewrite', 'translate'],
  },
  example: { goal: 'What is 17 * 6 + 14?', args: ['-l', 'direct', 'What is 17 * 6 + 14?'] },

  async run(ctx, task, { memories }) {
    const remembered = memories > 0 ? await ctx.recall(task.goal, { limit: memories }) : []
    const listed = remembered.map(({ text }) => `- ${text}`).join('\n')
    // An answer that a page talked a model into is remembered like any other: it must not come back as an order.
    const fenced = shownText({ text: listed, untrusted: { from: 'memory' } })
    const background = remembered.length > 0 ? [user(ctx.prompt(prompts.memories, { memories: fenced }))] : []
    const reply = await ctx.generate([system(ctx.prompt(prompts.system)), ...background, ...taskMessages(task)], {
      label: 'answer',
    })
    const isSilent = reply.text.trim() === '' && !isPiece(reply)
    if (isSilent) return { answer: null, outcome: 'stuck:unreadable', details: { stop: 'unreadable' } }
    return answeredBy(reply)
  },
})
