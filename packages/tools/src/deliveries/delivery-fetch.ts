/** The fetch of deliveries: to public hosts, and to the one that the operator named. */
import { addressCheck } from '../net/addresses/address-rule.ts'
import { type Lookup, lookupBySystem } from '../net/addresses/checked-addresses.ts'
import { refusedAddress } from '../net/addresses/refusal.ts'
import { safeFetch } from '../net/safe-fetch.ts'
import type { ClosableFetch } from '../net/safe-fetch-options.ts'
import { deliveryAddress } from './delivery-address.ts'

/** The address that is delivered to, and whether it may be on this machine. */
export type DeliveryFetchOptions = {
  /** Where the deliveries go. Its host may be of the network here. */
  readonly url: string
  /** It may be this machine, too. */
  readonly allowLoopback?: boolean
  readonly lookup?: Lookup
}

const timeoutMs = 10_000
/** Answers are short; of a longer one nothing is needed. */
const maxBytes = 100_000

/** A safe fetch that also reaches the host of one address, which the operator named. */
export function deliveryFetch({
  url,
  allowLoopback = false,
  lookup = lookupBySystem,
}: DeliveryFetchOptions): ClosableFetch {
  const { host, hostname } = deliveryAddress(url)
  const isNamed = allowLoopback || !isThisMachine(hostname)
  return safeFetch({
    allowHosts: isNamed ? [host] : [],
    allowLoopback,
    lookup: allowLoopback ? lookup : withoutLoopback(lookup),
    timeoutMs,
    maxBytes,
  })
}

function isThisMachine(hostname: string): boolean {
  return /^(?:127\.|\[::1\]$|(?:.*\.)?localhost\.?$)/.test(hostname)
}

/** A host that was named may come to lead to this machine, where other doors stand open than those to the network. */
function withoutLoopback(lookup: Lookup): Lookup {
  return async (host) => {
    const [found, check] = await Promise.all([lookup(host), addressCheck()])
    if (found.some(({ address }) => check(address) === 'loopback')) throw refusedAddress('loopback', host, false)
    return found
  }
}
