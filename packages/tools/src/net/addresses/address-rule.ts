/** Which addresses are not of the public internet, and by which rule. */
import type ip from 'ipaddr.js'
export type AddressRule =
  | 'loopback'
  | 'private'
  | 'shared'
  | 'link-local'
  | 'metadata'
  | 'multicast'
  | 'broadcast'
  | 'unspecified'
  | 'embedded'
  | 'reserved'

/** The rule an address falls under; none for a public one. What is no address at all is reserved. */
export type AddressCheck = (address: string) => AddressRule | undefined

/** Where clouds hand out credentials. Most are in refused ranges anyway; that of Azure looks public. */
const metadataAddresses: ReadonlySet<string> = new Set([
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
])

/** Ranges by the names of the library; any other that is not `unicast` is reserved. */
const rules: Readonly<Record<string, AddressRule>> = {
  loopback: 'loopback',
  private: 'private',
  uniqueLocal: 'private',
  carrierGradeNat: 'shared',
  linkLocal: 'link-local',
  multicast: 'multicast',
  broadcast: 'broadcast',
  unspecified: 'unspecified',
  ipv4Mapped: 'embedded',
  rfc6145: 'embedded',
}

export async function addressCheck(): Promise<AddressCheck> {
  const { default: library } = await import('ipaddr.js')
  return (address) => {
    // A zone is a network interface of this machine.
    if (address.includes('%') || !library.isValid(address)) return 'reserved'
    const parsed = library.parse(address)
    if (metadataAddresses.has(parsed.toString())) return 'metadata'
    return parsed.kind() === 'ipv4' ? ruleOfIpv4(parsed as ip.IPv4) : ruleOfIpv6(parsed as ip.IPv6, library)
  }
}

function ruleOfIpv4(address: ip.IPv4): AddressRule | undefined {
  return ruleOfRange(address.range())
}

function ruleOfIpv6(address: ip.IPv6, library: typeof ip): AddressRule | undefined {
  const range: string = address.range()
  const embedded = embeddedIpv4(address.parts, range)
  if (embedded.length > 0) {
    const isPublic = embedded.every((bytes) => {
      const inner = new library.IPv4([...bytes])
      return ruleOfIpv4(inner) === undefined && !metadataAddresses.has(inner.toString())
    })
    return isPublic ? undefined : 'embedded'
  }
  if (range !== 'unicast') return ruleOfRange(range)
  if (address.parts.slice(0, 6).every((part) => part === 0)) return 'embedded'
  // Nothing else has been given out yet.
  return (address.parts[0] ?? 0) >> 13 === 1 ? undefined : 'reserved'
}

function ruleOfRange(range: string): AddressRule | undefined {
  return range === 'unicast' ? undefined : (rules[range] ?? 'reserved')
}

type Bytes = readonly [number, number, number, number]

/** The IPv4 addresses that a translator or a tunnel would send the packets to. */
function embeddedIpv4(parts: readonly number[], range: string): readonly Bytes[] {
  const [, second = 0, third = 0, fourth = 0, , , seventh = 0, eighth = 0] = parts
  if (range === '6to4') return [bytesOf(second, third)]
  // Teredo writes the address of the client with every bit turned round.
  if (range === 'teredo') return [bytesOf(third, fourth), bytesOf(seventh ^ 0xffff, eighth ^ 0xffff)]
  // NAT64 of the internet; the other prefix of this name is for networks of one's own.
  if (range === 'rfc6052' && third === 0) return [bytesOf(seventh, eighth)]
  return []
}

function bytesOf(high: number, low: number): Bytes {
  return [high >> 8, high & 0xff, low >> 8, low & 0xff]
}
