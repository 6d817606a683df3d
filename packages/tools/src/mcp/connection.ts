/** The one connection to a server: opened when it is needed, and again when it was lost. */
import { type Clock, GyreError, toGyreError } from '@gyre/core'
import { Backoff } from './backoff.ts'
import { failureOf } from './wire/failure.ts'
import { openPeer, type PeerOptions } from './wire/open-peer.ts'
import type { Peer, Verdict } from './wire/peer.ts'

export type ConnectionOptions = {
  readonly server: string
  readonly clock: Clock
  /** Everything it takes to open one; fails when the config is not complete. */
  peerOptions(): Omit<PeerOptions, 'known' | 'onClose' | 'onTools'>
  /** It is open: what must be known before anybody uses it. */
  onOpen(peer: Peer): Promise<void>
  onTools(peer: Peer): void
  onTrouble(error: GyreError): void
  redact(text: string): string
}

export class Connection {
  readonly #options: ConnectionOptions
  readonly #backoff: Backoff
  #peer: Peer | undefined
  #opening: Promise<Peer> | undefined
  #verdict: Verdict | undefined
  #isClosed = false
  lastError: GyreError | undefined

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#backoff = new Backoff(options.clock)
  }

  get peer(): Peer | undefined {
    return this.#peer
  }

  get isOpening(): boolean {
    return this.#opening !== undefined
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** How long nobody may try it. */
  get waitMs(): number {
    return this.#peer || this.#opening ? 0 : this.#backoff.waitMs
  }

  async open(): Promise<Peer> {
    const { server } = this.#options
    if (this.#isClosed) throw new GyreError('mcp-unreachable', `MCP server \`${server}\`: it was closed.`)
    if (this.#peer) return this.#peer
    const { waitMs } = this
    if (waitMs > 0) {
      const seconds = Math.ceil(waitMs / 1000)
      const message = `${this.lastError?.message ?? `MCP server \`${server}\`: it is down.`}\nIt is tried again in ${seconds} s.`
      throw new GyreError('mcp-unreachable', message, { server })
    }
    this.#opening ??= this.#connect().finally(() => {
      this.#opening = undefined
    })
    return this.#opening
  }

  /** A call was answered: what went wrong before is over. */
  served(peer: Peer): void {
    peer.hasServed = true
    this.#backoff.worked()
  }

  /** It is of no use any more, though nobody closed it. */
  async drop(peer: Peer): Promise<void> {
    if (this.#peer === peer) this.#peer = undefined
    await peer.close()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const opened = await this.#opening?.catch(() => undefined)
    const peer = this.#peer ?? opened
    this.#peer = undefined
    await peer?.close()
  }

  async #connect(): Promise<Peer> {
    const { onOpen, onTools } = this.#options
    let peer: Peer | undefined
    try {
      const opened = await openPeer({
        ...this.#options.peerOptions(),
        known: this.#verdict,
        onTools: () => peer && onTools(peer),
        onClose: () => peer && this.#lost(peer),
      })
      peer = opened
      await onOpen(opened)
      this.#verdict = opened.verdict
      this.lastError = undefined
      this.#peer = opened
      return opened
    } catch (thrown) {
      await peer?.close()
      throw this.#trouble(toGyreError(thrown, 'mcp-unreachable'))
    }
  }

  /** The server left: its process ended, or its stream did. */
  #lost(peer: Peer): void {
    if (this.#peer !== peer) return
    this.#peer = undefined
    const { server, redact } = this.#options
    const { complaints, how } = peer
    const failure = failureOf(new Error('the connection was lost'), { server, complaints, how, redact })
    // One that worked may start again at once; one that always dies may not.
    if (peer.hasServed) this.#told(failure)
    else this.#trouble(failure)
  }

  #trouble(error: GyreError): GyreError {
    this.#backoff.failed()
    return this.#told(error)
  }

  #told(error: GyreError): GyreError {
    this.lastError = error
    if (!this.#isClosed) this.#options.onTrouble(error)
    return error
  }
}
