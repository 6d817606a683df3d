/** A real name server on a loopback port, and a lookup that asks it. */
import { Resolver } from 'node:dns/promises'
import { isIPv6 } from 'node:net'
import { createServer, Packet } from 'dns2'
import { onTestFinished } from 'vitest'
import type { Lookup } from '../../src/net/addresses/checked-addresses.ts'

/** The addresses of a name, or another name that stands for it; a function is asked each time. */
export type Zone = Readonly<Record<string, readonly string[] | string | (() => readonly string[])>>

export type NameServer = {
  readonly lookup: Lookup
  /** The names that were asked for. */
  readonly asked: readonly string[]
}

export async function nameServer(zone: Zone): Promise<NameServer> {
  const server = createServer({
    udp: true,
    handle: (request, send) => {
      const [question] = request.questions
      const response = Packet.createResponseFromRequest(request)
      if (question) response.answers.push(...answersTo(question, zone))
      if (response.answers.length === 0) response.header.rcode = Packet.RCODE.NXDOMAIN
      void send(response)
    },
  })
  const { udp } = await server.listen({ udp: { port: 0, address: '127.0.0.1' } })
  onTestFinished(async () => void (await server.close()))
  const resolver = new Resolver({ timeout: 2000, tries: 1 })
  resolver.setServers([`127.0.0.1:${udp?.port}`])
  const asked: string[] = []
  return { asked, lookup: (host) => lookUp(host, resolver, asked) }
}

async function lookUp(host: string, resolver: Resolver, asked: string[]) {
  asked.push(host)
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const [failed] = answers
  if (found.length === 0 && failed.status === 'rejected') throw failed.reason
  return found.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
}

type Question = { readonly name: string; readonly type: number }

function answersTo({ name, type }: Question, zone: Zone): Packet['answers'] {
  const entry = zone[name.toLowerCase()]
  if (entry === undefined) return []
  if (typeof entry === 'string')
    return [record(name, Packet.TYPE.CNAME, { domain: entry }), ...answersTo({ name: entry, type }, zone)]
  const addresses = typeof entry === 'function' ? (type === Packet.TYPE.A ? entry() : []) : entry
  return addresses
    .map((address) => record(name, isIPv6(address) ? Packet.TYPE.AAAA : Packet.TYPE.A, { address }))
    .filter((answer) => answer.type === type)
}

function record(name: string, type: number, more: object): Packet['answers'][number] {
  return Object.assign(new Packet.Resource(name, type, Packet.CLASS.IN, 0), more)
}
