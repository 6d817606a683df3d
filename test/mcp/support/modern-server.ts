/** A server of the protocol of 2026-07-28, which can be told to take older clients, too. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from '@modelcontextprotocol/node'
import {
  acceptedContent,
  createMcpHandler,
  inputRequired,
  inputResponse,
  McpServer,
} from '@modelcontextprotocol/server'
import { z } from 'zod'

/** What its tools share. Over HTTP each request has a server of its own. */
export type ModernState = {
  /** Whether it offers one tool more. */
  hasGrown: boolean
  onChange(): void
  onCancel(): void
}

export function modernServer(state: ModernState): McpServer {
  const server = new McpServer({ name: 'modern', version: '3' }, { capabilities: { tools: { listChanged: true } } })
  const says = (text: string) => ({ content: [{ type: 'text' as const, text }] })

  server.registerTool(
    'greet',
    {
      description: 'Greets.',
      inputSchema: z.object({ name: z.string() }),
      outputSchema: z.object({ greeting: z.string() }),
      annotations: { readOnlyHint: true },
    },
    ({ name }) => ({ ...says(`Hello ${name}.`), structuredContent: { greeting: `Hello ${name}.` } }),
  )

  server.registerTool('pid', { inputSchema: z.object({}) }, () => says(String(process.pid)))

  server.registerTool('trace', { inputSchema: z.object({}) }, (_, ctx) =>
    says(String(ctx.mcpReq._meta?.['traceparent'])),
  )

  // First a person, then a model and the roots at once, then the answer.
  const seat = z.object({ seat: z.enum(['window', 'aisle']), bags: z.int().min(0).default(1) })
  server.registerTool('book', { inputSchema: z.object({ to: z.string() }) }, ({ to }, ctx) => {
    const { inputResponses } = ctx.mcpReq
    const state_ = ctx.mcpReq.requestState<string>()
    const chosen = acceptedContent(inputResponses, 'seat', seat)
    if (!chosen && state_ === undefined) {
      const { action } = { action: 'none', ...(inputResponses?.['seat'] as object | undefined) }
      if (action !== 'none') return says(`Not booked: ${action}.`)
      return inputRequired({
        inputRequests: { seat: inputRequired.elicit({ message: `To ${to}:`, requestedSchema: seat }) },
      })
    }
    if (chosen) {
      const asked = {
        messages: [{ role: 'user' as const, content: { type: 'text' as const, text: `A wish for ${to}?` } }],
      }
      const inputRequests = {
        wish: inputRequired.createMessage({ ...asked, maxTokens: 20 }),
        roots: inputRequired.listRoots(),
      }
      return inputRequired({ inputRequests, requestState: `${chosen.seat} with ${chosen.bags}` })
    }
    const [wish, roots] = [inputResponse(inputResponses, 'wish'), inputResponse(inputResponses, 'roots')]
    return says(JSON.stringify({ to, seat: state_, wish, roots }))
  })

  server.registerTool('slow', { inputSchema: z.object({}) }, async (_, ctx) => {
    const progressToken = ctx.mcpReq._meta?.progressToken
    if (progressToken !== undefined) {
      const params = { progressToken, progress: 1, total: 9, message: 'Begun.' }
      await ctx.mcpReq.notify({ method: 'notifications/progress', params })
    }
    await once(ctx.mcpReq.signal, 'abort')
    state.onCancel()
    return says('Too late.')
  })

  const grown = server.registerTool('grown', { inputSchema: z.object({}) }, () => says('Grown.'))
  if (!state.hasGrown) grown.disable()
  server.registerTool('grow', { inputSchema: z.object({}) }, () => {
    state.hasGrown = true
    grown.enable()
    state.onChange()
    return says('Done.')
  })
  server.registerTool('shrink', { inputSchema: z.object({}) }, () => {
    state.hasGrown = false
    grown.disable()
    state.onChange()
    return says('Done.')
  })
  return server
}

export async function modernOverHttp(options: { readonly token?: string } = {}) {
  const cancelled: number[] = []
  const seen: (string | undefined)[] = []
  const state: ModernState = {
    hasGrown: false,
    onChange: () => handler.notify.toolsChanged(),
    onCancel: () => cancelled.push(1),
  }
  const handler = createMcpHandler(() => modernServer(state), { legacy: 'reject' })
  const handle = toNodeHandler(handler)
  const http = createServer((request, response) => {
    seen.push(request.headers['mcp-method'] as string | undefined)
    if (options.token !== undefined && request.headers.authorization !== `Bearer ${options.token}`) {
      response.writeHead(401).end()
    } else void handle(request as Parameters<typeof handle>[0], response)
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const stop = async () => {
    await handler.close()
    http.closeAllConnections()
    http.close()
    await once(http, 'close')
  }
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`, cancelled, seen, stop }
}
