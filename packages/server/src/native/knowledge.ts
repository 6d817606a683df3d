/** Documents that loops can search: an owner's own. */
import { createRoute, z } from '@hono/zod-openapi'
import { given } from './given.ts'
import { nativeApp } from './native-app.ts'
import { answers, anything, failures, forRole, jsonBody, list, time } from './operation.ts'
import { limitQuery } from './page.ts'

const tags = ['knowledge']

const params = z.object({ id: z.string().min(1) })

const documentSchema = z
  .object({
    id: z.string(),
    source: z.string().describe('The name, path or address it is known by.'),
    title: z.string(),
    mediaType: z.string(),
    chunks: z.int(),
    at: time,
  })
  .openapi('Document')

const overview = createRoute({
  method: 'get',
  path: '/knowledge',
  tags,
  summary: 'See how much is known',
  ...forRole('viewer'),
  responses: {
    200: answers(
      z.object({ overview: z.record(z.string(), anything) }),
      'Counts of documents, chunks, vectors, edges.',
    ),
    ...failures(),
  },
})

const listed = createRoute({
  method: 'get',
  path: '/knowledge/documents',
  tags,
  summary: 'List the documents',
  ...forRole('viewer'),
  responses: { 200: answers(z.object({ documents: list(documentSchema) }), 'Without their texts.'), ...failures() },
})

const read = createRoute({
  method: 'get',
  path: '/knowledge/documents/{id}',
  tags,
  summary: 'Read a document',
  ...forRole('viewer'),
  request: { params },
  responses: {
    200: answers(documentSchema.extend({ text: z.string() }), 'With its text.'),
    ...failures('document-unknown'),
  },
})

const addSchema = z
  .strictObject({
    source: z.string().min(1).max(1000).describe('What is there under this name is replaced.'),
    text: z.string().min(1),
    mediaType: z.string().min(1).optional(),
  })
  .openapi('AddDocument', {
    example: { source: 'notes/deploy.md', text: '# Deploying\n\nFirst …', mediaType: 'text/markdown' },
  })

const add = createRoute({
  method: 'post',
  path: '/knowledge/documents',
  tags,
  summary: 'Add a text',
  ...forRole('user'),
  request: { body: jsonBody(addSchema) },
  responses: { 201: answers(documentSchema, 'It can be found now.'), ...failures('body-too-large') },
})

const remove = createRoute({
  method: 'delete',
  path: '/knowledge/documents/{id}',
  tags,
  summary: 'Remove a document',
  ...forRole('user'),
  request: { params },
  responses: { 204: { description: 'It is gone.' }, ...failures('document-unknown') },
})

const passage = z
  .object({
    document: z.string(),
    source: z.string(),
    title: z.string(),
    text: z.string(),
    start: z.int(),
    end: z.int(),
    score: z.number(),
    remark: z.string().optional().describe('What a reader should know of it, such as that it is invented.'),
  })
  .openapi('Passage')

const search = createRoute({
  method: 'get',
  path: '/knowledge/search',
  tags,
  summary: 'Search the documents',
  ...forRole('viewer'),
  request: { query: z.object({ q: z.string().min(1).max(2000), limit: limitQuery }) },
  responses: { 200: answers(z.object({ passages: list(passage) }), 'Best first.'), ...failures() },
})

const graph = createRoute({
  method: 'get',
  path: '/knowledge/graph',
  tags,
  summary: 'See the names that are linked most, or what is linked with one',
  ...forRole('viewer'),
  request: { query: z.object({ name: z.string().min(1).optional(), limit: limitQuery }) },
  responses: { 200: answers(z.object({ graph: anything }), 'Names and links.'), ...failures() },
})

export function knowledgeRoutes() {
  return nativeApp()
    .openapi(overview, async (context) => {
      const counts: Record<string, unknown> = await context.get('tenant').knowledge.overview()
      return context.json({ overview: counts }, 200)
    })
    .openapi(listed, async (context) => context.json({ documents: await context.get('tenant').knowledge.list() }, 200))
    .openapi(read, async (context) =>
      context.json(await context.get('tenant').knowledge.get(context.req.valid('param').id), 200),
    )
    .openapi(add, async (context) => {
      const { source, text, mediaType } = context.req.valid('json')
      const document = await context.get('tenant').knowledge.add({ source, text, ...given({ mediaType }) })
      const location = `${context.req.path}/${encodeURIComponent(document.id)}`
      return context.json(document, 201, { location })
    })
    .openapi(remove, async (context) => {
      await context.get('tenant').knowledge.remove(context.req.valid('param').id)
      return context.body(null, 204)
    })
    .openapi(search, async (context) => {
      const { q, limit } = context.req.valid('query')
      return context.json({ passages: await context.get('tenant').knowledge.search(q, { limit }) }, 200)
    })
    .openapi(graph, async (context) => {
      const { name, limit } = context.req.valid('query')
      const linked: unknown = await context.get('tenant').knowledge.graph({ limit, ...given({ name }) })
      return context.json({ graph: linked }, 200)
    })
}
