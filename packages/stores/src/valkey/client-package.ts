/** The package of the client, which only those who use a Valkey server install. */
import { loadPackages } from '@gyre/core'
import type { Redis } from 'iovalkey'

/** Loads it when it is first needed. */
export function clientPackage(): Promise<{ readonly Redis: typeof Redis }> {
  return loadPackages('A Valkey or Redis server', ['iovalkey'], () => import('iovalkey'))
}
