/** MCP servers of the config: how they stand, and whether they answer. They are added and removed where programs are. */
import { createRoute, z } from '@hono/zod-openapi'
import { audited } from '../auth/audited.ts'
import type { Service } from '../http/app-env.ts'
import { nativeApp } from './native-app.ts'
import { answers, failures, forOperator, list } from './operation.ts'

const tags = ['tools']

const serverSchema = z
  .object({
    name: z.string(),
    transport: z.enum(['stdio', 'http', 'sse']),
    target: z.string().describe('The program it runs, or its address. Never a secret.'),
    from: z.string().describe('The file it stands in.'),
    state: z.enum(['denied', 'disabled', 'idle', 'connecting', 'connected', 'failed', 'closed']),
    era: z.enum(['legacy', 'modern']).nullable().describe('`modern` is protocol 2026-07-28 and later.'),
    protocol: z.string().nullable(),
    server: z.object({ name: z.string(), version: z.string() }).nullable().describe('What it calls itself.'),
    tools: list(z.string()).describe('What its tools are called here.'),
    withheld: list(z.string()).describe('Tools that say something which reads like orders: no model is shown it.'),
    trusted: z.boolean().describe('A model reads its answers without a fence.'),
    lastError: z.string().nullable(),
  })
  .openapi('McpServer')

const reportSchema = z
  .object({
    ok: z.boolean(),
    steps: list(
      z.object({
        step: z.enum(['reach', 'negotiate', 'list', 'ping']),
        ok: z.boolean(),
        ms: z.number(),
        detail: z.string(),
      }),
    ).describe('Those that were made: the first that fails is the last.'),
    complaints: list(z.string()).describe('What it complained of, although it works.'),
    server: serverSchema.describe('How it stands now.'),
  })
  .openapi('McpServerTest')

const listed = createRoute({
  method: 'get',
  path: '/mcp-servers',
  tags,
  summary: 'List the MCP servers',
  description: 'Looking connects to none: a server is connected to when its tools are first asked for.',
  ...forOperator(),
  responses: { 200: answers(z.object({ servers: list(serverSchema) }), 'How each stands.'), ...failures() },
})

const test = createRoute({
  method: 'post',
  path: '/mcp-servers/{name}/test',
  tags,
  summary: 'Try an MCP server, and connect to it',
  description: 'It is tried step by step on a connection of its own. One that answers is then connected to.',
  ...forOperator(),
  request: { params: z.object({ name: z.string().min(1) }) },
  responses: { 200: answers(reportSchema, 'How far it came.'), ...failures('mcp-server-unknown') },
})

export function mcpServerRoutes(service: Service) {
  return nativeApp()
    .openapi(listed, async (context) => {
      const servers: readonly z.output<typeof serverSchema>[] = await context.get('tenant').mcpServers.list()
      return context.json({ servers }, 200)
    })
    .openapi(test, async (context) => {
      const { name } = context.req.valid('param')
      const report: z.output<typeof reportSchema> = await context.get('tenant').mcpServers.test(name)
      await audited(service, context, 'mcp-server.tested', { target: name, data: { ok: report.ok } })
      return context.json(report, 200)
    })
}
