/** Nothing leaves the machine: requests to others are led to a stand-in, and connections to others are refused. */
import { Socket } from 'node:net'
import { meantFor } from './stand-in.ts'

const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/

export function closeNetwork(standIn: string): void {
  const send = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const request = new Request(input, init)
    const { hostname, host, pathname, search } = new URL(request.url)
    if (loopback.test(hostname)) return send(request)
    const headers = new Headers(request.headers)
    headers.set(meantFor, host)
    const { method, body, signal } = request
    const sent = { method, headers, signal, ...(body && { body, duplex: 'half' as const }) }
    return send(`${standIn}${pathname}${search}`, sent)
  }
  const connect = Socket.prototype.connect
  Socket.prototype.connect = function (this: Socket, ...args: Parameters<Socket['connect']>) {
    const host = hostIn(args)
    if (host !== undefined && !loopback.test(host)) throw new Error(`A snippet wants to connect to ${host}.`)
    return Reflect.apply(connect, this, args) as Socket
  } as Socket['connect']
}

/** Undefined for a socket of this machine. Callers inside of Node hand over an array with the options in it. */
function hostIn(args: readonly unknown[]): string | undefined {
  const [first, second] = args
  if (Array.isArray(first)) return hostIn(first)
  if (typeof first === 'number') return typeof second === 'string' ? second : undefined
  const { host } = (first ?? {}) as { readonly host?: string | null }
  return host ?? undefined
}
