/** The one connection to a server: opened when it is needed, and again when it was lost. */
import { type Clock, GyreError, toGyreError } from '@gyre/core'
import { Backoff } from './backoff.ts'
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
}

/** The longest pause before a server is tried again that is worth waiting for. */
const longestWaitMs = 5000

export class Connection {
  readonly #options: ConnectionOptions
  readonly #backoff: Backoff
  #peer: Peer | undefined
  #opening: Promise<Peer> | undefined
  #verdict: Verdict | undefined
  readonly #closing = new AbortController()
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
    return this.#closing.signal.aborted
  }

  /** How long nobody may try it: for ever when only another config could help. */
  get waitMs(): number {
    if (this.#peer || this.#opening) return 0
    return isHopeless(this.lastError) ? Number.POSITIVE_INFINITY : this.#backoff.waitMs
  }

  async open(): Promise<Peer> {
    if (this.isClosed) throw this.#error('it was closed.')
    if (this.#peer) return this.#peer
    if (this.waitMs > 0) throw this.#notYet()
    this.#opening ??= this.#connect().finally(() => {
      this.#opening = undefined
    })
    return this.#opening
  }

  /** Waits for a server that is to be tried again in a moment, unless the signal aborts. */
  async soon(signal: AbortSignal): Promise<Peer> {
    const { waitMs } = this
    const isShort = waitMs > 0 && waitMs <= longestWaitMs
    if (isShort) await this.#backoff.pause(AbortSignal.any([signal, this.#closing.signal]))
    signal.throwIfAborted()
    return this.open()
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
    this.#closing.abort(new Error('it is not wanted any more'))
    await this.#opening?.catch(() => undefined)
    const peer = this.#peer
    this.#peer = undefined
    await peer?.close()
  }

  async #connect(): Promise<Peer> {
    const { onOpen, onTools } = this.#options
    const { signal } = this.#closing
    let peer: Peer | undefined
    const leave = () => void peer?.close()
    signal.addEventListener('abort', leave)
    try {
      const opened = await openPeer({
        ...this.#options.peerOptions(),
        signal,
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
      const failure = peer ? peer.failure(thrown) : toGyreError(thrown, 'mcp-unreachable')
      await peer?.close()
      throw this.#trouble(failure)
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  /** The server left: its process ended, or its stream did. */
  #lost(peer: Peer): void {
    if (this.#peer !== peer) return
    this.#peer = undefined
    const failure = peer.failure(new Error('the connection was lost'))
    // One that worked may start again at once; one that always dies may not.
    if (peer.hasServed) this.#told(failure)
    else this.#trouble(failure)
  }

  #notYet(): GyreError {
    const { lastError, waitMs } = this
    if (!lastError || isHopeless(lastError)) return lastError ?? this.#error('it is down.')
    return new GyreError('mcp-unreachable', `${lastError.message}\nIt is tried again in ${Math.ceil(waitMs / 1000)} s.`)
  }

  #error(message: string): GyreError {
    return new GyreError('mcp-unreachable', `MCP server \`${this.#options.server}\`: ${message}`)
  }

  #trouble(error: GyreError): GyreError {
    this.#backoff.failed()
    return this.#told(error)
  }

  #told(error: GyreError): GyreError {
    this.lastError = error
    if (!this.isClosed) this.#options.onTrouble(error)
    return error
  }
}

/** The environment and what is installed stay as they are. */
function isHopeless(error: GyreError | undefined): boolean {
  return error?.code === 'config-file-invalid' || error?.code === 'package-missing'
}
