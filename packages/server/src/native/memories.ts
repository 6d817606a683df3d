/** What past sessions learned, and notes people added: an owner's own. */
import { createRoute, z } from '@hono/zod-openapi'
import { given } from './given.ts'
import { nativeApp } from './native-app.ts'
import { answers, failures, forRole, jsonBody, list, time } from './operation.ts'
import { limitQuery } from './page.ts'

const tags = ['memory']

const params = z.object({ id: z.string().min(1) })

const memorySchema = z
  .object({
    id: z.string(),
    kind: z.string(),
    text: z.string(),
    session: z.string().nullable().describe('The session that learned it.'),
    at: time,
    expiresAt: time.nullable(),
  })
  .openapi('Memory')

const memories = answers(z.object({ memories: list(memorySchema) }), 'Memories.')

const textBody = jsonBody(z.strictObject({ text: z.string().min(1).max(100_000) }))

const listed = createRoute({
  method: 'get',
  path: '/memory',
  tags,
  summary: 'List memories, newest first',
  ...forRole('viewer'),
  request: { query: z.object({ kind: z.string().min(1).optional(), limit: limitQuery }) },
  responses: { 200: memories, ...failures() },
})

const search = createRoute({
  method: 'get',
  path: '/memory/search',
  tags,
  summary: 'Search memories, best first',
  ...forRole('viewer'),
  request: { query: z.object({ q: z.string().min(1).max(2000), limit: limitQuery }) },
  responses: { 200: memories, ...failures() },
})

const add = createRoute({
  method: 'post',
  path: '/memory',
  tags,
  summary: 'Add a note',
  ...forRole('user'),
  request: { body: textBody },
  responses: { 201: answers(memorySchema, 'It is remembered.'), ...failures('body-too-large') },
})

const read = createRoute({
  method: 'get',
  path: '/memory/{id}',
  tags,
  summary: 'Read a memory',
  ...forRole('viewer'),
  request: { params },
  responses: { 200: answers(memorySchema, 'The memory.'), ...failures('memory-unknown') },
})

const edit = createRoute({
  method: 'patch',
  path: '/memory/{id}',
  tags,
  summary: 'Change the text of a memory',
  ...forRole('user'),
  request: { params, body: textBody },
  responses: { 200: answers(memorySchema, 'As it is now.'), ...failures('memory-unknown', 'body-too-large') },
})

const remove = createRoute({
  method: 'delete',
  path: '/memory/{id}',
  tags,
  summary: 'Forget a memory',
  ...forRole('user'),
  request: { params },
  responses: { 204: { description: 'It is forgotten.' }, ...failures('memory-unknown') },
})

export function memoryRoutes() {
  return nativeApp()
    .openapi(listed, async (context) => {
      const { kind, limit } = context.req.valid('query')
      return context.json({ memories: await context.get('tenant').memories.list({ limit, ...given({ kind }) }) }, 200)
    })
    .openapi(search, async (context) => {
      const { q, limit } = context.req.valid('query')
      return context.json({ memories: await context.get('tenant').memories.search(q, { limit }) }, 200)
    })
    .openapi(add, async (context) => {
      const memory = await context.get('tenant').memories.add(context.req.valid('json').text)
      return context.json(memory, 201, { location: `${context.req.path}/${encodeURIComponent(memory.id)}` })
    })
    .openapi(read, async (context) =>
      context.json(await context.get('tenant').memories.get(context.req.valid('param').id), 200),
    )
    .openapi(edit, async (context) => {
      const { id } = context.req.valid('param')
      return context.json(await context.get('tenant').memories.edit(id, context.req.valid('json').text), 200)
    })
    .openapi(remove, async (context) => {
      await context.get('tenant').memories.remove(context.req.valid('param').id)
      return context.body(null, 204)
    })
}
