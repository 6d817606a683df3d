/** The transport to a server elsewhere: the SDK's own, except that a stream which breaks off fails its request. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type * as Sdk from '@modelcontextprotocol/client'
import { tooLong } from './capped-fetch.ts'

type Message = Sdk.JSONRPCMessage

/** What a request fails with whose stream has broken off, and the code that servers give errors of their own. */
const brokenOff = 'it closed the connection before it answered'
const serverError = -32_000

/** The SDK's class is narrower about left-out options than its own interface. */
type Inner = Sdk.Transport & Pick<Sdk.StreamableHTTPClientTransport, 'terminateSession' | 'setProtocolVersion'>

/** Whether an answer was on its way, and did not arrive. */
export function isBrokenOff(error: unknown): boolean {
  return error instanceof Error && [brokenOff, tooLong].some((why) => error.message.endsWith(why))
}

export class HttpTransport implements Sdk.Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: <T extends Message>(message: T, extra?: Sdk.MessageExtraInfo) => void
  readonly #inner: Inner
  readonly #unanswered = new Set<string | number>()
  readonly hasPerRequestStream = true
  /** Why the stream of what is sent breaks off. Errors do not say which stream they are of: they are met within it. */
  readonly #stream = new AsyncLocalStorage<{ why: string }>()

  constructor(inner: Sdk.StreamableHTTPClientTransport) {
    this.#inner = inner as Inner
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion(version)
  }

  async start(): Promise<void> {
    this.#inner.onclose = () => this.onclose?.()
    this.#inner.onerror = (error) => {
      const stream = this.#stream.getStore()
      if (stream && error.message.endsWith(tooLong)) stream.why = tooLong
      this.onerror?.(error)
    }
    this.#inner.onmessage = (message) => {
      if (!('method' in message) && message.id !== undefined) this.#unanswered.delete(message.id)
      this.onmessage?.(message)
    }
    await this.#inner.start()
  }

  async send(message: Message, options?: Sdk.TransportSendOptions): Promise<void> {
    const stream = { why: brokenOff }
    const sent = (how = options) => this.#stream.run(stream, () => this.#inner.send(message, how))
    if (!('method' in message && 'id' in message)) return sent()
    const { id } = message
    this.#unanswered.add(id)
    const onRequestStreamEnd = () => {
      options?.onRequestStreamEnd?.()
      // A subscription ends this way, and sees to it by itself.
      if (typeof id === 'number') this.#breakOff(id, stream.why)
    }
    await sent({ ...options, onRequestStreamEnd })
  }

  async close(): Promise<void> {
    await this.#inner.close()
  }

  /** A server with sessions is told that this one is over. It may not care. */
  async leave(): Promise<void> {
    await this.#inner.terminateSession().catch(() => {})
  }

  #breakOff(id: number, message: string): void {
    if (!this.#unanswered.delete(id)) return
    this.onmessage?.({ jsonrpc: '2.0', id, error: { code: serverError, message } })
  }
}
