/** How a server that runs elsewhere is spoken to. */
import { GyreError } from '@gyre/core'
import { type HttpServerConfig, isWebAddress } from '../config/servers-config.ts'
import { cappedFetch } from './capped-fetch.ts'
import { statusOf } from './failure.ts'
import { HttpTransport } from './http-transport.ts'
import type { PeerOptions, Way } from './open-peer.ts'
import type { Library } from './sdk.ts'

/** What a server that knows only the older transport answers to the newer one. */
const olderStatuses = new Set([400, 404, 405])

/** The newer transport in the newest version both know; a server that knows neither is tried with the older one. */
export function httpLines(sdk: Library, config: HttpServerConfig, options: PeerOptions): readonly Way[] {
  if (!isWebAddress(config.url)) {
    const message = `MCP server \`${options.server}\`: its \`url\`, with its variables filled in, is no http or https address.`
    throw new GyreError('config-file-invalid', message, { server: options.server })
  }
  const url = new URL(config.url)
  const wire = { fetch: cappedFetch(watched(options)), requestInit: { headers: { ...config.headers } } }
  const { type } = config
  const http: Way = {
    mode: options.known?.era === 'legacy' ? 'legacy' : 'auto',
    open: () => {
      const transport = new HttpTransport(new sdk.StreamableHTTPClientTransport(url, wire))
      return { over: 'http', transport, complaints: [], how: undefined, leave: () => transport.leave() }
    },
    isWorthAnother: (error) => olderStatuses.has(statusOf(error) ?? 0),
  }
  const sse: Way = {
    mode: 'legacy',
    open: () => {
      const transport = new sdk.SSEClientTransport(url, wire)
      return { over: 'sse', transport, complaints: [], how: undefined, leave: async () => {} }
    },
    isWorthAnother: () => false,
  }
  if (type === 'sse' || options.known?.over === 'sse') return [sse]
  return type === undefined ? [http, sse] : [http]
}

/** The fetch that was given, telling of the first answer. */
function watched({ fetch, onReached }: PeerOptions): typeof fetch {
  if (!onReached) return fetch
  let isFirst = true
  return async (...request) => {
    const response = await fetch(...request)
    if (isFirst) onReached(`HTTP ${response.status}`)
    isFirst = false
    return response
  }
}
