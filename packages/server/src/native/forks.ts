/** Forks: a new session over the first steps of another. */
import type { ForkOptions, SessionDefinition } from '@gyre/core'
import { createRoute, z } from '@hono/zod-openapi'
import { requireRole } from '../auth/caller.ts'
import { askerOf, visibleRow, visibleRows } from '../session/asker.ts'
import { type Asker, refuseInnerLoops, targetNamed } from '../session/begin-session.ts'
import { beginWithin } from '../session/caller-budget.ts'
import { visiblePrompt } from './catalog/prompt-entry.ts'
import { longestDocument } from './catalog/versions.ts'
import { given } from './given.ts'
import { nativeApp } from './native-app.ts'
import { answers, failures, forRole, jsonBody, list } from './operation.ts'
import { budgetInput, sessionParams, summaryOf, summarySchema } from './sessions/session-schemas.ts'
import { startedSchema } from './sessions/start-session.ts'

const tags = ['forks']

const forkSchema = z
  .strictObject({
    at: z.union([z.string().min(1), z.int().min(1)]).describe('The last step that is kept, by its path or its number.'),
    steer: z.string().min(1).optional().describe('Guidance for the first request after it.'),
    config: z.record(z.string(), z.unknown()).optional(),
    model: z.string().min(1).optional(),
    persona: z.string().min(1).optional().describe('Go on as this persona; it must have the same loop.'),
    budget: budgetInput.optional(),
    prompts: z
      .record(z.string(), z.string().max(longestDocument))
      .optional()
      .describe(
        'Prompts in other words for what comes after it, by id; empty for the default. Needs the role `admin`, as saving them does.',
      ),
  })
  .openapi('ForkSession', { example: { at: 12, steer: 'Use the second source.' } })

const fork = createRoute({
  method: 'post',
  path: '/sessions/{id}/forks',
  tags,
  summary: 'Fork a session from one of its steps',
  description: 'The source is never touched.',
  ...forRole('user'),
  request: { params: sessionParams, body: jsonBody(forkSchema) },
  responses: {
    201: answers(startedSchema, 'The fork runs; the header `location` leads to it.'),
    ...failures(
      'session-unknown',
      'step-unknown',
      'persona-unknown',
      'loop-unknown',
      'loop-differs',
      'config-invalid',
      'model-unknown',
      'prompt-unknown',
      'prompt-invalid',
      'quota-exceeded',
    ),
  },
})

const listed = createRoute({
  method: 'get',
  path: '/sessions/{id}/forks',
  tags,
  summary: 'List the forks of a session, newest first',
  ...forRole('viewer'),
  request: { params: sessionParams },
  responses: {
    200: answers(z.object({ forks: list(summarySchema.extend({ at: z.int() })) }), 'Its forks.'),
    ...failures('session-unknown'),
  },
})

export function forkRoutes() {
  return nativeApp()
    .openapi(fork, async (context) => {
      const asker = askerOf(context)
      const { id } = await visibleRow(asker, context.req.valid('param').id)
      const forked = await forkFor(asker, id, context.req.valid('json'))
      const { mirror } = await visibleRow(asker, forked)
      const started = { id: forked, status: mirror.status, thread: mirror.thread }
      return context.json(started, 201, { location: context.req.path.replace(/[^/]+\/forks$/, forked) })
    })
    .openapi(listed, async (context) => {
      const asker = askerOf(context)
      const { id } = await visibleRow(asker, context.req.valid('param').id)
      return context.json({ forks: await forksOf(asker, id) }, 200)
    })
}

async function forkFor(asker: Asker, id: string, body: z.output<typeof forkSchema>): Promise<string> {
  const { caller, tenant } = asker
  const { at, steer, config, model, persona, budget, prompts } = body
  if (persona !== undefined) await targetNamed(asker, persona)
  await refuseInnerLoops(asker, config)
  if (prompts !== undefined) await refusePrompts(asker, Object.keys(prompts))
  const forked = await beginWithin(caller, tenant.runtime.store.keyValue, given({ budget }), (allowed) => {
    const changes = given({ steer, config, model, persona, prompts, budget: allowed.budget })
    const options: ForkOptions = { at, by: caller.name, ...changes }
    return tenant.runtime.fork(id, options)
  })
  return forked.id
}

/** Whoever may not save a prompt does not put it into other words for a run either, nor is told which there are. */
async function refusePrompts(asker: Asker, ids: readonly string[]): Promise<void> {
  requireRole(asker.caller, 'admin')
  for (const id of ids) await visiblePrompt(asker, id)
}

/** Sessions that are looked at: what a session was forked from is told by its first fact alone. */
const mostLooked = 5000

/** A fork is younger than its source: older sessions need not be looked at. */
async function forksOf(asker: Asker, source: string) {
  const { journal } = asker.tenant.runtime.store
  const forks: (ReturnType<typeof summaryOf> & { readonly at: number })[] = []
  let looked = 0
  for await (const row of visibleRows(asker)) {
    looked++
    if (row.id === source || looked > mostLooked) break
    const [created] = await journal.read(row.id, 1, 1)
    const { fork: origin } = JSON.parse(created?.data ?? '{}') as Partial<SessionDefinition>
    if (origin?.session === source) forks.push({ ...summaryOf(row), at: origin.at })
  }
  return forks
}
