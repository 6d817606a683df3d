/**
 * ReAct: think, act, observe, repeat, until the model answers without acting.
 *
 * Yao et al. 2022, "ReAct: Synergizing Reasoning and Acting in Language Models".
 * https://arxiv.org/abs/2210.03629
 *
 *     for turn = 1 .. maxIterations
 *       thought, actions <- model(trajectory)
 *       if no actions: return thought
 *       observations <- tools(actions)
 *       trajectory <- trajectory + thought + actions + observations
 *     return model(trajectory + "answer now")
 *
 * Unlike the paper, one turn may hold several actions, which run in parallel, and actions are native
 * tool calls where the model has them. The text protocol is a grammar: the body is the same for both.
 */
import { z } from 'zod'
import { defineLoop } from '../kernel/loop.ts'
import { definePrompts } from '../kernel/prompt-template.ts'
import { type Message, system, user } from '../messages.ts'
import { reactGrammar } from '../parsing/react-grammar.ts'
import { taskMessages } from './task-messages.ts'

const config = z.strictObject({
  maxIterations: z.int().min(1).max(100_000).default(10).describe('Turns before the model must answer.'),
  protocol: z.enum(['auto', 'native', 'text']).default('auto').describe('How the model calls tools.'),
})

const prompts = definePrompts({
  system:
    "Solve the user's task. Before you use a tool, say in a sentence or two what you know, what is missing and why this tool is next. Rely on what the tools return, not on memory. When you know enough, answer and use no tool.",

  unreadable: 'Your last reply could not be read: {fault} Use a tool in the form shown, or answer.',

  answerNow: 'You have no turns left. Answer now from what you have seen, without tools, and say what is uncertain.',
})

/** So many replies in a row that cannot be read, and more turns are pointless. */
const maxUnreadable = 3

export const react = defineLoop({
  name: 'react',
  version: 1,
  summary: 'Think, act, observe, repeat.',
  paper: 'https://arxiv.org/abs/2210.03629',
  config,
  prompts,
  traits: {
    minCalls: '1',
    multiArgTools: true,
    selfCorrects: false,
    auditablePlan: false,
    worksWithoutTools: true,
    bestFor: 'single-turn tool use',
    signals: ['look up', 'search', 'find', 'current', 'use'],
  },
  example: { goal: 'What is 17 * 6 + 14?', args: ['-l', 'react', 'What is 17 * 6 + 14?'] },

  async run(ctx, task, { maxIterations, protocol }) {
    const trajectory: Message[] = [system(ctx.prompt(prompts.system)), ...taskMessages(task)]
    const spoken = { grammar: reactGrammar, protocol }
    const thinking = { ...spoken, tools: ctx.tools, label: 'think', turn: true } as const
    const acting = { label: 'act' }

    let turns = 0
    let unreadable = 0
    while (turns < maxIterations && unreadable < maxUnreadable) {
      turns += 1
      const reply = await ctx.generate(trajectory, thinking)
      trajectory.push(reply.message)
      unreadable = reply.fault === undefined ? 0 : unreadable + 1
      if (reply.fault !== undefined) {
        trajectory.push(user(ctx.prompt(prompts.unreadable, { fault: reply.fault })))
      } else if (reply.toolCalls.length > 0) {
        trajectory.push(...(await ctx.callTools(reply.toolCalls, acting)))
      } else return { answer: reply.text, details: { turns } }
    }

    const last = await ctx.generate([...trajectory, user(ctx.prompt(prompts.answerNow))], {
      ...spoken,
      label: 'answer',
    })
    const hasSeen = trajectory.some((message) => message.role === 'tool')
    if (last.text === '' && !hasSeen) return { answer: null, outcome: 'stuck:unreadable' }
    return { answer: last.text || null, outcome: 'limit:turns', details: { turns } }
  },
})
