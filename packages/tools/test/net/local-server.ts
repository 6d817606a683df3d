/** A real HTTP server on a loopback port that counts who connects. */
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Certificate } from './certificate.ts'

export type Received = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type LocalServer = {
  readonly port: number
  readonly url: string
  readonly connections: number
  /** Connections that are still open. */
  readonly open: number
  /** The names that were asked for by TLS. */
  readonly serverNames: readonly (string | false | null)[]
  readonly requests: readonly Received[]
  /** Waits until no connection is open. */
  deserted(): Promise<void>
}

export type Answer = (response: ServerResponse, request: Received) => void

/** Answers every request in the same way; closed when the test is over. */
export async function localServer(
  answer: Answer = (response) => response.end('Hello.'),
  secure?: Certificate,
): Promise<LocalServer> {
  const requests: Received[] = []
  const serverNames: (string | false | null)[] = []
  const sockets = new Set<Socket>()
  const empty = new EventTarget()
  let connections = 0
  const listener: RequestListener = async (request, response) => {
    const body = Buffer.concat(await request.toArray().catch(() => [])).toString()
    const received = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body }
    requests.push(received)
    answer(response, received)
  }
  const server: Server = secure ? createSecureServer(secure, listener) : createServer(listener)
  server.on('connection', (socket: Socket) => {
    connections++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => {
      sockets.delete(socket)
      if (sockets.size === 0) empty.dispatchEvent(new Event('empty'))
    })
  })
  server.on('secureConnection', ({ servername }: { servername: string | false | null }) => serverNames.push(servername))
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `${secure ? 'https' : 'http'}://127.0.0.1:${port}`,
    requests,
    serverNames,
    get connections() {
      return connections
    },
    get open() {
      return sockets.size
    },
    async deserted() {
      if (sockets.size > 0) await new Promise((resolve) => empty.addEventListener('empty', resolve, { once: true }))
    },
  }
}
