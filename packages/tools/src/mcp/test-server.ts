/** Trying a server, step by step, on a connection of its own. */
import { toGyreError } from '@gyre/core'
import { toolNames } from './config/names.ts'
import type { TestReport, TestStep } from './test-report.ts'
import { openPeer, type PeerOptions } from './wire/open-peer.ts'
import type { Peer } from './wire/peer.ts'

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
