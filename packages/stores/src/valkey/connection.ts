/**
 * One connection to a Valkey server, made with the first command and again with the first one after it was lost.
 *
 * Nothing is tried again behind the caller's back: a command that was sent may have been done, and a counter must
 * not count twice. So a lost connection fails what waits on it, and no timer runs while nobody asks.
 */
import { GyreError } from '@gyre/core'
import type { Redis } from 'iovalkey'
import { clientPackage } from './client-package.ts'
import type { ServerAddress } from './server-address.ts'

export class ValkeyConnection {
  readonly #server: ServerAddress
  readonly #timeoutMs: number
  #opening: Promise<Redis> | undefined
  #isClosed = false

  constructor(server: ServerAddress, timeoutMs: number) {
    this.#server = server
    this.#timeoutMs = timeoutMs
  }

  /** Runs a command; whatever goes wrong is `key-value-failed`. */
  async send<T>(command: (client: Redis) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw this.failure('it was closed by this program')
    const opening = this.#opened()
    const client = await opening
    try {
      return await command(client)
    } catch (error) {
      // After anything but a reply nobody knows what the server will say next.
      if (!isReply(error)) {
        this.#forget(opening)
        end(client)
      }
      throw this.failure(reasonOf(error))
    }
  }

  /** Waits for what was sent. May be called again. */
  async close(): Promise<void> {
    this.#isClosed = true
    const client = await this.#opening?.catch(() => undefined)
    await client?.quit().catch(() => end(client))
  }

  /** Without the error of the client: it holds the arguments of the command, a password among them. */
  failure(reason: string): GyreError {
    const address = this.#server.shown
    return new GyreError('key-value-failed', `The key-value server ${address} failed: ${reason}.`, { address })
  }

  #opened(): Promise<Redis> {
    if (this.#opening) return this.#opening
    const opening: Promise<Redis> = this.#open(() => this.#forget(opening))
    opening.catch(() => this.#forget(opening))
    this.#opening = opening
    return opening
  }

  #forget(opening: Promise<Redis>): void {
    if (this.#opening === opening) this.#opening = undefined
  }

  async #open(onEnd: () => void): Promise<Redis> {
    const { Redis } = await clientPackage()
    const { host, port, isTls } = this.#server
    const client = new Redis({
      host,
      port,
      family: 0,
      ...(isTls && { tls: {} }),
      connectTimeout: this.#timeoutMs,
      commandTimeout: this.#timeoutMs,
      lazyConnect: true,
      enableReadyCheck: false,
      retryStrategy: () => null,
    })
    let trouble: unknown
    client.on('error', (error) => {
      trouble ??= error
    })
    client.on('end', onEnd)
    try {
      await client.connect()
      await this.#greet(client)
      return client
    } catch (error) {
      end(client)
      throw this.failure(reasonOf(trouble ?? error))
    }
  }

  /** By hand: the client would only warn of a wrong password or database, on the console, and go on. */
  async #greet(client: Redis): Promise<void> {
    const { username, password, database } = this.#server
    if (username !== '') await client.auth(username, password)
    else if (password !== '') await client.auth(password)
    await client.select(database)
  }
}

/** The client would wait two seconds for a socket that is closed already. */
function end(client: Redis): void {
  if (client.status !== 'end') client.disconnect()
}

function isReply(error: unknown): boolean {
  return error instanceof Error && error.name === 'ReplyError'
}

/** When no address of a host answers, Node's error has a code and no message. */
function reasonOf(thrown: unknown): string {
  const { message, code } = thrown as { readonly message?: string; readonly code?: string }
  return (message || code || String(thrown)).replace(/\.$/, '')
}
