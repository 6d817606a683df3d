/** Interventions: what a person does to a running session. */
import { z } from 'zod'
import { GyreError } from '../errors.ts'
import { readAs } from '../faults/issues.ts'
import type { Json } from '../json.ts'
import { type Message, user } from '../messages.ts'

const json = z.unknown().transform((value) => value as Json)

const questionPath = z.string().min(1).optional().describe('Path of the question; not needed when only one is open.')

const bodies = {
  pause: z.strictObject({ reason: z.string().min(1).optional() }),
  resume: z.strictObject({}),
  step: z.strictObject({}),
  steer: z.strictObject({
    text: z.string().min(1),
    branch: z.string().min(1).optional().describe('Path of one branch; all branches when left out.'),
  }),
  context: z.union([
    z.strictObject({ text: z.string().min(1) }),
    z.strictObject({ file: z.strictObject({ name: z.string(), mediaType: z.string(), data: z.string() }) }),
  ]),
  override: z.union([
    z.strictObject({ tool: z.string().min(1), input: json.default({}) }),
    z.strictObject({ result: json, path: z.string().min(1).optional() }),
  ]),
  plan: z.strictObject({
    steps: z.array(
      z.looseObject({ id: z.string().min(1), goal: z.string().min(1), needs: z.array(z.string()).optional() }),
    ),
  }),
  answer: z.strictObject({ text: z.string(), question: questionPath }),
  approve: z.strictObject({ input: json.optional(), question: questionPath }),
  reject: z.strictObject({ reason: z.string().optional(), question: questionPath }),
  finish: z.strictObject({}),
  abort: z.strictObject({}),
} as const

/** The name of something that people can do to a session. */
export type Action = keyof typeof bodies
export type InterventionBody<A extends Action> = z.output<(typeof bodies)[A]>
export type OverrideBody = InterventionBody<'override'>
export type ToolOverride = Extract<OverrideBody, { readonly tool: string }>

/** All of them. */
export const actions = Object.keys(bodies) as readonly Action[]

/** Checks what somebody sends before it is queued. */
export function readIntervention(action: string, body: unknown): { readonly action: Action; readonly body: Json } {
  if (!Object.hasOwn(bodies, action)) {
    throw new GyreError('intervention-invalid', `\`${action}\` is not an action. Actions: ${actions.join(', ')}.`)
  }
  const schema: z.ZodType = bodies[action as Action]
  const read = readAs(schema, body, 'intervention-invalid', `\`${action}\``)
  return { action: action as Action, body: read as Json }
}

/** Whether a session that has done nothing yet comes to its end by it. */
export function isEnding(action: Action): boolean {
  return action === 'abort' || action === 'finish'
}

/** Guidance as the model reads it. */
export function guidanceMessage(text: string): Message {
  return user(`[USER GUIDANCE] ${text}`)
}

/** A person's addition to every later request. */
export function contextMessage(body: Json): Message {
  const context = body as InterventionBody<'context'>
  if ('text' in context) return user(`[CONTEXT] ${context.text}`)
  return user(`[CONTEXT] ${context.file.name}`, { type: 'file', ...context.file })
}
