/** Stands in for everything on the network: OpenAI is played by a server of ours, other providers say one sentence. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { anthropic, google, mistral, type WireFormat } from '../../../packages/models/test/wire-formats.ts'

export type StandIn = { readonly url: string; close(): Promise<void> }

/** Where a request was meant to go. */
export const meantFor = 'x-meant-for'

const sentence = 'A widening spiral.'

const streams: Readonly<Record<string, WireFormat>> = {
  'api.anthropic.com': anthropic,
  'generativelanguage.googleapis.com': google,
  'api.mistral.ai': mistral,
}

export type OpenAiServer = { readonly url: string; readonly key: string }

export async function standIn(openai: OpenAiServer): Promise<StandIn> {
  const server = createServer((request, response) => {
    answer(request, response, openai).catch((error: unknown) => {
      response.writeHead(500, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: String(error) } }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, openai: OpenAiServer): Promise<void> {
  const host = String(request.headers[meantFor] ?? '')
  const body = await buffer(request)
  if (host === 'api.openai.com') return asOpenAi(request.url ?? '/', { body, response, openai })
  const isStream = /"stream":\s*true|streamGenerateContent/.test(`${request.url}${body}`)
  const format = streams[host]
  if (format && isStream) {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(format.reply({ text: [sentence] }).join(''))
    return
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(host === 'api.anthropic.com' ? wholeMessage : {}))
}

const wholeMessage = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude',
  content: [{ type: 'text', text: sentence }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 10, output_tokens: 5 },
}

type Asked = { readonly body: Buffer; readonly response: ServerResponse; readonly openai: OpenAiServer }

/** Whatever model is named, `react` with the demo model answers, in OpenAI's form, whole or as a stream. */
async function asOpenAi(path: string, { body, response, openai }: Asked): Promise<void> {
  // Where programs report to OpenAI what they did.
  if (path.startsWith('/v1/traces')) return void response.writeHead(204).end()
  const asked = body.length > 0 ? { ...(JSON.parse(body.toString()) as object), model: 'react' } : undefined
  const told = await fetch(`${openai.url}${path}`, {
    method: asked ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${openai.key}`, 'content-type': 'application/json' },
    ...(asked && { body: JSON.stringify(asked) }),
  })
  response.writeHead(told.status, { 'content-type': told.headers.get('content-type') ?? 'application/json' })
  for await (const piece of told.body ?? []) response.write(piece)
  response.end()
}
