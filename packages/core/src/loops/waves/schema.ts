/** The form of the plans of waves. */
import { z } from 'zod'

/** What a plan may hold, in however many waves it is carried out. */
const mostCalls = 200

const call = z.strictObject({
  id: z.string().trim().min(1).max(60).describe('A short name of its own, such as `dates`.'),
  tool: z.string().trim().min(1).max(200).describe('The name of a tool that is listed.'),
  args: z
    .record(z.string(), z.unknown())
    .describe('Its arguments. A value may be {"$ref": "id.path.to[0].field"}: a part of the result of another call.'),
  needs: z
    .array(z.string().trim())
    .max(100)
    .optional()
    .describe('Ids of calls without whose results it must not be made; what is referred to is needed anyway.'),
})

const missing = z.strictObject({
  name: z.string().trim().min(1).max(200).describe('The parameter.'),
  question: z.string().trim().min(1).max(2000).describe('What to ask the person.'),
})

/** Other keys than these are looked at by `readLoosePlan`: none is dropped unseen. */
export const planSchema = z.strictObject({
  status: z
    .enum(['continue', 'done'])
    .describe('`done` when nothing is left to plan behind these calls, else `continue`.'),
  action: z.string().trim().max(2000).describe('What this wave does, in a sentence that people understand.'),
  slots: z.record(z.string(), z.unknown()).optional().describe('What is known of the task so far, by name.'),
  tools: z.array(call).max(mostCalls).describe('The calls of this wave; [] for none.'),
  missing: z.array(missing).max(20).optional().describe('Mandatory parameters that only the person can tell.'),
  reasoning: z.string().trim().max(4000).optional().describe('Why these calls, or why none.'),
})

/** A plan as a model writes it. */
export type Draft = z.output<typeof planSchema>
