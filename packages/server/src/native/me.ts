/** Who calls, and what they talk to. */
import { createRoute, z } from '@hono/zod-openapi'
import { roles } from '../auth/caller.ts'
import { meOf } from '../auth/me.ts'
import type { Service } from '../http/app-env.ts'
import { shownBudget } from './keys.ts'
import { nativeApp } from './native-app.ts'
import { answers, failures, forRole, list } from './operation.ts'

const tags = ['server']

const meSchema = z
  .object({
    owner: z.string(),
    name: z.string().describe('Whom records name: `key:laptop`, `browser`, `local`.'),
    role: z.enum(roles),
    key: z.string().nullable().describe('The id of the key; null for a browser.'),
    personas: list(z.string()).nullable().describe('Personas and loops it may use; null for all.'),
    budget: shownBudget.nullable(),
    csrf: z.string().nullable().describe('What a browser sends as `x-gyre-csrf` with every change.'),
  })
  .openapi('Me')

const me = createRoute({
  method: 'get',
  path: '/me',
  tags,
  summary: 'See who you are here, and what you may do',
  ...forRole('viewer'),
  responses: { 200: answers(meSchema, 'The caller.'), ...failures() },
})

const version = createRoute({
  method: 'get',
  path: '/version',
  tags,
  summary: 'See which Gyre this is',
  ...forRole('viewer'),
  responses: {
    200: answers(z.object({ name: z.literal('gyre'), version: z.string(), api: z.literal('v1') }), 'It.'),
    ...failures(),
  },
})

export function meRoutes({ place }: Service) {
  return nativeApp()
    .openapi(me, (context) => {
      const { owner, name, role, key, personas, budget, csrf } = meOf(context)
      return context.json({ owner, name, role, key, personas, budget, csrf }, 200)
    })
    .openapi(version, (context) =>
      context.json({ name: 'gyre' as const, version: place.version, api: 'v1' as const }, 200),
    )
}
