/** Interventions: what people do to a session. */
import { type Action, actions, GyreError, type Intervention, type Json } from '@gyre/core'
import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { askerOf, visibleRow } from '../session/asker.ts'
import { given } from './given.ts'
import { nativeApp } from './native-app.ts'
import { answers, anything, failures, forRole, jsonBody, list, mayHave } from './operation.ts'
import { interventionSchema, sessionParams } from './sessions/session-schemas.ts'

const tags = ['interventions']

const params = sessionParams.extend({ intervention: z.string().min(1) })

const sendSchema = z
  .strictObject({
    action: z.enum(actions as [Action, ...Action[]]),
    body: anything.describe('What the action needs: a text, a path, arguments.').optional(),
    key: z.string().min(1).max(200).optional().describe('Sent twice with the same key it counts once.'),
  })
  .openapi('SendIntervention', { example: { action: 'steer', body: { text: 'Prefer primary sources.' } } })

const send = createRoute({
  method: 'post',
  path: '/sessions/{id}/interventions',
  tags,
  summary: 'Pause, steer, answer, approve, change or end a session',
  description: 'It is queued, and applied at the next step; its state tells what became of it.',
  ...forRole('user'),
  ...mayHave('idempotency-key', 'The same as `key`.'),
  request: { params: sessionParams, body: jsonBody(sendSchema) },
  responses: {
    202: answers(interventionSchema, 'It is queued.'),
    ...failures('session-unknown', 'session-ended', 'intervention-invalid'),
  },
})

const listed = createRoute({
  method: 'get',
  path: '/sessions/{id}/interventions',
  tags,
  summary: 'List what was sent to a session, oldest first',
  ...forRole('viewer'),
  request: { params: sessionParams },
  responses: {
    200: answers(z.object({ interventions: list(interventionSchema) }), 'All of them.'),
    ...failures('session-unknown'),
  },
})

const read = createRoute({
  method: 'get',
  path: '/sessions/{id}/interventions/{intervention}',
  tags,
  summary: 'Read an intervention',
  ...forRole('viewer'),
  request: { params },
  responses: {
    200: answers(interventionSchema, 'As it stands.'),
    ...failures('session-unknown', 'intervention-unknown'),
  },
})

const edit = createRoute({
  method: 'patch',
  path: '/sessions/{id}/interventions/{intervention}',
  tags,
  summary: 'Change what an intervention says, while it is queued',
  ...forRole('user'),
  request: { params, body: jsonBody(z.strictObject({ body: anything })) },
  responses: {
    200: answers(interventionSchema, 'As it stands now.'),
    ...failures('session-unknown', 'intervention-unknown', 'intervention-invalid', 'intervention-settled'),
  },
})

const withdraw = createRoute({
  method: 'delete',
  path: '/sessions/{id}/interventions/{intervention}',
  tags,
  summary: 'Take an intervention back, while it is queued',
  ...forRole('user'),
  request: { params },
  responses: {
    200: answers(interventionSchema, 'It is withdrawn.'),
    ...failures('session-unknown', 'intervention-unknown', 'intervention-invalid', 'intervention-settled'),
  },
})

export function interventionRoutes() {
  return nativeApp()
    .openapi(send, async (context) => {
      const { id } = await visibleRow(askerOf(context), context.req.valid('param').id)
      const { action, body, key = context.req.header('idempotency-key') } = context.req.valid('json')
      const { runtime } = context.get('tenant')
      const options = { by: context.get('caller').name, ...given({ key }) }
      const sent = await runtime.send(id, action, (body ?? {}) as Json, options)
      await runtime.wake(id)
      return context.json(shown(sent), 202)
    })
    .openapi(listed, async (context) => {
      const { id } = await visibleRow(askerOf(context), context.req.valid('param').id)
      const all = await context.get('tenant').runtime.store.interventions.list(id)
      return context.json({ interventions: all.map(shown) }, 200)
    })
    .openapi(read, async (context) => {
      const { id, intervention } = context.req.valid('param')
      return context.json(shown(await found(context, id, intervention)), 200)
    })
    .openapi(edit, async (context) => {
      const { id, intervention } = context.req.valid('param')
      await found(context, id, intervention)
      await context.get('tenant').runtime.edit(id, intervention, context.req.valid('json').body as Json)
      return context.json(shown(await found(context, id, intervention)), 200)
    })
    .openapi(withdraw, async (context) => {
      const { id, intervention } = context.req.valid('param')
      await found(context, id, intervention)
      await context.get('tenant').runtime.withdraw(id, intervention)
      return context.json(shown(await found(context, id, intervention)), 200)
    })
}

async function found(context: Context<AppEnv>, session: string, id: string): Promise<Intervention> {
  await visibleRow(askerOf(context), session)
  const all = await context.get('tenant').runtime.store.interventions.list(session)
  const one = all.find((each) => each.id === id)
  if (one) return one
  throw new GyreError('intervention-unknown', `Session \`${session}\` has no intervention \`${id}\`.`, { id })
}

function shown(intervention: Intervention): z.output<typeof interventionSchema> {
  const { id, action, body, by, at, state, appliedAt, why } = intervention
  return { id, action, body, by, at: new Date(at).toISOString(), state, appliedAt, why }
}
