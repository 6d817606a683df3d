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
 * Answers are compared without case, spaces and closing points; of equally frequent ones the first wins.
 */
import { z } from 'zod'
import { defineLoop } from '../kernel/loop.ts'
import { type Message, system } from '../messages.ts'
import { answerAfter } from '../parsing/final-answer.ts'
import { taskMessages } from './task-messages.ts'

const config = z.strictObject({
  samples: z.int().min(1).max(100).default(1).describe('Chains of thought; more than one are put to a vote.'),
  temperature: z.number().min(0).max(2).default(0.7).describe('Sampling temperature when there are several chains.'),
})

const marker = 'FINAL ANSWER:'

const prompts = {
  system: `Think step by step. Write your reasoning first. Then write the answer alone after \`${marker}\`, on a line of its own.`,
}

type Vote = { readonly answer: string; readonly votes: number }

/** How often each answer was reached, most frequent first. */
function countVotes(answers: readonly string[]): readonly Vote[] {
  const votes = new Map<string, { answer: string; votes: number }>()
  for (const answer of answers) {
    const key = answer
      .toLowerCase()
      .replace(/\s+/g, ' ')
      .replace(/[.!]+$/, '')
      .trim()
    const known = votes.get(key)
    if (known) known.votes += 1
    else votes.set(key, { answer, votes: 1 })
  }
  return [...votes.values()].sort((a, b) => b.votes - a.votes)
}

export const cot = defineLoop({
  name: 'cot',
  version: 1,
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
    const messages: readonly Message[] = [system(prompts.system), ...taskMessages(task)]
    if (samples === 1) {
      const reply = await ctx.generate(messages, { label: 'think' })
      const { answer } = answerAfter(reply.text, marker)
      return answer === '' ? { answer: null, outcome: 'stuck:unreadable' } : answer
    }

    const chains = await ctx.map(
      Array.from({ length: samples }, (_, index) => index),
      (_, branch) => branch.generate(messages, { label: 'think', temperature }),
      { label: 'sample' },
    )
    const answers = chains.map((reply) => answerAfter(reply.text, marker).answer).filter((answer) => answer !== '')
    const votes = countVotes(answers)
    if (!votes[0]) return { answer: null, outcome: 'stuck:unreadable' }
    return { answer: votes[0].answer, details: { votes } }
  },
})
