/**
 * Resampling: try again until a judge accepts. What `reflexion` has to beat, for it only adds a reflection.
 *
 *     for attempt = 1 .. attempts
 *       answer <- model(goal)
 *       if judge accepts: return answer
 *     return the last answer
 */
import { defineLoop } from '@gyre/core'
import { z } from 'zod'
import { answerTo, isAccepted } from './asking.ts'

export const resample = defineLoop({
  name: 'resample',
  version: 1,
  summary: 'Try again until a judge accepts.',
  config: z.strictObject({ attempts: z.int().min(1).default(3).describe('Attempts at most.') }),

  async run(ctx, task, { attempts }) {
    let answer = ''
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      answer = await answerTo(ctx, task)
      if (await isAccepted(ctx, task, answer)) break
    }
    return { answer }
  },
})
