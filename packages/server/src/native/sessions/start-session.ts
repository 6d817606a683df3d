/** Starting a session over the native API: once for each idempotency key. */
import { type Breakpoint, breakpointSchema, highestPriority, type Message, type TaskInput } from '@gyre/core'
import { z } from '@hono/zod-openapi'
import { callerId } from '../../auth/caller.ts'
import { beginNamed } from '../../session/begin-named.ts'
import type { Asker } from '../../session/begin-session.ts'
import { fromCore } from '../core-schema.ts'
import { given } from '../given.ts'
import { sentTime } from '../operation.ts'
import { once } from './once.ts'
import { budgetInput } from './session-schemas.ts'

const file = z.union([
  z.strictObject({
    type: z.literal('file'),
    name: z.string(),
    mediaType: z.string(),
    data: z.string().describe('Base64, or the text of a text file.'),
  }),
  z.strictObject({
    type: z.literal('image'),
    mediaType: z.string(),
    data: z.string().optional().describe('Base64.'),
    url: z.string().optional(),
  }),
])

const message = z.object({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  parts: z.array(z.looseObject({ type: z.string() })),
})

export const startSchema = z
  .strictObject({
    goal: z.string().min(1).describe('What is wanted.'),
    persona: z.string().min(1).optional().describe('Who works on it.'),
    loop: z.string().min(1).optional().describe('The loop, where no persona is named; the default one when left out.'),
    files: z.array(file).optional().describe('Files and pictures that belong to it.'),
    messages: z.array(message).optional().describe('What was said before, in place of what the thread knows.'),
    config: z.record(z.string(), z.unknown()).optional().describe("The loop's settings."),
    budget: budgetInput.optional().describe('What it may spend.'),
    model: z.string().min(1).optional().describe('`provider/model`, or a tier.'),
    thread: z.string().min(1).max(200).optional().describe('The conversation it belongs to.'),
    output: z.record(z.string(), z.unknown()).optional().describe('A JSON Schema the answer must fit.'),
    breakpoints: z
      .array(fromCore('Breakpoint', breakpointSchema))
      .optional()
      .describe('Where it stops by itself and waits for a person.'),
    priority: z
      .int()
      .min(-highestPriority)
      .max(highestPriority)
      .optional()
      .describe(
        'Of sessions that wait for a worker, higher is first; 0 when left out. One that has it waits for a worker.',
      ),
    notBefore: sentTime.optional().describe('Nobody begins it before this time, unless somebody resumes it.'),
    deliver: z.array(z.string().min(1)).optional().describe('Where its result goes: deliveries by name, or `memory`.'),
    idempotencyKey: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('Sent twice with the same key it is started once; another body needs another key.'),
  })
  .refine(({ persona, loop }) => persona === undefined || loop === undefined, {
    message: 'give `persona` or `loop`, not both',
    path: ['loop'],
  })
  .openapi('StartSession', {
    example: { loop: 'react', goal: 'What is 17 * 6 + 14?', budget: { modelCalls: 10 } },
  })

export const startedSchema = z.object({ id: z.string(), status: z.string(), thread: z.string() })

export type StartBody = z.output<typeof startSchema>

/** Starts it, or answers with the one that was started with this key. */
export async function startSession(asker: Asker, body: StartBody, key?: string): Promise<string> {
  const { idempotencyKey = key, ...asked } = body
  if (idempotencyKey === undefined) return begin(asker, body)
  const { caller, tenant } = asker
  const whose = `${tenant.owner}:${callerId(caller)}`
  return once({ keyValue: tenant.runtime.store.keyValue, whose, key: idempotencyKey, asked }, () => begin(asker, body))
}

async function begin(asker: Asker, body: StartBody): Promise<string> {
  const { persona, loop, goal, files, messages, output, breakpoints, notBefore } = body
  const { config, budget, model, thread, deliver, priority } = body
  const task = { goal, ...given({ files, messages: messages as readonly Message[] | undefined, output }) } as TaskInput
  const options = given({
    config,
    budget,
    model,
    thread,
    breakpoints: breakpoints as Breakpoint[] | undefined,
    deliver,
    priority,
    notBefore: notBefore === undefined ? undefined : new Date(notBefore),
  })
  const { id } = await beginNamed(asker, { persona, loop, task, options })
  return id
}
