/** The fetch for everything a model asks for. */
import { dialAddresses } from './exchange/dial.ts'
import { guardedFetch } from './guarded-fetch.ts'
import type { ClosableFetch, SafeFetchOptions } from './safe-fetch-options.ts'

/**
 * A `fetch` that reaches only public http and https addresses, and the hosts that are named. Names
 * are looked up once for each connection, every address is checked, and so is every redirect.
 */
export function safeFetch(options: SafeFetchOptions = {}): ClosableFetch {
  return guardedFetch(options, dialAddresses)
}
