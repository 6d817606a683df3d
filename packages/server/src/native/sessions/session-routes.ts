/** Sessions: started, listed, read, resumed. */
import { readSessionRecord } from '@gyre/core'
import { createRoute, type z } from '@hono/zod-openapi'
import { etag } from 'hono/etag'
import type { Service } from '../../http/app-env.ts'
import { askerOf, visibleRow } from '../../session/asker.ts'
import { nativeApp } from '../native-app.ts'
import { answers, failures, forRole, jsonBody, mayHave } from '../operation.ts'
import { listQuery, listSchema, sessionList } from './session-list.ts'
import { recordSchema, sessionParams, summaryOf, summarySchema } from './session-schemas.ts'
import { startedSchema, startSchema, startSession } from './start-session.ts'

const tags = ['sessions']

const start = createRoute({
  method: 'post',
  path: '/sessions',
  tags,
  summary: 'Start a session',
  description: 'It runs in the background: watch it by its events, or read it.',
  ...forRole('user'),
  ...mayHave('idempotency-key', 'The same as `idempotencyKey`.'),
  request: { body: jsonBody(startSchema) },
  responses: {
    201: answers(startedSchema, 'It was started; the header `location` leads to it.'),
    ...failures(
      'loop-unknown',
      'persona-unknown',
      'loop-off',
      'config-invalid',
      'budget-invalid',
      'task-invalid',
      'model-unknown',
      'price-unknown',
      'delivery-invalid',
      'quota-exceeded',
      'body-too-large',
    ),
  },
})

const listed = createRoute({
  method: 'get',
  path: '/sessions',
  tags,
  summary: 'List sessions, newest first',
  ...forRole('viewer'),
  request: { query: listQuery },
  responses: { 200: answers(listSchema, 'A page of sessions.'), ...failures() },
})

const read = createRoute({
  method: 'get',
  path: '/sessions/{id}',
  tags,
  summary: 'Read all that is known of a session',
  description: 'With an `etag`: ask with `if-none-match` to be told of changes alone.',
  ...forRole('viewer'),
  request: { params: sessionParams },
  responses: { 200: answers(recordSchema, 'The session.'), ...failures('session-unknown') },
})

const resume = createRoute({
  method: 'post',
  path: '/sessions/{id}/resume',
  tags,
  summary: 'Go on with a session that is paused, parked or was interrupted',
  ...forRole('user'),
  request: { params: sessionParams },
  responses: {
    202: answers(summarySchema, 'It goes on.'),
    ...failures('session-unknown', 'session-ended', 'session-busy'),
  },
})

export function sessionRoutes({ now }: Service) {
  const routes = nativeApp()
  routes.use('/sessions/:id', etag())
  return routes
    .openapi(start, async (context) => {
      const asker = askerOf(context)
      const key = context.req.header('idempotency-key')
      const id = await startSession(asker, context.req.valid('json'), key)
      const { mirror } = await visibleRow(asker, id)
      const started = { id, status: mirror.status, thread: mirror.thread }
      return context.json(started, 201, { location: `${context.req.path}/${id}` })
    })
    .openapi(listed, async (context) =>
      context.json(await sessionList(askerOf(context), context.req.valid('query'), now()), 200),
    )
    .openapi(read, async (context) => {
      const asker = askerOf(context)
      const { id } = await visibleRow(asker, context.req.valid('param').id)
      const { record }: { record: z.output<typeof recordSchema> } = await readSessionRecord(asker.tenant.runtime, id)
      return context.json(record, 200)
    })
    .openapi(resume, async (context) => {
      const asker = askerOf(context)
      const { id } = await visibleRow(asker, context.req.valid('param').id)
      await asker.tenant.runtime.resume(id)
      return context.json(summaryOf(await visibleRow(asker, id)), 202)
    })
}
