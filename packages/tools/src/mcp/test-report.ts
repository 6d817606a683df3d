/** Trying a server, step by step, on a connection of its own. */
import { toGyreError } from '@gyre/core'
import { toolNames } from './config/names.ts'
import { openPeer, type PeerOptions } from './wire/open-peer.ts'
import type { Peer } from './wire/peer.ts'

/** How far it comes: its process starts or it answers at all, both agree on a version, it lists tools, it is alive. */
export type TestStep = {
  readonly step: 'reach' | 'negotiate' | 'list' | 'ping'
  readonly ok: boolean
  readonly ms: number
  readonly detail: string
}

/** What trying a server came to. */
export type TestReport = {
  readonly name: string
  readonly ok: boolean
  /** Those that were made: the first that fails is the last. */
  readonly steps: readonly TestStep[]
  /** What its tools are called here. */
  readonly tools: readonly string[]
  /** The last lines of what it complained of, although it works. */
  readonly complaints: readonly string[]
}

type Options = Omit<PeerOptions, 'known' | 'onClose' | 'onTools' | 'onReached'>

export async function testServer(name: string, prefix: string, optionsOf: () => Options): Promise<TestReport> {
  const steps: TestStep[] = []
  let since = performance.now()
  const note = (step: TestStep['step'], ok: boolean, detail: string) => {
    const now = performance.now()
    steps.push({ step, ok, ms: Math.round(now - since), detail })
    since = now
  }
  let peer: Peer | undefined
  let tools: readonly string[] = []
  let complaints: readonly string[] = []
  try {
    const options = optionsOf()
    const onReached = (detail: string) => steps.length === 0 && note('reach', true, detail)
    peer = await openPeer({ ...options, known: undefined, onClose: () => {}, onTools: () => {}, onReached })
    note('negotiate', true, described(peer))
    const listed = await peer.list(options.timeoutMs)
    tools = [
      ...toolNames(
        prefix,
        listed.map((tool) => tool.name),
      ).values(),
    ]
    note('list', true, `${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}`)
    await peer.ping(options.timeoutMs)
    note('ping', true, 'it answers')
    complaints = peer.complaints.map(options.redact)
  } catch (error) {
    note(order[steps.length] ?? 'ping', false, toGyreError(error, 'mcp-unreachable').message)
  }
  await peer?.close()
  return { name, ok: steps.every(({ ok }) => ok), steps, tools, complaints }
}

const order = ['reach', 'negotiate', 'list', 'ping'] as const

function described({ client, era }: Peer): string {
  const info = client.getServerVersion()
  const who = info ? `${info.name} ${info.version}` : 'a server without a name'
  return `${who}, protocol ${client.getNegotiatedProtocolVersion()} (${era})`
}
