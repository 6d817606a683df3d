/**
 * Best of n: several whole answers, of which a judge picks one. What `tree-of-thoughts` has to beat.
 *
 *     for sample = 1 .. samples, in parallel
 *       answer <- model(goal), score <- judge(answer)
 *     return the answer with the best score
 */
import { defineLoop, type LoopContext } from '@gyre/core'
import { z } from 'zod'
import { answerTo, scoreOf } from './asking.ts'

export const bestOf = defineLoop({
  name: 'best-of',
  version: 1,
  summary: 'Several whole answers, the best of which a judge picks.',
  config: z.strictObject({ samples: z.int().min(1).default(5).describe('Answers to pick from.') }),

  async run(ctx, task, { samples }) {
    const sample = async (_: number, branch: LoopContext) => {
      const answer = await answerTo(branch, task)
      return { answer, score: await scoreOf(branch, task, answer) }
    }
    const scored = await ctx.map(
      Array.from({ length: samples }, (_, index) => index),
      sample,
      { label: 'sample' },
    )
    const [first, ...others] = scored
    const best = others.reduce((a, b) => (b.score > (a?.score ?? 0) ? b : a), first)
    return { answer: best?.answer ?? null }
  },
})
