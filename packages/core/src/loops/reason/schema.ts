/** The forms of the replies of reason. */
import { z } from 'zod'

const workingMemory = z
  .string()
  .optional()
  .describe('The working memory as it shall be from now on: what is known, what was tried, what to do next.')

const step = z.object({
  id: z.string().trim().min(1).max(60).describe('A short name of its own, such as `1`.'),
  tool: z.string().trim().max(200).describe('The name of one of the tools.'),
  goal: z.string().trim().min(1).max(4000).describe('What the step is to find out or do.'),
  input: z.unknown().optional().describe('What the tool is probably to be given.'),
  needs: z
    .array(z.string().trim())
    .max(100)
    .optional()
    .describe('Ids of the steps whose results it uses; [] for none. Left out, it is the step before.'),
})

/** A plan. One that is too long can be read, so that its fault can be named: the model is told the limit all the same. */
export function planSchema(maxSteps: number) {
  return z.object({ steps: z.array(step).meta({ maxItems: maxSteps }), working_memory: workingMemory })
}

/** The input of a tool, in the tool's own form where that can be said. */
export function preparedSchema(input: z.ZodType) {
  return z.object({ input: input.describe('The input of the tool.'), working_memory: workingMemory })
}

const rating = (of: string) => z.number().min(1).max(5).describe(`From 1 to 5: ${of}`)

const ratings = {
  relevance: rating('does it belong to the step?'),
  completeness: rating('is all there that the step asks for?'),
  usability: rating('can it be used as it is?'),
  goal_progress: rating('does it bring the task nearer to its end?'),
  reason: z.string().optional().describe('Why, in a sentence.'),
  working_memory: workingMemory,
}

const facts = z
  .array(z.string())
  .optional()
  .describe('What the output says that the task needs, a sentence each; [] for nothing.')

const evaluation = z.object({ ...ratings, facts })

export type Evaluation = z.output<typeof evaluation>

export function evaluationSchema(hasFacts: boolean): z.ZodType<Evaluation> {
  return hasFacts ? evaluation : z.object(ratings)
}

const actions = ['continue', 'adjust', 'ask_user', 'done', 'stuck'] as const

export const decisionSchema = z.object({
  action: z.enum(actions),
  confidence: z.number().min(0).max(1).describe('How sure you are, from 0 to 1.'),
  reason: z.string().trim().min(1).describe('Why, in a sentence.'),
  question: z.string().trim().optional().describe('With `ask_user`: what to ask the person.'),
  new_plan: z.array(step).optional().describe('With `adjust`: the steps that take the place of those that are left.'),
  missing: z.string().trim().optional().describe('With `done`: what the answer would still lack, if anything.'),
  working_memory: workingMemory,
})

export type Decision = z.output<typeof decisionSchema>

export const compressedSchema = z.object({
  compressed: z.string().trim().min(1).describe('The working memory in fewer words.'),
})
