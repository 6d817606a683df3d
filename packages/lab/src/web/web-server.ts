/** The synthetic web on a loopback port: every host of it, and its search engine, told apart by the name that is asked for. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Markup } from './page-markup.ts'
import { answering } from './web-answers.ts'
import type { WebWorld } from './web-world.ts'

/** The web, how its pages are written, and how late the slow ones come. */
export type WebServerOptions = {
  readonly world: WebWorld
  /** Plain text when left out: HTML is parsed in a process of its own, page by page. */
  readonly markup?: Markup
  /** How long a late page takes. */
  readonly lateMs?: number
  /** How long a silent page keeps a connection; until its reader gives up, when left out. */
  readonly silentMs?: number
}

/** A synthetic web that is being served. Close it when done. */
export type WebServer = {
  readonly world: WebWorld
  readonly port: number
  /** How often a page was asked for, by its address. */
  requestsOf(url: string): number
  /** The most requests at once that a host had. */
  mostAtOnce(host: string): number
  /** Ends every connection. */
  close(): Promise<void>
}

const usualLateMs = 100

/** Serves a synthetic web on a loopback port. */
export async function webServer(options: WebServerOptions): Promise<WebServer> {
  const { world, markup = 'plain', lateMs = usualLateMs, silentMs } = options
  const requests = new Map<string, number>()
  const traffic = new Traffic()
  const answer = answering({ world, markup, lateMs, silentMs })
  const server = createServer((request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    const url = new URL(request.url ?? '/', `http://${host}`)
    const address = `${url.origin}${url.pathname}`
    requests.set(address, (requests.get(address) ?? 0) + 1)
    response.once('close', traffic.enter(host))
    answer(url, request, response)
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    world,
    port: (server.address() as AddressInfo).port,
    requestsOf: (url) => requests.get(url) ?? 0,
    mostAtOnce: (host) => traffic.most(host),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

class Traffic {
  readonly #now = new Map<string, number>()
  readonly #most = new Map<string, number>()

  /** What it gives is called when the request is over. */
  enter(host: string): () => void {
    const now = (this.#now.get(host) ?? 0) + 1
    this.#now.set(host, now)
    this.#most.set(host, Math.max(now, this.most(host)))
    return () => this.#now.set(host, (this.#now.get(host) ?? 1) - 1)
  }

  most(host: string): number {
    return this.#most.get(host) ?? 0
  }
}
