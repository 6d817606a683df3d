/**
 * Sockets that go nowhere, for code that may not use the network.
 *
 * It is not enough that modules are not there: Node loads its client for HTTP on many occasions, and code that has
 * changed what is global can catch sockets on their way. So what each of them is made of refuses to work.
 */
import { createSocket } from 'node:dgram'
import dns, { Resolver } from 'node:dns'
import { once } from 'node:events'
import { Socket, type SocketConnectOpts } from 'node:net'
import { constants } from 'node:os'

type Handled = { readonly _handle: object }

/** Resolves when nothing is left of the sockets that were needed for it: code would hear of their ends. */
export async function closeSockets(): Promise<void> {
  const tcp = unconnected({ host: 'nowhere', port: 1, lookup: () => {} })
  const pipe = unconnected({ path: '/' })
  const udp = createSocket('udp4')
  const handles = [tcp, pipe, udp, new Resolver()].map((each) => (each as unknown as Handled)._handle)
  const ended = [tcp, pipe, udp].map((each) => once(each, 'close'))
  tcp.destroy()
  pipe.destroy()
  udp.close()
  await Promise.all(ended)
  for (const handle of handles) replaceAll(Object.getPrototypeOf(handle), () => -constants.errno.EACCES)
  for (const names of [dns, dns.promises]) replaceAll(names, refuse)
}

/** Node makes the handle of a socket only as it is about to connect. */
function unconnected(to: SocketConnectOpts): Socket {
  return new Socket().on('error', () => {}).connect(to)
}

function replaceAll(methods: object, instead: () => unknown): void {
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(methods))) {
    if (typeof value !== 'function' || name === 'constructor') continue
    Object.defineProperty(methods, name, { value: instead, writable: false, configurable: false })
  }
}

function refuse(): never {
  throw Object.assign(new Error('Isolated code cannot use the network.'), { code: 'EACCES' })
}
