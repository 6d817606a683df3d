/** A provider on this machine: gives the answers it was told to and keeps what it was asked. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type WireRequest = {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked into at any depth, and only in tests.
  readonly body: any
}

export type WireAnswer =
  /** Server-sent events; they end with the connection cut in the middle when `isCut` is set. */
  | { readonly events: readonly string[]; readonly isCut?: true; readonly isOpen?: true }
  | { readonly status: number; readonly body: object; readonly headers?: Readonly<Record<string, string>> }

export type WireServer = {
  readonly url: string
  readonly requests: readonly WireRequest[]
  /** Resolves when the client has hung up. */
  readonly hungUp: Promise<void>
  answer(...answers: readonly WireAnswer[]): void
  close(): Promise<void>
}

export async function wireServer(): Promise<WireServer> {
  const requests: WireRequest[] = []
  const answers: WireAnswer[] = []
  const hangUp = Promise.withResolvers<void>()
  const server = createServer(async (request, response) => {
    response.on('close', () => hangUp.resolve())
    requests.push({ path: request.url ?? '', headers: request.headers, body: await bodyOf(request) })
    const answer = answers.shift()
    if (answer) give(response, answer)
    else response.writeHead(500).end('{"error":{"message":"No answer is left."}}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    hungUp: hangUp.promise,
    answer: (...more) => void answers.push(...more),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text === '' ? undefined : JSON.parse(text)
}

function give(response: ServerResponse, answer: WireAnswer): void {
  if ('status' in answer) {
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
    response.end(JSON.stringify(answer.body))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of answer.events) response.write(event)
  if (answer.isOpen) return
  if (answer.isCut) setImmediate(() => response.destroy())
  else response.end()
}
