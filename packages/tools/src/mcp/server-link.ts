/** A server of the config: its connection, its tools, and the calls of them. */
import type { Clock, GyreError, Tool } from '@gyre/core'
import type { McpServerConfig } from './config/servers-config.ts'
import { filled } from './config/variables.ts'
import { Connection } from './connection.ts'
import { LinkCalls } from './link-calls.ts'
import type { ServerState, ServerStatus } from './server-status.ts'
import { ToolList } from './tools/tool-list.ts'
import type { PeerOptions } from './wire/open-peer.ts'
import type { Peer } from './wire/peer.ts'

export type LinkOptions = Pick<PeerOptions, 'env' | 'cwd' | 'fetch' | 'version' | 'timeoutMs' | 'onLog' | 'redact'> & {
  readonly name: string
  /** What its tools' names begin with. */
  readonly prefix: string
  readonly config: McpServerConfig
  readonly clock: Clock
  onTrouble(error: GyreError): void
}

const defaultCallMs = 120_000

export class ServerLink {
  readonly name: string
  readonly prefix: string
  readonly #options: LinkOptions
  readonly #list: ToolList
  readonly #connection: Connection
  #refreshing: Promise<void> = Promise.resolve()

  constructor(options: LinkOptions) {
    const { name, prefix, config, clock, redact } = options
    const { trusted = false } = config
    this.name = name
    this.prefix = prefix
    this.#options = options
    this.#list = new ToolList({
      server: name,
      prefix,
      offered: config.tools,
      timeoutMs: config.timeoutMs ?? defaultCallMs,
      trusted,
      call: (tool, input, context) => calls.call(tool, input, context),
    })
    this.#connection = new Connection({
      server: name,
      clock,
      peerOptions: () => this.peerOptions(),
      onOpen: async (peer) => this.#list.take(await peer.list(options.timeoutMs)),
      onTools: (peer) => void this.#refresh(peer),
      onTrouble: options.onTrouble,
    })
    const calls = new LinkCalls({ server: name, redact, trusted, connection: this.#connection, list: this.#list })
  }

  /** What it takes to connect. Fails when a variable is missing. */
  peerOptions(): Omit<PeerOptions, 'known' | 'onClose' | 'onTools'> {
    const { name, config, env } = this.#options
    return { ...this.#options, server: name, config: filled(name, config, env) }
  }

  /** Its tools; none when it cannot be reached, which is told elsewhere. */
  async tools(): Promise<readonly Tool[]> {
    if (this.#options.config.disabled || this.#connection.isClosed || this.#connection.waitMs > 0) return []
    const wasOpen = this.#connection.peer !== undefined
    const peer = await this.#connection.open().catch(() => undefined)
    if (!peer) return []
    if (wasOpen && peer.era === 'modern') await this.#refresh(peer)
    await this.#refreshing
    return this.#list.tools
  }

  status(): ServerStatus {
    const { peer, lastError } = this.#connection
    const info = peer?.client.getServerVersion()
    const withheld = peer ? this.#list.withheld : []
    const version = peer?.client.getNegotiatedProtocolVersion()
    return {
      name: this.name,
      state: this.#state(),
      ...(peer && { era: peer.era }),
      ...(version !== undefined && { protocolVersion: version }),
      ...(info && { serverInfo: { name: info.name, version: info.version, ...(info.title && { title: info.title }) } }),
      tools: peer ? this.#list.tools.map(({ name }) => name) : [],
      ...(withheld.length > 0 && { withheld }),
      ...(lastError && { lastError: lastError.message }),
    }
  }

  #state(): ServerState {
    const { isClosed, isOpening, peer, lastError } = this.#connection
    if (this.#options.config.disabled) return 'disabled'
    if (isClosed) return 'closed'
    if (peer) return 'connected'
    if (isOpening) return 'connecting'
    return lastError ? 'failed' : 'idle'
  }

  async close(): Promise<void> {
    await this.#connection.close()
  }

  /** Asks for the list again. One that cannot be had leaves the last one in place. */
  #refresh(peer: Peer): Promise<void> {
    this.#refreshing = this.#refreshing.then(async () => {
      try {
        this.#list.take(await peer.list(this.#options.timeoutMs))
      } catch (error) {
        if (this.#connection.peer === peer) this.#options.onTrouble(peer.failure(error))
      }
    })
    return this.#refreshing
  }
}
