/** The settings of plan-execute, and the form of its plans. */
import { z } from 'zod'
import { beyond } from '../../kernel/beyond.ts'
import { innerLoop } from '../inner-loop.ts'

export const config = z.strictObject({
  maxSteps: z.int().min(1).max(100).default(10).describe('Steps of one plan; what goes beyond is cut.'),
  maxStepIterations: z
    .int()
    .min(1)
    .max(100_000)
    .default(5)
    .describe('`maxIterations` of the loop inside of a step, when that is `react` and sets none.'),
  step: innerLoop({ loop: 'react', config: {} }).describe('The loop that carries out a step, and its settings.'),
  approve: z.boolean().default(false).describe('Whether a person is asked before a plan is carried out.'),
  parallel: beyond('steps that do not need each other run side by side.'),
  replan: beyond('a step may say that the rest is pointless, and the rest is planned anew.'),
  maxReplans: z.int().min(0).max(100).default(2).describe('How often the rest is planned anew.'),
  showOutputs: beyond('the last call sees what the steps gave, not only what they were for.'),
})

export type Config = z.output<typeof config>

const step = z.object({
  id: z.string().trim().min(1).max(60).describe('A short name of its own, such as `1`.'),
  goal: z.string().trim().min(1).max(4000).describe('What is to be done, and what it is to give.'),
  needs: z
    .array(z.string().trim())
    .max(100)
    .optional()
    .describe('Ids of the steps whose results it uses; [] for none. Left out, it is the step before.'),
})

/** A plan. One that is too long can be read, so that it can be cut: the model is told the limit all the same. */
export function planSchema(maxSteps: number) {
  return z.object({ steps: z.array(step).min(1).meta({ maxItems: maxSteps }) })
}
