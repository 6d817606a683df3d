/** One record of each shape, read as what a task is made of. Faults are texts: where it stands is told by who reads the file. */
import type { JsonObject } from '@gyre/core'
import { z } from 'zod'
import { scorerNames } from './task.ts'
import type { TaskShape } from './task-shape.ts'

const answer = z.union([z.string(), z.number(), z.boolean()])
const name = z.union([z.string(), z.number()], 'expected a text or a number')

export const ownSchema = z.looseObject({
  id: name.optional(),
  goal: z.string().optional(),
  question: z.string().optional(),
  answer: z.union([z.string(), z.number(), z.boolean(), z.array(answer).min(1)]),
  scorer: z.enum(scorerNames).optional(),
  tolerance: z.union([z.number().min(0), z.string().regex(/^\d+(?:\.\d+)?\s*%$/)]).optional(),
  files: z.array(z.string().min(1)).optional(),
  context: z.string().optional(),
  config: z.record(z.string(), z.json()).optional(),
})

export const gaiaSchema = z.looseObject({
  task_id: name,
  Question: z.string(),
  'Final answer': answer,
  Level: name.optional(),
  file_name: z.string().nullish(),
})

/** Passage by passage, or all titles and all sentences. */
const passages = z.union([
  z.array(z.tuple([z.string(), z.array(z.string())])),
  z
    .object({ title: z.array(z.string()), sentences: z.array(z.array(z.string())) })
    .refine(({ title, sentences }) => title.length === sentences.length, 'expected as many `sentences` as titles')
    .transform(({ title, sentences }) => title.map((each, at): [string, string[]] => [each, sentences[at] ?? []])),
])

export const hotpotSchema = z.looseObject({
  _id: name.optional(),
  id: name.optional(),
  question: z.string(),
  answer,
  context: passages.optional(),
  type: z.string().optional(),
  level: z.string().optional(),
})

export const schemas = { own: ownSchema, gaia: gaiaSchema, hotpotqa: hotpotSchema } as const satisfies Record<
  TaskShape,
  z.ZodType
>

/** What a record says, whatever its shape is. */
export type Statement = {
  readonly id: string | undefined
  readonly goal: string
  readonly answers: readonly string[]
  readonly files: readonly string[]
  readonly context: string | undefined
  readonly scorer: (typeof scorerNames)[number] | undefined
  readonly tolerance: number | string | undefined
  readonly config: JsonObject | undefined
}

/** These data sets take short answers, so a model is told to give one. In our own shape the goal says what is wanted. */
const shortAnswer =
  'End with a line that begins with FINAL ANSWER: and holds nothing but the answer: a number, as few words as possible, or a list with commas. Write numbers in digits, without units unless they are asked for.'

const nothingMore = { scorer: undefined, tolerance: undefined, config: undefined } as const

export function ownStatement(record: z.infer<typeof ownSchema>): Statement {
  const { id, goal, question, answer: given, files = [], context, scorer, tolerance, config } = record
  return {
    id: id === undefined ? undefined : String(id),
    goal: goal ?? question ?? '',
    answers: (Array.isArray(given) ? given : [given]).map(String),
    files,
    context: context?.trim() ? context : undefined,
    scorer,
    tolerance,
    config: config as JsonObject | undefined,
  }
}

export function gaiaStatement(record: z.infer<typeof gaiaSchema>): Statement {
  const { task_id: id, Question: question, 'Final answer': given, file_name: file } = record
  return {
    ...nothingMore,
    id: String(id),
    goal: withShortAnswer(question),
    answers: [String(given)],
    files: file ? [file] : [],
    context: undefined,
  }
}

export function hotpotStatement(record: z.infer<typeof hotpotSchema>): Statement {
  const { id: other, _id: id = other, question, answer: given, context = [] } = record
  const texts = context.map(([title, sentences]) => `# ${title}\n${sentences.map((each) => each.trim()).join(' ')}`)
  return {
    ...nothingMore,
    id: id === undefined ? undefined : String(id),
    goal: withShortAnswer(question),
    answers: [String(given)],
    files: [],
    context: texts.length > 0 ? texts.join('\n\n') : undefined,
  }
}

function withShortAnswer(question: string): string {
  return question.trim() === '' ? '' : `${question.trim()}\n\n${shortAnswer}`
}
