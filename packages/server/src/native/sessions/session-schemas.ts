/** Sessions as the native API shows them. */
import { budgetSchema, dispatchRecord, type SessionRow } from '@gyre/core'
import { z } from '@hono/zod-openapi'
import { fromCore } from '../core-schema.ts'
import { anything, list, time } from '../operation.ts'

export const sessionParams = z.object({ id: z.string().min(1).describe('The session.') })

/** What a session may spend. */
export const budgetInput = fromCore('Budget', budgetSchema)

const usage = z
  .object({
    modelCalls: z.number(),
    toolCalls: z.number(),
    inputTokens: z.number(),
    outputTokens: z.number(),
    costUsd: z.number().nullable().describe('Null when a price is not known.'),
    activeMs: z.number().describe('Time spent working; waiting for people is not counted.'),
  })
  .openapi('Usage')

/** How it stands with its workers; what says nothing is left out. */
const dispatch = {
  priority: z.int().optional().describe('Of one that waits for a worker: higher is first. Left out where it is 0.'),
  notBefore: time.optional().describe('Nobody begins it before this time, unless somebody resumes it.'),
  worker: z.string().optional().describe('The process that works on it, or holds it.'),
  isSetAside: z
    .literal(true)
    .optional()
    .describe(
      'It cannot go on by itself, for the reason in `error`: nobody takes it until somebody resumes it. Lists, which read no journals, tell it only where the reason could not be written: else it is `waiting`.',
    ),
}

export const summarySchema = z
  .object({
    id: z.string(),
    title: z.string(),
    loop: z.string(),
    persona: z.string().nullable(),
    arm: z.string().nullable().describe("Of its persona's rollout."),
    thread: z.string(),
    status: z.string().describe('What it is doing, such as `running`, `waiting`, `paused`, `completed`.'),
    state: z.enum(['queued', 'running', 'parked', 'ended']).describe('Where it stands with its workers.'),
    ...dispatch,
    outcome: z.string().nullable().describe('How it ended: `answered`, `gap_open`, `limit:…`, `failed:…`, …'),
    usage: usage.partial().nullable().describe('What it used, once it has ended.'),
    createdAt: time,
    updatedAt: time,
  })
  .openapi('SessionSummary')

export type SessionSummary = z.output<typeof summarySchema>

export function summaryOf(row: SessionRow): SessionSummary {
  const { id, state, mirror } = row
  const { createdAt, updatedAt, usage: used, loop, persona, arm, title, thread, status, outcome } = mirror
  return {
    id,
    state,
    ...dispatchRecord(row),
    title,
    loop,
    persona,
    arm,
    thread,
    status,
    outcome,
    usage: used as SessionSummary['usage'],
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  }
}

const step = z
  .object({
    seq: z.int(),
    path: z.string(),
    kind: z.string(),
    state: z.enum(['finished', 'failed']),
    at: time,
    model: z.string().nullable(),
    role: z.string().nullable().describe('Whom a request was to: author, planner, judge or utility.'),
    tool: z.string().nullable(),
    input: anything,
    result: anything,
    ms: z.number(),
    inputTokens: z.number(),
    outputTokens: z.number(),
    costUsd: z.number().nullable(),
    by: list(z.string()),
    error: anything,
  })
  .openapi('Step')

export const questionSchema = z
  .object({
    path: z.string(),
    kind: z.string().describe('question, approval, uncertain, budget, fork or tool.'),
    question: z.string(),
    choices: list(z.string()).optional(),
    data: z.record(z.string(), anything).optional(),
  })
  .openapi('Question')

export const interventionSchema = z
  .object({
    id: z.string(),
    action: z.string(),
    body: anything,
    by: z.string().describe('Who sent it.'),
    at: time,
    state: z.enum(['queued', 'applied', 'rejected', 'withdrawn']),
    appliedAt: z.string().nullable().describe('The step it was applied at.'),
    why: z.string().nullable().describe('Why it was rejected.'),
  })
  .openapi('Intervention')

export const deliverySchema = z
  .object({
    target: z.string(),
    state: z.enum(['pending', 'delivered', 'failed']),
    attempts: z.int(),
    error: z.string().nullable(),
    nextAt: time.nullable().describe('When it is tried next.'),
    settledAt: time.nullable(),
  })
  .openapi('Delivery')

export const recordSchema = z
  .object({
    session: z.string(),
    loop: z.string(),
    persona: z.string().nullable(),
    model: z.string(),
    outcome: z.string().nullable(),
    answer: anything,
    gap: z.string().nullable().describe('What is missing, when something is.'),
    details: anything.describe("The loop's own facts: plan, tree, coverage, citations."),
    usage,
    status: z.string(),
    isRun: z.boolean().describe('Whether a process works on it now.'),
    ...dispatch,
    goal: z.string(),
    thread: z.string(),
    fork: z.object({ session: z.string(), at: z.int(), allowOnce: z.boolean() }).nullable(),
    createdAt: time,
    updatedAt: time,
    plan: anything,
    progress: z.object({ notes: z.record(z.string(), anything), scores: list(z.number()) }),
    steps: list(step),
    questions: list(questionSchema).describe('What people are asked and have not answered.'),
    interventions: list(interventionSchema),
    error: z.object({ code: z.string(), message: z.string(), fix: z.string().nullable() }).nullable(),
    drift: list(z.string()).describe('Paths whose prompt changed since it was recorded.'),
    deliveries: list(deliverySchema),
  })
  .openapi('Session')
