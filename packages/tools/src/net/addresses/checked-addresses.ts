/** The addresses a connection may be made to: asked for once, and every one of them checked. */
import { lookup as systemLookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { AddressCheck } from './address-rule.ts'
import type { HostPermissions, Place } from './host-permissions.ts'
import { refusedAddress } from './refusal.ts'

export type Address = { readonly address: string; readonly family: number }

/** Gives every address of a name. */
export type Lookup = (host: string) => Promise<readonly Address[]>

export const lookupBySystem: Lookup = (host) => systemLookup(host, { all: true })

export type AddressRules = {
  readonly check: AddressCheck
  readonly permissions: HostPermissions
  readonly lookup: Lookup
}

/** One bad address refuses the name: an honest one does not mix the two. */
export async function checkedAddresses(place: Place, rules: AddressRules): Promise<readonly Address[]> {
  const { host } = place
  const isLiteral = isIP(host) !== 0
  const found = isLiteral ? [host] : (await rules.lookup(host)).map(({ address }) => address)
  if (found.length === 0) throw new NoAddress(host)
  for (const address of found) {
    const rule = rules.check(address)
    if (rule !== undefined && !rules.permissions.lifts(rule, place)) throw refusedAddress(rule, host, isLiteral)
  }
  return found.map((address) => ({ address, family: isIP(address) }))
}

/** As the resolver of Node says it. */
class NoAddress extends Error {
  readonly code = 'ENOTFOUND'

  constructor(host: string) {
    super(`${host} has no address`)
  }
}
