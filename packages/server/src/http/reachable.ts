/** The addresses a server is reached at, as it answers to them. */
import { isIPv6 } from 'node:net'
import type { NetworkInterfaceInfo } from 'node:os'

export type Bound = {
  /** What it was told to listen on. */
  readonly host: string
  /** What that came to: an IP address. */
  readonly address: string
  readonly port: number
}

type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>

/** The first is for this machine where it can be; there are others when every interface is listened on. */
export function urlsOf({ host, address, port }: Bound, interfaces: Interfaces): readonly [string, ...string[]] {
  const urlOf = (name: string) => `http://${isIPv6(name) ? `[${name}]` : name}:${port}`
  if (!isWildcard(address)) return [urlOf(host.toLowerCase() === 'localhost' ? 'localhost' : address)]
  const reached = Object.values(interfaces)
    .flatMap((each) => each ?? [])
    .filter((each) => !each.internal && isNamable(each) && (address === '::' || each.family === 'IPv4'))
  return [urlOf('127.0.0.1'), ...reached.map((each) => urlOf(each.address))]
}

/** Whether every interface is listened on. */
function isWildcard(address: string): boolean {
  return address === '0.0.0.0' || address === '::'
}

/** An address that holds for one link alone needs the name of the link, which no URL has. */
function isNamable({ address }: NetworkInterfaceInfo): boolean {
  return !/^fe[89ab]/i.test(address)
}
