/** A connection to a server, whatever it goes over. */
import type { GyreError } from '@gyre/core'
import type * as Sdk from '@modelcontextprotocol/client'
import type { CallsInFlight } from '../host/calls-in-flight.ts'
import { failureOf } from './failure.ts'
import type { Library } from './sdk.ts'

export type Era = Sdk.ProtocolEra

/** What was found out about a server, so that it need not be found out again. */
export type Verdict = { readonly era: Era; readonly over: 'stdio' | 'http' | 'sse' }

/** The end of a connection that is ours: how a server is left, and what is known of one that left us. */
export type Line = {
  readonly over: Verdict['over']
  readonly transport: Sdk.Transport
  readonly complaints: readonly string[]
  readonly how: string | undefined
  leave(): Promise<void>
}

/** A server is not waited for long when it is left. */
const leaveMs = 1000

/** The code of JSON-RPC for a method that a server does not have. */
const methodNotFound = -32601

export class Peer {
  readonly server: string
  readonly sdk: Library
  readonly client: Sdk.Client
  readonly calls: CallsInFlight
  readonly wantsLogs: boolean
  readonly #line: Line
  readonly #redact: (text: string) => string
  /** Whether a call was answered on it. */
  hasServed = false

  constructor(options: {
    readonly server: string
    readonly sdk: Library
    readonly client: Sdk.Client
    readonly calls: CallsInFlight
    readonly wantsLogs: boolean
    readonly line: Line
    redact(text: string): string
  }) {
    this.server = options.server
    this.sdk = options.sdk
    this.client = options.client
    this.calls = options.calls
    this.wantsLogs = options.wantsLogs
    this.#line = options.line
    this.#redact = options.redact
  }

  get verdict(): Verdict {
    return { era: this.era, over: this.#line.over }
  }

  get era(): Era {
    return this.client.getProtocolEra() ?? 'legacy'
  }

  get complaints(): readonly string[] {
    return this.#line.complaints
  }

  /** How the server's process ended; undefined while it runs, and of one that is none of ours. */
  get how(): string | undefined {
    return this.#line.how
  }

  /** An error of it, told with how the server stands now: closing it changes that. */
  failure(error: unknown): GyreError {
    const { server, complaints, how } = this
    return failureOf(error, { server, complaints, how, redact: this.#redact })
  }

  /** Whether the server keeps a session for this connection: it can lose that, and then knows nobody any more. */
  get hasSession(): boolean {
    return this.#line.over === 'sse' || this.#line.transport.sessionId !== undefined
  }

  /** The tools it offers now. A server of the newer protocol says for how long a list holds: until then it is not asked. */
  async list(timeout: number): Promise<readonly Sdk.Tool[]> {
    if (!this.client.getServerCapabilities()?.tools) return []
    return (await this.client.listTools(undefined, { timeout })).tools
  }

  /** A sign of life. The newer protocol has no ping. */
  async ping(timeout: number): Promise<void> {
    try {
      await (this.era === 'modern' ? this.client.discover({ timeout }) : this.client.ping({ timeout }))
    } catch (error) {
      // Who says that there is no such thing is alive.
      if ((error as { readonly code?: unknown }).code !== methodNotFound) throw error
    }
  }

  async close(): Promise<void> {
    const late = new Promise<void>((resolve) => setTimeout(resolve, leaveMs).unref())
    await Promise.race([this.#line.leave(), late])
    await this.client.close().catch(() => {})
    // The client forgets a transport that it closed itself after a fault.
    await this.#line.transport.close().catch(() => {})
  }
}
