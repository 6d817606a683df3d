/** A loopback server of chat completions that misbehaves by a script: one act a request. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A request as it came in. */
export type ReceivedRequest = {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: {
    readonly messages?: readonly unknown[]
    readonly tools?: readonly unknown[]
    readonly stream?: boolean
  }
}

/** What an act may do: write, and wait for as long as the server is open. */
export type Stage = {
  readonly response: ServerResponse
  /** Waits so long at most; ends with the server. */
  wait(ms: number): Promise<void>
}

/** How one request is answered. */
export type Act = (stage: Stage) => void | Promise<void>

export type MisbehavingServer = {
  /** For `baseURL`. */
  readonly url: string
  readonly requests: readonly ReceivedRequest[]
  /** How many connections were closed before the answer was complete. */
  readonly dropped: number
}

/** Nothing here waits longer than this, whatever the test does. */
const longestWaitMs = 20_000

/** Opens a server that is closed when the test is over. A request after the last act is refused for good. */
export async function misbehavingServer(...script: readonly Act[]): Promise<MisbehavingServer> {
  const requests: ReceivedRequest[] = []
  const closing = new AbortController()
  let dropped = 0
  const server = createServer(async (request, response) => {
    const body = JSON.parse((await request.toArray()).join('') || '{}') as ReceivedRequest['body']
    requests.push({ path: request.url ?? '', headers: request.headers, body })
    response.once('close', () => {
      if (!response.writableFinished) dropped++
    })
    const act = script[requests.length - 1] ?? status(400, `The script has ${script.length} acts.`)
    await act({ response, wait: (ms) => boundWait(ms, closing.signal) })
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(async () => {
    closing.abort()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    get dropped() {
      return dropped
    },
  }
}

function boundWait(ms: number, closing: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(end, Math.min(ms, longestWaitMs))
  closing.addEventListener('abort', end)
  return promise

  function end(): void {
    clearTimeout(timer)
    closing.removeEventListener('abort', end)
    resolve()
  }
}

type Delta = { readonly content?: string; readonly tool_calls?: readonly object[] }

const usage = { prompt_tokens: 12, completion_tokens: 7, total_tokens: 19 }

function chunk(more: object): string {
  return `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'stub', ...more })}\n\n`
}

function delta(part: Delta, finish: string | null = null): string {
  return chunk({ choices: [{ index: 0, delta: part, finish_reason: finish }] })
}

function begin(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
}

function end(response: ServerResponse, finish: string): void {
  response.write(delta({}, finish))
  response.write(chunk({ choices: [], usage }))
  response.end('data: [DONE]\n\n')
}

/** Writes, and waits until it is on its way: what is cut off afterwards has arrived. */
function flushed(response: ServerResponse, text: string): Promise<void> {
  return new Promise((resolve) => response.write(text, () => resolve()))
}

/** Answers well, in pieces of a few letters. */
export function ok(text: string): Act {
  return ({ response }) => {
    begin(response)
    for (const piece of text.match(/.{1,3}/gs) ?? []) response.write(delta({ content: piece }))
    end(response, 'stop')
  }
}

/** Answers with an error status. */
export function status(code: number, message: string, headers: Readonly<Record<string, string>> = {}): Act {
  return ({ response }) => {
    response.writeHead(code, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify({ error: { message, type: 'error', code: String(code) } }))
  }
}

/** 429; `retryAfter` is a number of seconds, or an HTTP date by the server's clock, which says midnight. */
export function rateLimited(retryAfter: string): Act {
  const date = 'Thu, 01 Jan 2026 00:00:00 GMT'
  return status(429, 'Too many requests.', { 'retry-after': retryAfter, date })
}

/** Says nothing at all for a while. */
export function slowFirstByte(ms: number, text: string): Act {
  return async (stage) => {
    await stage.wait(ms)
    if (!stage.response.destroyed) await ok(text)(stage)
  }
}

/** Says something, then nothing, and keeps the connection. */
export function hangsAfter(text: string): Act {
  return async ({ response, wait }) => {
    begin(response)
    await flushed(response, delta({ content: text }))
    await wait(longestWaitMs)
    response.destroy()
  }
}

/** Says something, then the connection breaks. */
export function cutsAfter(text: string): Act {
  return async ({ response, wait }) => {
    begin(response)
    await flushed(response, delta({ content: text }))
    // What is still in the socket's buffer would be thrown away with it.
    await wait(50)
    response.destroy()
  }
}

/** Ends in the middle of a line, as if that were all. */
export function halfChunkAfter(text: string): Act {
  return ({ response }) => {
    begin(response)
    response.write(delta({ content: text }))
    response.end(delta({ content: 'never read whole' }).slice(0, 40))
  }
}

/** Reports an error in the middle of the stream, with status 200. */
export function errorInStream(text: string, message: string): Act {
  return ({ response }) => {
    begin(response)
    response.write(delta({ content: text }))
    response.end(`data: ${JSON.stringify({ error: { message, type: 'server_error', code: 'server_error' } })}\n\n`)
  }
}

/** The page of some proxy, with status 200. */
export function htmlPage(): Act {
  return ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<!doctype html><title>Welcome</title><p>Please log in.')
  }
}

/** Everything in one piece. */
export function hugeChunk(characters: number): Act {
  return ({ response }) => {
    begin(response)
    response.write(delta({ content: 'x'.repeat(characters) }))
    end(response, 'stop')
  }
}

/** A tool call whose arguments come letter by letter; `args` is what the model wrote, JSON or not. */
export function splitToolCall(tool: string, args: string): Act {
  return ({ response }) => {
    begin(response)
    const head = { index: 0, id: 'call_1', type: 'function', function: { name: tool, arguments: '' } }
    response.write(delta({ tool_calls: [head] }))
    for (const letter of args) response.write(delta({ tool_calls: [{ index: 0, function: { arguments: letter } }] }))
    end(response, 'tool_calls')
  }
}

/** Status 200 and nothing. */
export function emptyBody(): Act {
  return ({ response }) => {
    begin(response)
    response.end()
  }
}

/** Answers well, but does not say what it cost. */
export function withoutUsage(text: string): Act {
  return ({ response }) => {
    begin(response)
    response.write(delta({ content: text }))
    response.write(delta({}, 'stop'))
    response.end('data: [DONE]\n\n')
  }
}
