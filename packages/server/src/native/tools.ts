/** Tools, and the breakers that keep those from running which fail too often. */
import { createRoute, z } from '@hono/zod-openapi'
import { audited } from '../auth/audited.ts'
import type { Service } from '../http/app-env.ts'
import { nativeApp } from './native-app.ts'
import { answers, anything, failures, forOperator, forRole, list, time } from './operation.ts'

const tags = ['tools']

const breakerSchema = z
  .object({
    state: z.enum(['closed', 'open', 'half-open']),
    failures: z.int(),
    since: time.nullable(),
    until: time.nullable(),
  })
  .openapi('Breaker')

const toolSchema = z
  .object({
    name: z.string(),
    description: z.string(),
    from: z.string().describe('A toolbox, the config, an MCP server.'),
    effect: z.string(),
    approval: z.string(),
    permissions: list(z.string()),
    denied: list(z.string()).describe('Permissions that nobody has here: it cannot run.'),
    input: z.record(z.string(), anything).describe('The JSON Schema of its input.'),
    limits: z.record(z.string(), anything),
    breaker: breakerSchema,
  })
  .openapi('Tool')

type Shown = z.output<typeof toolSchema>

const listed = createRoute({
  method: 'get',
  path: '/tools',
  tags,
  summary: 'List the tools',
  ...forRole('viewer'),
  responses: {
    200: answers(z.object({ tools: list(toolSchema) }), 'With the state of their breakers.'),
    ...failures(),
  },
})

const reset = createRoute({
  method: 'post',
  path: '/tools/{name}/breaker/reset',
  tags,
  summary: 'Let a tool run again that failed too often',
  ...forOperator(),
  request: { params: z.object({ name: z.string().min(1) }) },
  responses: { 200: answers(breakerSchema, 'Its breaker is closed.'), ...failures('tool-unknown') },
})

export function toolRoutes(service: Service) {
  return nativeApp()
    .openapi(listed, async (context) => {
      const tools: readonly Shown[] = await context.get('tenant').tools.list()
      return context.json({ tools }, 200)
    })
    .openapi(reset, async (context) => {
      const { name } = context.req.valid('param')
      const breaker = await context.get('tenant').tools.resetBreaker(name)
      await audited(service, context, 'breaker.reset', { target: name })
      return context.json(breaker, 200)
    })
}
