/** Asking a local server that is mostly not there. */
import { connect } from 'node:net'

/** Like `fetch`, which takes a while to load: so it is only loaded when somebody listens. */
export const fetchIfOpen: typeof globalThis.fetch = async (url, init) => {
  const { hostname, port } = new URL(String(url))
  if (await isOpen(hostname, Number(port), init?.signal ?? undefined)) return globalThis.fetch(url, init)
  throw new Error(`Nobody listens at ${hostname}:${port}.`)
}

function isOpen(host: string, port: number, signal: AbortSignal | undefined): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect({ host, port, ...(signal && { signal }) })
  socket.once('connect', () => resolve(true))
  socket.once('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}
