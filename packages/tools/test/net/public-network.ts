/** A public internet of a few loopback servers: real addresses, names and ports, but dialled here. */
import { isIP } from 'node:net'
import { onTestFinished } from 'vitest'
import { type Dial, dialAddresses } from '../../src/net/exchange/dial.ts'
import { guardedFetch } from '../../src/net/guarded-fetch.ts'
import type { ClosableFetch, SafeFetchOptions } from '../../src/net/safe-fetch-options.ts'
import type { LocalServer } from './local-server.ts'

export type PublicNetwork = {
  readonly fetch: ClosableFetch
  /** Every address a connection was made to. */
  readonly dialled: readonly string[]
}

/** Which server is at an address. What is at no known one is at `elsewhere`, as if the guard had let it through. */
export type Places = Readonly<Record<string, LocalServer>> & { readonly elsewhere: LocalServer }

/** The guard is that of production: only what it has let through is led to another port. */
export function publicNetwork(places: Places, options: SafeFetchOptions): PublicNetwork {
  const dialled: string[] = []
  const dial: Dial = (target, addresses, more) => {
    const [first = { address: '' }] = addresses
    dialled.push(first.address)
    const { port } = places[first.address] ?? places.elsewhere
    const here = {
      ...target,
      port: String(port),
      hostname: isIP(target.hostname) === 0 ? target.hostname : '127.0.0.1',
    }
    return dialAddresses(here, [{ address: '127.0.0.1', family: 4 }], more)
  }
  const fetch = guardedFetch(options, dial)
  onTestFinished(() => fetch.close())
  return { fetch, dialled }
}
