/** The settings of reason. */
import { z } from 'zod'
import { beyond } from '../../kernel/beyond.ts'

const day = 86_400

const defaultTools = ['web.search', 'web.fetch', 'knowledge.*', 'memory.*', 'math.*', 'calendar.*']

export const config = z.strictObject({
  maxIterations: z.int().min(1).max(10_000).default(15).describe('Rounds of steps before the answer must be written.'),
  maxModelCalls: z.int().min(1).max(100_000).default(60).describe('Model calls of a run.'),
  stepTimeoutSeconds: z
    .int()
    .min(1)
    .max(day)
    .default(300)
    .describe('Active time of a step of the plan: waiting for a person is not counted.'),
  toolTimeoutSeconds: z.int().min(1).max(day).default(120).describe('The longest a call of a tool may take.'),
  stuckThreshold: z.int().min(1).max(100).default(3).describe('Failures in a row before the run is stuck.'),
  doneConfidence: z.number().min(0).max(1).default(0.7).describe('Confidence from which on a decision to end counts.'),
  maxPlanSteps: z.int().min(1).max(100).default(8).describe('Steps of one plan; a longer one is refused.'),
  maxPlanAttempts: z.int().min(1).max(20).default(3).describe('How often a plan is asked for before the run is stuck.'),
  maxAdjusts: z
    .int()
    .min(0)
    .max(100)
    .default(2)
    .describe('New plans before another one, wanted with `doneConfidence`, ends in the answer.'),
  compressEvery: z.int().min(1).max(10_000).default(3).describe('Rounds after which the working memory is compressed.'),
  allowedTools: z
    .array(z.string().min(1))
    .default(defaultTools)
    .describe('Tools that a plan may use; `*` stands for any characters.'),
  approve: z.boolean().default(false).describe('Whether a person is asked before a plan is carried out.'),
  parallel: beyond('steps that do not need each other run side by side.'),
  facts: beyond('the working memory holds facts with their sources beside its text.'),
  showOutputs: beyond('the author of the answer sees what the tools gave, and cites it.'),
})

export type Config = z.output<typeof config>
