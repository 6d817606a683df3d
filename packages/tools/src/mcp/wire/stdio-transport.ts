/** The transport to a server that runs here. Unlike the SDK's own it has a process group and a clean environment. */
import type * as Sdk from '@modelcontextprotocol/client'
import { type Call, callInContext, inContextOf } from '../host/calls-in-flight.ts'
import { type ProcessOptions, ServerProcess } from './server-process.ts'

type Message = Sdk.JSONRPCMessage

export class StdioTransport implements Sdk.Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: Message) => void
  readonly #options: ProcessOptions
  readonly #parse: typeof Sdk.parseJSONRPCMessage
  readonly #onStart: (pid: number | undefined) => void
  /** Who waits for which answer: what an answer sets going is done on behalf of that call. */
  readonly #askedBy = new Map<string | number, Call | undefined>()
  #process: ServerProcess | undefined
  #isClosed = false

  constructor(
    options: ProcessOptions,
    parse: typeof Sdk.parseJSONRPCMessage,
    onStart: (pid: number | undefined) => void,
  ) {
    this.#options = options
    this.#parse = parse
    this.#onStart = onStart
  }

  // The SDK knows a transport to a process by these two: silence of such a one means an old server.

  get pid(): number | null {
    return this.#process?.pid ?? null
  }

  get stderr(): null {
    return null
  }

  get complaints(): readonly string[] {
    return this.#process?.complaints.all ?? []
  }

  /** How the process ended; undefined while it runs. */
  get how(): string | undefined {
    return this.#process?.how
  }

  async start(): Promise<void> {
    const started = await ServerProcess.start(this.#options, {
      onLine: (line) => this.#receive(line),
      onEnd: () => this.#closed(),
    })
    this.#process = started
    if (this.#isClosed) {
      await started.end()
      throw new Error('The server was closed before it had started.')
    }
    this.#onStart(started.pid)
  }

  async send(message: Message): Promise<void> {
    if ('method' in message) this.#note(message)
    if (!this.#process) throw new Error('The server was not started.')
    await this.#process.write(JSON.stringify(message))
  }

  async close(): Promise<void> {
    await this.#process?.end()
    this.#closed()
  }

  #note(message: Sdk.JSONRPCRequest | Sdk.JSONRPCNotification): void {
    if ('id' in message) this.#askedBy.set(message.id, callInContext())
    // Nobody waits for that answer any more.
    else if (message.method === 'notifications/cancelled') this.#askedBy.delete(message.params?.['requestId'] as number)
  }

  #receive(line: string): void {
    let message: Message
    try {
      message = this.#parse(JSON.parse(line))
    } catch {
      // Some servers print their log where only messages belong.
      this.#process?.complaints.add(`${line}\n`)
      return
    }
    const asked = 'method' in message ? undefined : message.id
    const call = asked === undefined ? undefined : this.#askedBy.get(asked)
    if (asked !== undefined) this.#askedBy.delete(asked)
    inContextOf(call, () => this.onmessage?.(message))
  }

  #closed(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.onclose?.()
  }
}
