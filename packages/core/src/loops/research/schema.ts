/** The forms of the replies of research. */
import { z } from 'zod'

const heading = z.string().trim().min(1).max(200)
const subtopics = z.array(z.string().trim().min(1).max(200)).max(12).optional()

/** A topic as models write it. */
const topic = z.object({
  topic: heading.describe('What a section of the report is about, as its heading.'),
  subtopics: subtopics.describe('What the section should say something about: two to four.'),
})

export type OutlineReply = { readonly topics: readonly z.output<typeof topic>[] }

/** A list that is too long can be read, so that it can be cut: the model is told the limit all the same. */
export function outlineSchema(maxTopics: number): z.ZodType<OutlineReply> {
  return z.object({ topics: z.array(topic).min(1).meta({ maxItems: maxTopics }) })
}

const search = z.object({
  action: z.literal('SEARCH'),
  query: z.string().trim().min(1).max(400).describe('What to look for, as a search engine is asked.'),
  target_outline_topic: z.string().trim().max(200).optional().describe('The id of the topic it is for, such as `t2`.'),
})

const addition = z.object({
  action: z.literal('ADD_TO_OUTLINE'),
  topic: heading.describe('The heading of a new section.'),
  subtopics,
})

export const planSchema = z.object({
  critique: z.string().trim().max(4_000).describe('What the last round brought, and what is missing most.'),
  thought: z.string().trim().max(4_000).describe('How the plan goes about that.'),
  plan: z.array(z.discriminatedUnion('action', [search, addition])).max(100),
})

export type PlanReply = z.output<typeof planSchema>
export type SearchAction = z.output<typeof search>
export type AddAction = z.output<typeof addition>

export const frontSchema = z.object({
  title: z.string().trim().min(1).max(300).describe('The title of the report, in a few words.'),
  abstract: z
    .string()
    .trim()
    .min(1)
    .max(6_000)
    .describe('What the report says, in at most 250 words, without citations.'),
})

export type Front = z.output<typeof frontSchema>
