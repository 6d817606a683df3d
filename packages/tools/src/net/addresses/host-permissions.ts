/** Which hosts may be of this machine or its network: those somebody named. */
import { isIPv6 } from 'node:net'
import { GyreError } from '@gyre/core'
import type { AddressRule } from './address-rule.ts'

export type PermissionOptions = {
  /** Addresses of this machine are allowed. */
  readonly allowLoopback?: boolean
  /** Hosts that may be private, each `host` or `host:port`. */
  readonly allowHosts?: readonly string[]
}

/** A place to connect to; an IPv6 address is without its brackets. */
export type Place = { readonly host: string; readonly port: number }

export class HostPermissions {
  readonly #allowLoopback: boolean
  readonly #allowed: ReadonlySet<string>

  constructor({ allowLoopback = false, allowHosts = [] }: PermissionOptions) {
    this.#allowLoopback = allowLoopback
    this.#allowed = new Set(allowHosts.map(normalEntry))
  }

  /** Somebody named this host, or this host with this port. */
  isNamed({ host, port }: Place): boolean {
    const name = withoutLastDot(host)
    return this.#allowed.has(name) || this.#allowed.has(`${name} ${port}`)
  }

  /** Link-local and metadata addresses are never lifted: a name that was allowed may come to lead there. */
  lifts(rule: AddressRule, place: Place): boolean {
    if (rule === 'loopback') return this.#allowLoopback || this.isNamed(place)
    return (rule === 'private' || rule === 'shared') && this.isNamed(place)
  }
}

export function withoutLastDot(host: string): string {
  return host.endsWith('.') ? host.slice(0, -1) : host
}

/** The host and port of an address, as one connects to them. */
export function placeOf({ hostname, port, protocol }: Pick<URL, 'hostname' | 'port' | 'protocol'>): Place {
  const usual = protocol === 'https:' ? 443 : 80
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? usual : Number(port) }
}

/** An entry in the spelling a URL would have, so that both can be compared. */
function normalEntry(entry: string): string {
  const { host, port } =
    /^(?<host>\[.*\]|[^:]*)(?::(?<port>\d{1,5}))?$/.exec(isIPv6(entry) ? `[${entry}]` : entry)?.groups ?? {}
  const written = `http://${host}/`
  if (!host || /[*/?#@\\\s]/.test(host) || !URL.canParse(written) || Number(port ?? 1) > 65_535) throw unreadable(entry)
  const name = withoutLastDot(placeOf(new URL(written)).host)
  return port === undefined ? name : `${name} ${Number(port)}`
}

function unreadable(entry: string): GyreError {
  const message = `\`allowHosts\` has \`${entry}\`, which is neither a host nor a host:port, such as \`search.lan:8080\`.`
  return new GyreError('setting-invalid', message, { setting: 'allowHosts', entry })
}
