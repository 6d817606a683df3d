/** API keys and login links: made by administrators. */
import { GyreError } from '@gyre/core'
import { createRoute, z } from '@hono/zod-openapi'
import type { NewKey } from '../auth/api-keys.ts'
import { audited } from '../auth/audited.ts'
import { roles } from '../auth/caller.ts'
import { keyBudgetSchema, newKeySchema } from '../auth/new-key.ts'
import type { Service } from '../http/app-env.ts'
import { isSecure } from '../http/is-secure.ts'
import { fromCore } from './core-schema.ts'
import { nativeApp } from './native-app.ts'
import { answers, failures, forOperator, jsonBody, list, time } from './operation.ts'

const tags = ['administration']

export const shownBudget = fromCore('KeyBudget', keyBudgetSchema)

const keySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    owner: z.string(),
    role: z.enum(roles),
    personas: list(z.string()).nullable().describe('Personas and loops it may use; null for all.'),
    budget: shownBudget.nullable(),
    createdAt: time,
    expiresAt: z.string().nullable(),
    revokedAt: time.nullable(),
  })
  .openapi('Key')

const wantedKey = fromCore('NewKey', newKeySchema, {
  name: 'laptop',
  role: 'user',
  budget: { perDay: { costUsd: 5 } },
})

type Shown = z.output<typeof keySchema>

const listed = createRoute({
  method: 'get',
  path: '/keys',
  tags,
  summary: 'List the keys',
  ...forOperator(),
  responses: { 200: answers(z.object({ keys: list(keySchema) }), 'Never their texts.'), ...failures() },
})

const add = createRoute({
  method: 'post',
  path: '/keys',
  tags,
  summary: 'Make a key',
  ...forOperator(),
  request: { body: jsonBody(wantedKey) },
  responses: {
    201: answers(
      z.object({ key: z.string().describe('Its text: shown here, and never again.'), record: keySchema }),
      'Note the key down.',
    ),
    ...failures(),
  },
})

const revoke = createRoute({
  method: 'delete',
  path: '/keys/{id}',
  tags,
  summary: 'Revoke a key',
  ...forOperator(),
  request: { params: z.object({ id: z.string().min(1) }) },
  responses: { 200: answers(keySchema, 'It opens nothing from now on.'), ...failures('key-unknown') },
})

const link = createRoute({
  method: 'post',
  path: '/login-links',
  tags,
  summary: 'Make a link that logs a browser in, once',
  ...forOperator(),
  responses: { 201: answers(z.object({ url: z.string() }), 'It works for a quarter of an hour.'), ...failures() },
})

export function keyRoutes(service: Service) {
  const { keys, gate } = service
  return nativeApp()
    .openapi(listed, async (context) => {
      const all: readonly Shown[] = await keys.list()
      return context.json({ keys: all }, 200)
    })
    .openapi(add, async (context) => {
      const { record, key } = await keys.add(context.req.valid('json') as NewKey)
      const { id, name, owner, role } = record
      await audited(service, context, 'key.added', { target: id, data: { name, owner, role } })
      return context.json({ key, record: record satisfies Shown }, 201)
    })
    .openapi(revoke, async (context) => {
      const record: Shown = await keys.revoke(context.req.valid('param').id)
      await audited(service, context, 'key.revoked', { target: record.id, data: { name: record.name } })
      return context.json(record, 200)
    })
    .openapi(link, async (context) => {
      if (service.mount) throw new GyreError('route-unknown', 'Browsers log in where the program says so.')
      const { host } = new URL(context.req.url)
      const url = await gate.links.make(`${isSecure(context) ? 'https' : 'http'}://${host}`)
      await audited(service, context, 'login-link.made', { target: 'browser' })
      return context.json({ url }, 201)
    })
}
