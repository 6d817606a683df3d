/** A fetch of production that is closed when the test is over. */
import { onTestFinished } from 'vitest'
import { safeFetch } from '../../src/net/safe-fetch.ts'
import type { ClosableFetch, SafeFetchOptions } from '../../src/net/safe-fetch-options.ts'

/** Loopback is allowed: there the servers of tests are. */
export function openedFetch(options: SafeFetchOptions = {}): ClosableFetch {
  const fetch = safeFetch({ allowLoopback: true, timeoutMs: 5000, ...options })
  onTestFinished(() => fetch.close())
  return fetch
}
