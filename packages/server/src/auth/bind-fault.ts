/** Which addresses may be listened on: one that others can reach only with a key to ask them for; and which can be. */
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

/** What is wrong with an address, as people are told it. */
const faults: Readonly<Record<string, (host: string, port: number) => string>> = {
  ENOTFOUND: (host) => `\`${host}\` is no address, and no name that this machine knows.`,
  EAI_AGAIN: (host) => `Nobody could be asked which address \`${host}\` is.`,
  EADDRNOTAVAIL: (host) => `\`${host}\` is no address of this machine.`,
  EAFNOSUPPORT: (host) => `This machine has no addresses of the kind of \`${host}\`.`,
  EINVAL: (host) => `\`${host}\` cannot be listened on.`,
  EACCES: (_, port) => `This user may not listen on port ${port}: those above 1023 are for everybody.`,
}

/** Why a server cannot listen there. */
export function listenFault(cause: NodeJS.ErrnoException, host: string, port: number): unknown {
  const { code = '' } = cause
  const isTaken = code === 'EADDRINUSE'
  if (isTaken) return new GyreError('port-taken', `Another program listens on port ${port}.`, { port, cause })
  const told = faults[code]
  return told ? new GyreError('bind-refused', told(host, port), { host, port, cause }) : cause
}
