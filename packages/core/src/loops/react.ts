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
 *       if the last maxFailures observations are failures:
 *         trajectory <- trajectory before them + model("what was tried, and why it failed")
 *     return model(trajectory + "answer now")
 *
 * Unlike the paper, one turn may hold several actions, which run in parallel, and actions are native
 * tool calls where the model has them. The text protocol is a grammar: the body is the same for both.
 * Going back is not in the paper either: failures that stay in sight are what a model goes on with.
 */
import { z } from 'zod'
import { beyond } from '../kernel/beyond.ts'
import type { Reply } from '../kernel/context.ts'
import { defineLoop, type LoopResult } from '../kernel/loop.ts'
import { definePrompts } from '../kernel/prompt-template.ts'
import { type Message, system, user } from '../messages.ts'
import { reactGrammar } from '../parsing/react-grammar.ts'
import { Backtracking, backtrackingPrompts } from './backtracking.ts'
import { answeredBy, forcedAnswer, isPiece } from './cut-off.ts'
import { taskMessages } from './task-messages.ts'

const config = z.strictObject({
  maxIterations: z.int().min(1).max(100_000).default(10).describe('Turns before the model must answer.'),
  protocol: z.enum(['auto', 'native', 'text']).default('auto').describe('How the model calls tools.'),
  backtrack: beyond('calls that failed in a row are summed up and taken out of the trajectory.'),
  maxFailures: z.int().min(1).max(100).default(3).describe('Failed calls in a row before the loop goes back.'),
})

const prompts = definePrompts({
  system:
    "Solve the user's task. Before you use a tool, say in a sentence or two what you know, what is missing and why this tool is next. Rely on what the tools return, not on memory. When you know enough, answer and use no tool.",

  unreadable: 'Your last reply could not be read: {fault} Use a tool in the form shown, or answer.',

  answerNow: 'You have no turns left. Answer now from what you have seen, without tools, and say what is uncertain.',
})

/** So many replies in a row that cannot be read, and more turns are pointless. */
const maxUnreadable = 3

/** The last answer; without one, and with nothing seen on the way, the loop was stuck from the beginning. */
function endOf(
  last: Reply,
  trajectory: readonly Message[],
  details: Readonly<Record<string, string | number>>,
): LoopResult {
  const hasSeen = 'backtracks' in details || trajectory.some((message) => message.role === 'tool')
  if (last.text === '' && !hasSeen && !isPiece(last)) return { answer: null, outcome: 'stuck:unreadable', details }
  return { ...forcedAnswer(last), outcome: 'limit:turns', details }
}

/** Thinks, calls tools, looks at what came back, and repeats until the model answers without calling. */
export const react = defineLoop({
  name: 'react',
  version: 2,
  summary: 'Think, act, observe, repeat.',
  paper: 'https://arxiv.org/abs/2210.03629',
  config,
  prompts: { ...prompts, ...backtrackingPrompts },
  traits: {
    minCalls: '1',
    multiArgTools: true,
    selfCorrects: false,
    auditablePlan: false,
    worksWithoutTools: true,
    bestFor: 'goals of a single turn that take some tool use',
    signals: ['look up', 'search', 'find', 'current', 'use'],
  },
  example: { goal: 'What is 17 * 6 + 14?', args: ['-l', 'react', 'What is 17 * 6 + 14?'] },

  async run(ctx, task, { maxIterations, protocol, backtrack, maxFailures }) {
    const trajectory: Message[] = [system(ctx.prompt(prompts.system)), ...taskMessages(task)]
    const spoken = { grammar: reactGrammar, protocol }
    const thinking = { ...spoken, tools: ctx.tools, label: 'think', turn: true } as const
    const acting = { label: 'act' }
    const backtracking = new Backtracking(trajectory, { isOn: backtrack, maxFailures, spoken })

    let turns = 0
    let unreadable = 0
    while (turns < maxIterations && unreadable < maxUnreadable) {
      turns += 1
      const reply = await ctx.generate(trajectory, thinking)
      trajectory.push(reply.message)
      if (reply.fault !== undefined && reply.finish !== 'filtered') {
        unreadable += 1
        trajectory.push(user(ctx.prompt(prompts.unreadable, { fault: reply.fault })))
      } else if (reply.toolCalls.length > 0) {
        unreadable = 0
        trajectory.push(...(await ctx.callTools(reply.toolCalls, acting)))
        if (turns < maxIterations) await backtracking.settle(ctx, trajectory)
      } else return answeredBy(reply, { turns, ...backtracking.details })
    }

    const last = await ctx.generate([...trajectory, user(ctx.prompt(prompts.answerNow))], {
      ...spoken,
      label: 'answer',
    })
    const stop = unreadable < maxUnreadable ? 'turns' : 'unreadable'
    return endOf(last, trajectory, { stop, turns, ...backtracking.details })
  },
})
