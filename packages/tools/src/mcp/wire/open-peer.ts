/** Opens a connection: by the transport that the config names, in the version of the protocol that the server speaks. */
import type * as Sdk from '@modelcontextprotocol/client'
import { isStdio, type McpServerConfig } from '../config/servers-config.ts'
import type { Environment } from '../config/variables.ts'
import { CallsInFlight, inContextOf } from '../host/calls-in-flight.ts'
import { makeClient } from '../host/client-host.ts'
import type { LogEntry } from '../log-entry.ts'
import { unlessAborted } from '../unless-aborted.ts'
import { failureOf } from './failure.ts'
import { httpLines } from './http-line.ts'
import { type Line, Peer, type Verdict } from './peer.ts'
import { type Library, loadSdk } from './sdk.ts'
import { stdioLines } from './stdio-line.ts'

export type PeerOptions = {
  readonly server: string
  /** Its variables are filled in. */
  readonly config: McpServerConfig
  readonly env: Environment
  readonly cwd: string | undefined
  readonly fetch: typeof globalThis.fetch
  readonly version: string
  readonly timeoutMs: number
  readonly known: Verdict | undefined
  /** Aborts when nobody wants it any more. */
  readonly signal?: AbortSignal
  readonly onLog: ((entry: LogEntry) => void) | undefined
  /** The list of tools is another one. */
  onTools(): void
  onClose(): void
  /** The server's process runs, or it has answered for the first time. */
  onReached?(detail: string): void
  redact(text: string): string
}

/** One way to speak to a server, and whether to try the next when it fails. */
export type Way = {
  readonly mode: Sdk.VersionNegotiationMode
  open(): Line
  isWorthAnother(error: unknown): boolean
}

/** Resolves when both sides know each other. Fails with an error that says how far it came. */
export async function openPeer(options: PeerOptions): Promise<Peer> {
  const sdk = await loadSdk()
  const ways = isStdio(options.config)
    ? stdioLines(sdk, options.config, options)
    : httpLines(sdk, options.config, options)
  // Whoever opens it, what comes over it is not on their behalf.
  return inContextOf(undefined, () => firstOf(sdk, ways, options))
}

async function firstOf(sdk: Library, ways: readonly Way[], options: PeerOptions): Promise<Peer> {
  let first: unknown
  for (const [index, way] of ways.entries()) {
    const line = way.open()
    try {
      return await speak(sdk, way, line, options)
    } catch (error) {
      // Not how it ends now, when it is closed.
      const { how } = line
      await line.transport.close().catch(() => {})
      const { server, redact } = options
      const failure = failureOf(error, { server, complaints: line.complaints, how, redact })
      first ??= failure
      if (index === ways.length - 1 || !way.isWorthAnother(error)) throw first
    }
  }
  throw first
}

async function speak(sdk: Library, way: Way, line: Line, options: PeerOptions): Promise<Peer> {
  const { server, version, cwd, onLog, timeoutMs, redact } = options
  const calls = new CallsInFlight()
  const client = makeClient(sdk, way.mode, { server, version, cwd, calls, onLog, onTools: () => options.onTools() })
  // Faults that belong to no request: what they break is told by the request that fails of it.
  client.onerror = () => {}
  await within(timeoutMs, options.signal, (signal) => client.connect(line.transport, { signal, timeout: timeoutMs }))
  client.onclose = () => options.onClose()
  const peer = new Peer({ server, sdk, client, calls, wantsLogs: onLog !== undefined, line, redact })
  if (onLog && peer.era === 'legacy' && client.getServerCapabilities()?.logging) {
    await client.setLoggingLevel('debug', { timeout: timeoutMs }).catch(() => {})
  }
  return peer
}

/** Fails when the work takes too long, or is not wanted any more. */
async function within(ms: number, unwanted: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<void>) {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new Error(`no answer within ${ms} ms`)), ms)
  const signal = unwanted ? AbortSignal.any([late.signal, unwanted]) : late.signal
  try {
    await unlessAborted(work(signal), signal)
  } finally {
    clearTimeout(timer)
  }
}
