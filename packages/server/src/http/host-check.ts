/**
 * Which names the server answers to.
 *
 * A page of anybody can give its own name the address of this machine, and then talk to this server as its own origin.
 * Its requests still name the page's host: so only names that are known to be ours are answered.
 */
import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import { GyreError } from '@gyre/core'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './app-env.ts'

const loopbackNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

const defaultPort = 80

type Named = { readonly name: string; readonly port: number | undefined }

/** Fails with `host-refused`. */
export function hostCheck(allowedHosts: readonly string[]) {
  const allowed = allowedHosts.map(readHost).filter((host) => host !== undefined)
  return createMiddleware<AppEnv>(async (context, next) => {
    const incoming = context.env?.incoming
    const isOurs = incoming ? isForUs(incoming as IncomingMessage, allowed) : isNamedForUs(context.req.raw, allowed)
    if (!isOurs) throw new GyreError('host-refused', 'The request is for another host, or names none.')
    await next()
  })
}

/** Without the connection a request came by, nobody knows its port: the name alone counts. */
function isNamedForUs({ headers, url }: Request, allowed: readonly Named[]): boolean {
  const host = readHost(headers.get('host') ?? new URL(url).host)
  return host !== undefined && (loopbackNames.includes(host.name) || isAllowed(host, allowed))
}

function isForUs({ url = '', rawHeaders, socket }: IncomingMessage, allowed: readonly Named[]): boolean {
  // A whole address as the target is for proxies: which of its two hosts counts is nobody's to guess.
  if (!url.startsWith('/')) return false
  const [given, ...more] = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'host')
  const host = more.length === 0 && given !== undefined ? readHost(given) : undefined
  if (!host) return false
  if (isAllowed(host, allowed)) return true
  const { name, port = defaultPort } = host
  const ours = [...loopbackNames, addressName(socket.localAddress ?? '')]
  return ours.includes(name) && port === socket.localPort
}

function isAllowed({ name, port = defaultPort }: Named, allowed: readonly Named[]): boolean {
  return allowed.some((each) => each.name === name && (each.port === undefined || each.port === port))
}

/** A host as headers and settings write it, in small letters; undefined when it is none. */
function readHost(text: string): Named | undefined {
  const [, name, port] = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i.exec(text) ?? []
  if (name === undefined) return undefined
  return { name: name.toLowerCase(), port: port === undefined ? undefined : Number(port) }
}

/** An address of this machine as a host names it. An IPv4 address may come as a part of an IPv6 one. */
function addressName(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return isIPv6(plain) ? `[${plain}]` : plain
}
