/** Opening a connection to addresses that were checked, and to nothing else. */
import type { LookupFunction } from 'node:net'
import type { buildConnector } from 'undici'
import type { Address } from '../addresses/checked-addresses.ts'
import type { Undici } from './undici.ts'

export type Target = buildConnector.Options
export type Connected = buildConnector.Callback

export type DialOptions = {
  readonly undici: Undici
  readonly timeoutMs: number
  /** Destroys the socket while it is not connected yet. */
  readonly signal: AbortSignal
}

/** Connects to one of the addresses. The name stays that of the target: for its certificate and for `Host`. */
export type Dial = (target: Target, addresses: readonly Address[], options: DialOptions) => Promise<Socket>

type Socket = NonNullable<Parameters<Connected>[1]>

export const dialAddresses: Dial = (target, addresses, { undici, timeoutMs, signal }) => {
  // Node asks for one address or for all of them, by how it was started.
  const lookup: LookupFunction = (_host, { all }, done) => {
    const [first] = addresses
    if (all || first === undefined) done(null, [...addresses])
    else done(null, first.address, first.family)
  }
  const options = { lookup, signal, timeout: timeoutMs, allowH2: false, maxCachedSessions: 0 }
  const connect = undici.buildConnector(options as unknown as buildConnector.BuildOptions)
  return new Promise((resolve, reject) => {
    connect(target, (error, socket) => (error ? reject(error) : resolve(socket)))
  })
}
