/** What a session left behind: its facts, its prompts, the proof that they are whole, where its result went. */
import { factEvent, factOf, type Runtime, readSessionRecord } from '@gyre/core'
import { createRoute, z } from '@hono/zod-openapi'
import { askerOf, visibleRow } from '../../session/asker.ts'
import { linesResponse } from '../lines.ts'
import { nativeApp } from '../native-app.ts'
import { answers, anything, failures, forRole, list, streams } from '../operation.ts'
import { deliverySchema, sessionParams } from './session-schemas.ts'

const tags = ['records']

const facts = createRoute({
  method: 'get',
  path: '/sessions/{id}/events.jsonl',
  tags,
  summary: 'Export the facts of a session, one event a line',
  ...forRole('viewer'),
  request: { params: sessionParams },
  responses: { 200: streams('application/x-ndjson', 'Events, oldest first.'), ...failures('session-unknown') },
})

const audit = createRoute({
  method: 'get',
  path: '/sessions/{id}/audit.jsonl',
  tags,
  summary: 'Export the journal with its audit chain',
  description: 'Whether it is whole can be proved without this server, with the key it was signed with.',
  ...forRole('viewer'),
  request: { params: sessionParams },
  responses: { 200: streams('application/x-ndjson', 'Facts with their links.'), ...failures('session-unknown') },
})

const promptSchema = z.object({
  path: z.string(),
  messages: list(z.object({ role: z.string(), parts: list(z.looseObject({ type: z.string() })) })),
})

const prompt = createRoute({
  method: 'get',
  path: '/sessions/{id}/steps/{path}/prompt',
  tags,
  summary: 'Read the exact prompt of a step',
  ...forRole('viewer'),
  request: { params: sessionParams.extend({ path: z.string().min(1).describe('The path of the step, URL-encoded.') }) },
  responses: {
    200: answers(promptSchema, 'The messages the model was sent.'),
    ...failures('session-unknown', 'step-unknown'),
  },
})

const verificationSchema = z.object({
  ok: z.boolean(),
  rows: z.int().optional(),
  head: z.object({ seq: z.int(), chain: z.string() }).optional().describe('To be noted down elsewhere.'),
  seq: z.int().optional().describe('The first row that is not what was written.'),
  why: z.string().optional(),
})

const verify = createRoute({
  method: 'get',
  path: '/sessions/{id}/verify',
  tags,
  summary: 'Check that the journal is what was written',
  ...forRole('viewer'),
  request: { params: sessionParams },
  responses: { 200: answers(verificationSchema, 'Whether it is whole.'), ...failures('session-unknown') },
})

const replaySchema = z.object({
  isEqual: z.boolean().describe('Same steps, same requests, same end.'),
  drift: list(anything).describe('Requests that are not what they were.'),
  unused: list(z.string()).describe('Paths that were recorded and are not asked for any more.'),
  error: z.object({ code: z.string(), message: z.string(), fix: z.string() }).nullable(),
  end: anything,
  otherEnd: anything,
})

const replay = createRoute({
  method: 'post',
  path: '/sessions/{id}/replay',
  tags,
  summary: 'Run a session again from its journal, with no model and no tool',
  ...forRole('viewer'),
  request: { params: sessionParams },
  responses: { 200: answers(replaySchema, 'What differs.'), ...failures('session-unknown', 'loop-unknown') },
})

const deliveriesSchema = z.object({ deliveries: list(deliverySchema) })

const deliveries = createRoute({
  method: 'get',
  path: '/sessions/{id}/deliveries',
  tags,
  summary: 'See where the result goes, and whether it has arrived',
  ...forRole('viewer'),
  request: { params: sessionParams },
  responses: { 200: answers(deliveriesSchema, 'One for each target.'), ...failures('session-unknown') },
})

export function recordRoutes() {
  return nativeApp()
    .openapi(facts, async (context) => {
      const { id } = await visibleRow(askerOf(context), context.req.valid('param').id)
      return linesResponse(factLines(context.get('tenant').runtime, id), `${id}.events.jsonl`)
    })
    .openapi(audit, async (context) => {
      const { id } = await visibleRow(askerOf(context), context.req.valid('param').id)
      return linesResponse(context.get('tenant').runtime.export(id), `${id}.audit.jsonl`)
    })
    .openapi(prompt, async (context) => {
      const { id, path } = context.req.valid('param')
      await visibleRow(askerOf(context), id)
      const messages: z.output<typeof promptSchema>['messages'] = await context.get('tenant').runtime.prompt(id, path)
      return context.json({ path, messages }, 200)
    })
    .openapi(verify, async (context) => {
      const { id } = await visibleRow(askerOf(context), context.req.valid('param').id)
      return context.json(await context.get('tenant').runtime.verify(id), 200)
    })
    .openapi(replay, async (context) => {
      const { id } = await visibleRow(askerOf(context), context.req.valid('param').id)
      return context.json(await replayed(context.get('tenant').runtime, id), 200)
    })
    .openapi(deliveries, async (context) => {
      const { id } = await visibleRow(askerOf(context), context.req.valid('param').id)
      const { record } = await readSessionRecord(context.get('tenant').runtime, id)
      return context.json({ deliveries: record.deliveries }, 200)
    })
}

const pageSize = 1000

async function* factLines({ store }: Runtime, id: string): AsyncGenerator<string, void, undefined> {
  for (let from = 1; ; ) {
    const rows = await store.journal.read(id, from, pageSize)
    for (const row of rows) yield JSON.stringify(factEvent(id, factOf(row)))
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    from = last.seq + 1
  }
}

async function replayed(runtime: Runtime, id: string): Promise<z.output<typeof replaySchema>> {
  const { error, ...report } = await runtime.replay(id)
  return { ...report, error: error?.toJSON() ?? null }
}
