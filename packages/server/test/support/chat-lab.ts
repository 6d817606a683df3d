/** Asking a server for chat completions, and reading what it streams. */
import { type TestServer, type TestServerOptions, testServer } from './test-server.ts'

// biome-ignore lint/suspicious/noExplicitAny: bodies of another API, read field by field in tests.
export type Body = any

export type Chat = {
  readonly server: TestServer
  /** The body of an answer that is not streamed. */
  ask(request: object, headers?: Record<string, string>): Promise<Body>
  /** An answer that is streamed. */
  stream(request: object, headers?: Record<string, string>): Promise<Streamed>
}

export type Streamed = {
  readonly chunks: readonly Body[]
  readonly content: string
  readonly reasoning: string
  readonly events: readonly Body[]
  readonly finish: string | null
  /** What stands beside the end. */
  readonly gyre: Body
  readonly usage: Body
  readonly text: string
  readonly headers: Headers
}

export const said = (content: string) => [{ role: 'user', content }]

export async function chatting(options: TestServerOptions): Promise<Chat> {
  const server = await testServer(options)
  const send = (json: object, headers: Record<string, string> = {}) =>
    server.request('/v1/chat/completions', { json, headers })
  return {
    server,
    ask: async (request, headers) => {
      const response = await send(request, headers)
      return { status: response.status, headers: response.headers, ...((await response.json()) as object) }
    },
    stream: async (request, headers) => {
      const response = await send({ ...request, stream: true, stream_options: { include_usage: true } }, headers)
      return read(await response.text(), response.headers)
    },
  }
}

export function read(text: string, headers = new Headers()): Streamed {
  const lines = text.split('\n\n').filter((line) => line.startsWith('data: '))
  const chunks: Body[] = lines
    .map((line) => line.slice('data: '.length))
    .filter((data) => data !== '[DONE]')
    .map((data) => JSON.parse(data))
  const choices = chunks.flatMap((chunk) => chunk.choices ?? [])
  const joined = (key: string) => choices.map(({ delta }) => delta[key] ?? '').join('')
  const last = chunks.find((chunk) => chunk.choices?.[0]?.finish_reason)
  return {
    chunks,
    content: joined('content'),
    reasoning: joined('reasoning_content'),
    events: chunks.flatMap((chunk) => chunk.event ?? []),
    finish: last?.choices[0].finish_reason ?? null,
    gyre: last?.gyre,
    usage: chunks.find((chunk) => chunk.usage)?.usage,
    text,
    headers,
  }
}
