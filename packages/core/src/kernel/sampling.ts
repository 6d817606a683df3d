/** Sampling: how freely each role speaks. */
import { z } from 'zod'
import type { ModelAsk } from './model-request.ts'
import type { Scope } from './scope.ts'

const samplingSchema = z.strictObject({
  temperature: z.number().min(0).max(2).optional().describe('0 says the likeliest word, higher ones are freer.'),
  topP: z.number().min(0).max(1).optional().describe('Only the likeliest words, up to this share.'),
  maxOutputTokens: z.int().min(1).optional().describe('The longest reply, in tokens.'),
  seed: z.int().optional().describe('Equal seeds give equal replies, where the provider keeps to them.'),
  stop: z.array(z.string().min(1)).optional().describe('Texts at which a reply ends.'),
})

export const samplingByRoleSchema = z.strictObject({
  author: samplingSchema.optional(),
  planner: samplingSchema.optional(),
  judge: samplingSchema.optional(),
  utility: samplingSchema.optional(),
})

/** What people chose for a role wins over what a loop asks for. Texts at which a reply ends come to those of the loop. */
export function withSampling({ session }: Scope, ask: ModelAsk): ModelAsk {
  const chosen = session.definition.sampling?.[ask.role ?? 'author']
  if (!chosen) return ask
  const { stop, ...rest } = chosen
  // Half of a value in a form is none.
  if (!stop || ask.output) return { ...ask, ...rest }
  return { ...ask, ...rest, stop: [...(ask.stop ?? []), ...stop] }
}
