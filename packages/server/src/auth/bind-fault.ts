/** Which addresses may be listened on: one that others can reach only with a key to ask them for. */
import { isIP } from 'node:net'
import { GyreError } from '@gyre/core'

/** Why a server may not listen there; undefined when it may. */
export function bindFault(host: string, hasKeys: boolean, isOpen: boolean): GyreError | undefined {
  if (isLoopback(host)) return undefined
  if (isOpen) {
    return new GyreError('bind-refused', `A server that asks for no key may not listen on \`${host}\`.`, { host })
  }
  if (hasKeys) return undefined
  return new GyreError('bind-refused', `Others can reach \`${host}\`, and there is no valid key to ask them for.`, {
    host,
  })
}

/** Whether only this machine reaches an address. Names other than `localhost` may be anybody's. */
function isLoopback(host: string): boolean {
  if (isIP(host) === 4) return host.startsWith('127.')
  return host === '::1' || host.toLowerCase() === 'localhost'
}
