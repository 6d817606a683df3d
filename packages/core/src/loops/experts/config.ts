/** The settings of experts. */
import { z } from 'zod'
import { beyond } from '../../kernel/beyond.ts'
import { innerLoop } from '../inner-loop.ts'

const expert = z.strictObject({
  category: z
    .string()
    .regex(/^[a-z][a-z0-9_-]*$/)
    .describe('What a plan calls it.'),
  description: z.string().min(1).describe('What it is for, said to the planner and to itself.'),
  instructions: z.string().default('').describe('What else it is told.'),
  role: z
    .enum(['author', 'planner', 'judge', 'utility'])
    .optional()
    .describe('Asked in one call to the model of this role, without tools, instead of by a loop.'),
  // Not `innerLoop`: its default would stand in the way of the loop of all experts.
  loop: z
    .strictObject({ loop: z.string().min(1), config: z.record(z.string(), z.unknown()).default({}) })
    .optional()
    .describe('Its own loop, instead of that of all experts.'),
})

export type Expert = z.output<typeof expert>

/** The expert for whatever no other is for. It is there even where a list leaves it out. */
export const general: Expert = {
  category: 'general',
  description: 'questions that belong to no other expert, and conclusions from what others found',
  instructions: '',
}

const standard: readonly Expert[] = [
  general,
  { category: 'research', description: 'facts that have to be looked up in sources', instructions: '' },
  { category: 'math', description: 'calculations, proofs and quantities', instructions: '' },
  { category: 'code', description: 'programs: writing, reading and mending them', instructions: '' },
  { category: 'data', description: 'tables, figures and what they show', instructions: '' },
  { category: 'writing', description: 'texts: wording, structure, translation', instructions: '' },
]

export const config = z.strictObject({
  maxAgenticRounds: z.int().min(0).max(4).default(0).describe('How often a gap is planned for; 0 looks for none.'),
  tokenGuard: z
    .int()
    .min(1)
    .max(100_000_000)
    .default(80_000)
    .describe('Prompt tokens of the session from which on no gap is judged or planned for.'),
  maxTasks: z.int().min(1).max(50).default(6).describe('Tasks of one plan; what goes beyond is cut.'),
  maxExpertIterations: z
    .int()
    .min(1)
    .max(100_000)
    .default(4)
    .describe('`maxIterations` of the loop of an expert, when that is `react` and sets none.'),
  maxPages: z.int().min(0).max(10).default(2).describe('Pages that are read of what a search found.'),
  resultChars: z
    .int()
    .min(50)
    .max(24_000)
    .default(400)
    .describe('Characters of a result that stand in the place of `{result_of:id}`.'),
  experts: z
    .array(expert)
    .max(30)
    .refine((experts) => new Set(experts.map(({ category }) => category)).size === experts.length, {
      error: 'two experts have the same category; give each its own',
    })
    .default([...standard])
    .describe('Who there is; `general` is added where it is missing.'),
  expert: innerLoop({ loop: 'react', config: {} }).describe('The loop of an expert that has none of its own.'),
  critic: z.boolean().default(true).describe('Whether the answer is confirmed or corrected at the end.'),
  approve: z.boolean().default(false).describe('Whether a person is asked before a plan is carried out.'),
  parallel: beyond('a task starts as soon as those it depends on are done. Off, one task runs at a time.'),
  planCache: beyond('the plan of an equal task with equal tools is used again for 30 minutes. A re-plan never is.'),
})

export type Config = z.output<typeof config>
