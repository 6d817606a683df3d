/** The package of the client, which only those who use a Valkey server install. */
import { GyreError } from '@gyre/core'
import type { Redis } from 'iovalkey'

type ClientPackage = { readonly Redis: typeof Redis }

/** Loads it when it is first needed. */
export function clientPackage(load: () => Promise<ClientPackage> = () => import('iovalkey')): Promise<ClientPackage> {
  return load().catch((cause) => {
    const says = 'A Valkey or Redis server needs a package that is not there: npm install iovalkey'
    throw new GyreError('provider-missing', says, { package: 'iovalkey', cause })
  })
}
