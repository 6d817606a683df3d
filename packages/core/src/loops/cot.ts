/**
 * Chain of thought: think step by step, then answer. With several samples, the answer most of them reach.
 *
 * Wei et al. 2022, "Chain-of-Thought Prompting Elicits Reasoning in Large Language Models".
 * https://arxiv.org/abs/2201.11903
 * Wang et al. 2022, "Self-Consistency Improves Chain of Thought Reasoning in Language Models".
 * https://arxiv.org/abs/2203.11171
 *
 *     for sample = 1 .. samples, in parallel
 *       reasoning, answer <- model(goal + "step by step")
 *     return the most frequent answer
 *
 * Answers are compared without case, spaces, closing points and what is put around all of them, numbers by their value;
 * of equally frequent ones the first wins.
 * A chain whose model fails has no vote: only when all fail does the loop. Nor has one that was cut off, or that a
 * filter ended: its answer comes last, so it is what the cut went through.
 */
import { z } from 'zod'
import { GyreError } from '../errors.ts'
import type { LoopContext } from '../kernel/context.ts'
import { defineLoop } from '../kernel/loop.ts'
import { definePrompts } from '../kernel/prompt-template.ts'
import { system } from '../messages.ts'
import { countVotes } from '../parsing/answer-votes.ts'
import { finalAnswerGrammar } from '../parsing/final-answer-grammar.ts'
import { answeredBy, cutOff, isPiece, type Piece } from './cut-off.ts'
import { modelFailure } from './model-failure.ts'
import { taskMessages } from './task-messages.ts'

const config = z.strictObject({
  samples: z.int().min(1).max(100).default(1).describe('Chains of thought; more than one are put to a vote.'),
  temperature: z.number().min(0).max(2).default(0.7).describe('Sampling temperature when there are several chains.'),
})

const prompts = definePrompts({
  system: 'Think step by step. {form}',
})

const unreadable = { answer: null, outcome: 'stuck:unreadable', details: { stop: 'unreadable' } } as const

/** Chain of thought: thinks step by step, then answers; with several samples, the answer that most reach. */
export const cot = defineLoop({
  name: 'cot',
  version: 2,
  summary: 'Think step by step, then answer; several chains vote.',
  paper: 'https://arxiv.org/abs/2201.11903',
  config,
  prompts,
  traits: {
    minCalls: 'samples',
    multiArgTools: false,
    selfCorrects: false,
    auditablePlan: false,
    worksWithoutTools: true,
    bestFor: 'reasoning, arithmetic and logic without tools',
    signals: ['why', 'how many', 'calculate', 'prove', 'puzzle'],
  },
  example: { goal: 'What is 17 * 6 + 14?', args: ['-l', 'cot', 'What is 17 * 6 + 14?'] },

  async run(ctx, task, { samples, temperature }) {
    const messages = [
      system(ctx.prompt(prompts.system, { form: finalAnswerGrammar.preamble([]) })),
      ...taskMessages(task),
    ]
    const spoken = { grammar: finalAnswerGrammar, label: 'think' }
    if (samples === 1) {
      const reply = await ctx.generate(messages, spoken)
      return reply.text === '' && !isPiece(reply) ? unreadable : answeredBy(reply)
    }

    const answers = Array.from({ length: samples }, () => '')
    const think = async (branch: LoopContext, index: number): Promise<Piece | undefined> => {
      const reply = await branch.generate(messages, { ...spoken, temperature })
      if (isPiece(reply)) return reply
      answers[index] = reply.text
      const [leader] = countVotes(answers)
      if (reply.text !== '' && leader) branch.propose(leader.answer, leader.votes)
      return undefined
    }
    const label = { label: 'sample' }
    const chains = await ctx.map(answers, (_, branch, index) => think(branch, index).catch(modelFailure), label)
    if (chains.every((chain) => chain instanceof GyreError)) throw chains[0]

    const votes = countVotes(answers)
    if (votes[0]) return { answer: votes[0].answer, details: { stop: 'voted', votes } }
    const pieces = chains.flatMap((chain) => (chain && !(chain instanceof GyreError) ? [chain] : []))
    const [most] = countVotes(pieces.map(({ text }) => text))
    const piece = pieces.find(({ text }) => text === most?.answer) ?? pieces[0]
    return piece ? cutOff(piece) : unreadable
  },
})
