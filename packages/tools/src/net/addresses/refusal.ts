/** Saying no to an address: by which rule, and what would allow it. */
import { GyreError } from '@gyre/core'
import type { AddressRule } from './address-rule.ts'

export type RefusalRule =
  | AddressRule
  | 'address'
  | 'scheme'
  | 'credentials'
  | 'port'
  | 'local-name'
  | 'host-header'
  | 'downgrade'

/** The option of `safeFetch` that would allow it. */
export type Remedy = 'allowLoopback' | 'allowHosts'

const kinds: Readonly<Record<AddressRule, string>> = {
  loopback: 'a loopback address',
  private: 'an address of a private network',
  shared: 'an address of the network of a provider',
  'link-local': 'a link-local address',
  metadata: 'an address for the metadata of a cloud',
  multicast: 'a multicast address',
  broadcast: 'a broadcast address',
  unspecified: 'the unspecified address',
  embedded: 'an IPv6 address around an IPv4 address',
  reserved: 'a reserved address',
}

export function refused(rule: RefusalRule, message: string, about: { host?: string; remedy?: Remedy } = {}): GyreError {
  return new GyreError('address-refused', message, { rule, ...about })
}

/** Says what kind of address a name leads to, never which: that is knowledge about the network inside. */
export function refusedAddress(rule: AddressRule, host: string, isLiteral: boolean): GyreError {
  const remedy = remedyFor(rule)
  const what = isLiteral ? `is ${kinds[rule]}` : `leads to ${kinds[rule]}`
  return refused(rule, `\`${host}\` ${what}, which is refused. ${wayOut(host, remedy)}`, {
    host,
    ...(remedy && { remedy }),
  })
}

export function refusedName(rule: 'loopback' | 'local-name' | 'metadata', host: string): GyreError {
  const remedy = rule === 'local-name' ? 'allowHosts' : remedyFor(rule)
  const what = {
    loopback: 'of this machine',
    'local-name': 'of a local network',
    metadata: 'for the metadata of a cloud',
  }
  return refused(rule, `\`${host}\` is a name ${what[rule]}, which is refused. ${wayOut(host, remedy)}`, {
    host,
    ...(remedy && { remedy }),
  })
}

function remedyFor(rule: AddressRule): Remedy | undefined {
  if (rule === 'loopback') return 'allowLoopback'
  return rule === 'private' || rule === 'shared' ? 'allowHosts' : undefined
}

function wayOut(host: string, remedy: Remedy | undefined): string {
  if (remedy === undefined) return 'No setting allows it.'
  return remedy === 'allowLoopback'
    ? '`toolboxes.web.allowLoopback` in the config file would allow it.'
    : `\`toolboxes.web.allowHosts\` in the config file with \`${host}\` would allow it.`
}
