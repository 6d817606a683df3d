/** What `auto` is set by, and what it asks of models. */
import { z } from 'zod'

const candidate = z.strictObject({
  loop: z
    .string()
    .min(1)
    .refine((name) => name !== 'auto', 'expected a loop other than `auto`')
    .describe('The name of a loop.'),
  config: z.record(z.string(), z.unknown()).default({}).describe("That loop's settings."),
})

export const config = z.strictObject({
  route: z
    .enum(['auto', 'model', 'rules'])
    .default('auto')
    .describe('Who chooses the first loop: rules, and a model where they are not clear; the model; the rules alone.'),
  minConfidence: z.number().min(0).max(1).default(0.6).describe("An answer is good from this judge's confidence on."),
  maxEscalations: z.int().min(0).max(20).default(2).describe('Loops that may be tried after the first.'),
  candidates: z
    .array(candidate)
    .default([])
    .describe('The loops it may choose, each as `{ loop, config }`; none named: all there are.'),
})

export type Candidate = z.output<typeof candidate>

export const routeSchema = z.object({
  loop: z.string().describe('The name of a loop from the list.'),
  reason: z.string().describe('Why this one, in a sentence.'),
})

export const confidenceSchema = z.object({
  confidence: z.number().min(0).max(1).describe('From 0, surely wrong, to 1, surely right and complete.'),
  reason: z.string().describe('What is wrong or missing, in a sentence or two.'),
})
