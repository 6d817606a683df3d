/** The settings of waves. */
import { z } from 'zod'
import { beyond } from '../../kernel/beyond.ts'

export const config = z.strictObject({
  maxWaves: z
    .int()
    .min(1)
    .max(100)
    .default(5)
    .describe('Waves of tools before the answer is written; 1 plans everything at once.'),
  maxTools: z.int().min(1).max(100).default(10).describe('Calls of one wave; the rest of a plan is the next wave.'),
  maxQuestions: z.int().min(0).max(20).default(3).describe('How often a person is asked for what only they can know.'),
  approve: z.boolean().default(false).describe('Whether a person is asked before a wave is carried out.'),
  eager: beyond('a call without effects begins while the rest of the plan is still being written.'),
  speculate: beyond('while a wave runs, the next one is guessed, and its calls without effects begin early.'),
  selfCorrect: beyond('calls that failed or gave nothing are planned again with other arguments.'),
  planCache: beyond('the first plan of an equal session is used again for 30 minutes.'),
  candidates: z
    .int()
    .min(1)
    .max(10)
    .default(1)
    .describe('Plans that are made for a wave; of several the one that a judge scores highest is run.'),
})

export type Config = z.output<typeof config>
