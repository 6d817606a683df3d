/** Models: which there are, whether they answer, and a connection that is tried before it is kept. */
import { redactor, user } from '@gyre/core'
import { createRoute } from '@hono/zod-openapi'
import { audited } from '../../auth/audited.ts'
import type { Service } from '../../http/app-env.ts'
import { askerOf } from '../../session/asker.ts'
import { nativeApp } from '../native-app.ts'
import { answers, failures, forOperator, forRole, jsonBody } from '../operation.ts'
import { connectionBody, localSchema, overviewSchema, testBody } from './model-schemas.ts'
import { type ModelReply, oneReply, replySchema } from './one-reply.ts'

const tags = ['models']

/** As little as shows that the model is there, and speaks. */
const greeting = [user('Say hello in one short sentence.')]

/** Models that think before they speak need room for it. */
const mostOutputTokens = 512

const listed = createRoute({
  method: 'get',
  path: '/models',
  tags,
  summary: 'List the models, and their providers',
  description: 'Keys are named by their variables and never shown. Models of local servers are not asked for here.',
  ...forRole('viewer'),
  responses: { 200: answers(overviewSchema, 'Those that are set first.'), ...failures() },
})

const local = createRoute({
  method: 'get',
  path: '/models/local',
  tags,
  summary: 'Look which model servers answer on this machine',
  ...forRole('admin'),
  responses: { 200: answers(localSchema, 'Those that are known, and whether they answer.'), ...failures() },
})

const test = createRoute({
  method: 'post',
  path: '/models/test',
  tags,
  summary: 'Ask a model for one sentence',
  description: 'A real request, which may cost something. That the model fails is told in the answer.',
  ...forRole('admin'),
  request: { body: jsonBody(testBody) },
  responses: { 200: answers(replySchema, 'What came of it.'), ...failures('quota-exceeded') },
})

const tried = createRoute({
  method: 'post',
  path: '/models/try',
  tags,
  summary: 'Try a key or an address of a provider without keeping it',
  description:
    'Nothing of it is stored, logged or sent back. No key of this server goes with it. For who runs the server: they may name any address, as they may in the config.',
  ...forOperator(),
  request: { body: jsonBody(connectionBody) },
  responses: { 200: answers(replySchema, 'What came of it.'), ...failures('quota-exceeded') },
})

export function modelRoutes(service: Service) {
  const shown = (text: string) => service.place.redacted(text)
  return nativeApp()
    .openapi(listed, async (context) => context.json(await context.get('tenant').models.overview(), 200))
    .openapi(local, async (context) => context.json({ servers: await context.get('tenant').models.local() }, 200))
    .openapi(test, async (context) => {
      const asker = askerOf(context)
      const { model: name } = context.req.valid('json')
      const reply: ModelReply = await oneReply(asker, {
        name,
        find: () => asker.tenant.model(name),
        messages: greeting,
        maxOutputTokens: mostOutputTokens,
        signal: context.req.raw.signal,
        redacted: shown,
      })
      await audited(service, context, 'model.tested', { target: name, data: { ok: reply.ok } })
      return context.json(reply, 200)
    })
    .openapi(tried, async (context) => {
      const asker = askerOf(context)
      const connection = context.req.valid('json')
      const name = `${connection.provider}/${connection.model}`
      // A provider may repeat the key it refuses.
      const secret = redactor(connection.key === undefined ? [] : [connection.key])
      const reply: ModelReply = await oneReply(asker, {
        name,
        find: () => asker.tenant.models.reached(connection),
        messages: greeting,
        maxOutputTokens: mostOutputTokens,
        signal: context.req.raw.signal,
        redacted: (text) => secret.text(shown(text)),
      })
      await audited(service, context, 'model.tried', { target: name, data: { ok: reply.ok } })
      return context.json(reply, 200)
    })
}
