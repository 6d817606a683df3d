/** The tools of the web toolbox, as they are, over a synthetic web. */
import type { Tool } from '@gyre/core'
import { robotsRules, type SafeFetch, safeFetch, searxng, webToolbox } from '@gyre/tools'
import { searchHost } from './web-answers.ts'
import type { WebServer } from './web-server.ts'
import { hostsOf } from './web-world.ts'

/** The tools, and what to close when done. */
export type WebTools = {
  readonly tools: readonly Tool[]
  /** Ends the connections that are left. */
  close(): Promise<void>
}

/** How long a page may take; 600 ms when left out. */
export type WebToolsOptions = {
  /** How long a page may take. */
  readonly patienceMs?: number
}

const userAgent = 'Gyre'
const usualPatienceMs = 600

/** The tools of the web toolbox over a synthetic web. */
export function toolsOf(
  server: Pick<WebServer, 'port' | 'world'>,
  { patienceMs = usualPatienceMs }: WebToolsOptions = {},
): WebTools {
  const { port, world } = server
  const hosts = [searchHost, ...hostsOf(world)]
  const known = new Set(hosts)
  const guarded = safeFetch({
    // A name of the web is this machine, at this one port; any other name is of nobody.
    lookup: async (host) => (known.has(host) ? [{ address: '127.0.0.1', family: 4 }] : []),
    allowHosts: hosts.map((host) => `${host}:${port}`),
    timeoutMs: patienceMs,
    userAgent,
  })
  const fetch = atPort(guarded, port)
  const { tools } = webToolbox({
    fetch,
    search: searxng({ fetch, url: `http://${searchHost}` }),
    robots: robotsRules(fetch, userAgent),
    hostDelayMs: 0,
  })
  return { tools, close: () => guarded.close() }
}

/** Addresses are written without the port, which is another one each time: what models are shown stays the same. */
function atPort(fetch: SafeFetch, port: number): SafeFetch {
  return async (given, init) => {
    const url = new URL(String(given))
    if (url.port === '') url.port = `${port}`
    const answer = await fetch(url, init)
    const response = new Response(answer.body, answer)
    return Object.defineProperty(response, 'url', { value: answer.url.replace(`:${port}/`, '/') })
  }
}
