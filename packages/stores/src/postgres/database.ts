/**
 * Connections to one PostgreSQL, and statements over them.
 *
 * A connection may break, and the server be started again, while sessions run: what may be done twice is asked again
 * for a while, and what may not is asked again only when it is certain that it was not done.
 */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { GyreError } from '@gyre/core'
import type { ClientBase, Pool, PoolClient, QueryResultRow } from 'pg'
import { pg } from './drivers.ts'
import { isCutOff, isSilence, isUndone, storeError } from './store-error.ts'

export type DatabaseOptions = {
  readonly url: string
  /** Where the tables are. */
  readonly schema: string
  /** Connections at most, besides the one that listens and the one that leases are renewed over. */
  readonly connections: number
  /** How long something is asked again while the server does not answer. */
  readonly patienceMs: number
  /** How long an answer may take before the connection counts as broken; 15 s by default. */
  readonly answerMs?: number
}

/** Those of a statement; a function where they tell of the time, and are found anew when it is asked again. */
export type StatementValues = readonly unknown[] | (() => readonly unknown[])

/** Statements in a transaction. */
export type Statements = {
  rows<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>
}

export type TransactionOptions = {
  /** Done again also when nobody knows whether it was done. */
  readonly mayRepeat?: boolean
  /** How long each of its answers may take, where that is longer than usual. */
  readonly answerMs?: number
}

const defaultAnswerMs = 15_000
const connectMs = 5000

/** The queue works on none that is older. */
const oldestServer = 13

type ServerState = { readonly version: string; readonly number: number; readonly read_only: string }

const stateSql = `
  SELECT current_setting('server_version') AS version, current_setting('server_version_num')::integer AS number,
    current_setting('transaction_read_only') AS read_only`
/** The server gives a statement up before we do: what nobody waits for any more is not still done. */
const shareOfServer = 0.9
/** A worker that is stopped in a transaction keeps nobody waiting for longer than this: much less than a lease lasts. */
const idleInTransactionMs = 1000
const firstPauseMs = 20
const longestPauseMs = 500

const int8 = 20

export class Database implements Statements {
  readonly #options: DatabaseOptions
  readonly #pool: Pool
  /** Of one connection, for what may not wait until others are done. */
  readonly #urgent: Pool
  /** When each connection was made, counted in silences of the server. */
  readonly #madeAfter = new WeakMap<PoolClient, number>()
  #silences = 0
  /** Statements that are prepared once for each connection, by their texts. */
  readonly #names = new Map<string, string>()
  #isClosed = false

  constructor(options: DatabaseOptions) {
    this.#options = options
    this.#pool = this.#poolOf(options.connections)
    this.#urgent = this.#poolOf(1)
  }

  /** The server and its database, without the password: for messages. */
  get address(): string {
    return shownAddress(this.#options.url)
  }

  get url(): string {
    return this.#options.url
  }

  get schema(): string {
    return this.#options.schema
  }

  /** The name of a channel for those who use the same tables, and nobody else. */
  channel(name: string): string {
    return `${this.#options.schema}_${name}`
  }

  /** What a connection is made with. */
  settings() {
    return {
      connectionString: this.#options.url,
      application_name: 'gyre',
      connectionTimeoutMillis: connectMs,
      query_timeout: this.#answerMs,
      keepAlive: true,
      types: { getTypeParser: parserOf },
      onConnect: (client: ClientBase) => this.prepare(client),
    }
  }

  /** Makes a new connection one of ours. */
  async prepare(client: ClientBase): Promise<void> {
    await client.query(
      `SET search_path TO ${this.#options.schema}; SET idle_in_transaction_session_timeout = ${idleInTransactionMs};
       SET statement_timeout = ${serverMs(this.#answerMs)}`,
    )
  }

  /** The rows of a statement that may be run twice: it is asked again when the connection breaks. */
  rows<Row extends QueryResultRow>(text: string, values: StatementValues = []): Promise<readonly Row[]> {
    return this.#patiently((client) => this.#ask<Row>(client, text, values), isCutOff)
  }

  /**
   * The same over a connection that nothing else is asked over. When the answer takes longer than `soonMs` that
   * connection may lead nowhere: it is asked again over another, and that answer may take as long as any.
   */
  async urgentRows<Row extends QueryResultRow>(
    text: string,
    values: StatementValues,
    soonMs: number,
  ): Promise<readonly Row[]> {
    const asking = (answerMs: number) => (client: PoolClient) => this.#ask<Row>(client, text, values, answerMs)
    const soon = await this.#attempt(asking(Math.min(soonMs, this.#answerMs)), this.#urgent)
    return 'value' in soon ? soon.value : this.#patiently(asking(this.#answerMs), isCutOff, this.#urgent)
  }

  /** The rows of a statement that may not be run twice: when the connection breaks nobody knows whether it was. */
  rowsOnce<Row extends QueryResultRow>(text: string, values: StatementValues = []): Promise<readonly Row[]> {
    return this.#patiently((client) => this.#ask<Row>(client, text, values), isUndone)
  }

  /** Fails at once when there is no way in: whoever opens a store is told, and only what goes on later is patient. */
  async reach(): Promise<void> {
    const attempt = await this.#attempt(async (client) => (await client.query<ServerState>(stateSql)).rows[0])
    if ('failure' in attempt) throw this.error(attempt.failure)
    const { address } = this
    const { version = '', number = 0, read_only } = attempt.value ?? {}
    if (number < oldestServer * 10_000) {
      const says = `${address} is PostgreSQL ${version}; ${oldestServer} or later is needed.`
      throw new GyreError('store-failed', says, { address, version })
    }
    if (read_only === 'on') {
      const says = `${address} can only be read; a server that takes writes is needed.`
      throw new GyreError('store-unreachable', says, { address })
    }
  }

  /** Statements that are done all or not at all, and done again when it is certain that they were not. */
  transaction<T>(
    work: (statements: Statements) => Promise<T>,
    { mayRepeat = false, answerMs }: TransactionOptions = {},
  ): Promise<T> {
    const begin = answerMs === undefined ? 'BEGIN' : `BEGIN; SET LOCAL statement_timeout = ${serverMs(answerMs)}`
    let isEnding = false
    const inTransaction = async (client: PoolClient): Promise<T> => {
      isEnding = false
      await client.query(begin)
      try {
        const result = await work({ rows: (text, values = []) => this.#ask(client, text, values, answerMs) })
        isEnding = true
        await client.query('COMMIT')
        return result
      } catch (error) {
        if (!isCutOff(error)) await client.query('ROLLBACK')
        throw error
      }
    }
    // A connection that breaks before the last word takes all that was said over it along.
    return this.#patiently(inTransaction, (error) => isCutOff(error) && (mayRepeat || !isEnding))
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await Promise.all([this.#pool.end(), this.#urgent.end()])
  }

  get #answerMs(): number {
    return this.#options.answerMs ?? defaultAnswerMs
  }

  #poolOf(connections: number): Pool {
    const pool = new pg.Pool({
      ...this.settings(),
      max: connections,
      idleTimeoutMillis: 30_000,
      allowExitOnIdle: true,
    })
    // A connection that breaks while nobody uses it is replaced when somebody does.
    pool.on('error', () => {})
    pool.on('connect', (client) => {
      this.#madeAfter.set(client, this.#silences)
      // One that breaks in use fails what was asked over it; without a listener it would end the process as well.
      client.on('error', () => {})
    })
    return pool
  }

  async #patiently<T>(
    work: (client: PoolClient) => Promise<T>,
    mayRepeat: (error: unknown) => boolean,
    pool = this.#pool,
  ): Promise<T> {
    const deadline = Date.now() + this.#options.patienceMs
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      const attempt = await this.#attempt(work, pool)
      if ('failure' in attempt && isSilence(attempt.failure)) this.#silences++
      if ('value' in attempt) return attempt.value
      const { failure, wasAsked } = attempt
      const isWorthIt = wasAsked ? mayRepeat(failure) || isUndone(failure) : isCutOff(failure)
      if (this.#isClosed || !isWorthIt || Date.now() > deadline) throw this.error(failure)
      await sleep(pauseMs)
    }
  }

  /** With a connection, which is given up when it breaks. */
  async #attempt<T>(work: (client: PoolClient) => Promise<T>, pool = this.#pool): Promise<Attempt<T>> {
    let client: PoolClient | undefined
    try {
      client = await this.#connection(pool)
      const value = await work(client)
      client.release()
      return { value }
    } catch (failure) {
      client?.release(isCutOff(failure))
      return { failure, wasAsked: client !== undefined }
    }
  }

  /** When the server was silent over one connection, those made before it lead where nobody answers: they are not tried. */
  async #connection(pool: Pool): Promise<PoolClient> {
    for (;;) {
      const client = await pool.connect()
      if (this.#madeAfter.get(client) === this.#silences) return client
      client.release(true)
    }
  }

  async #ask<Row extends QueryResultRow>(
    client: PoolClient,
    text: string,
    values: StatementValues,
    answerMs = this.#answerMs,
  ): Promise<readonly Row[]> {
    const given = typeof values === 'function' ? values() : values
    const question = { name: this.#nameOf(text), text, values: [...given], query_timeout: answerMs }
    return (await client.query<Row>(question)).rows
  }

  #nameOf(text: string): string {
    const known = this.#names.get(text)
    if (known) return known
    // The same in every process: a pooler hands the connections of one to another.
    const name = `gyre_${createHash('sha256').update(text).digest('base64url').slice(0, 32)}`
    this.#names.set(text, name)
    return name
  }

  error(thrown: unknown): GyreError {
    return storeError(thrown, this.address)
  }
}

/** A result, or what went wrong and whether a server was asked at all. */
type Attempt<T> = { readonly value: T } | { readonly failure: unknown; readonly wasAsked: boolean }

function serverMs(answerMs: number): number {
  return Math.ceil(answerMs * shareOfServer)
}

/** Our numbers are all below 2^53. */
function parserOf(oid: number, format?: 'text' | 'binary') {
  return oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text')
}

function shownAddress(url: string): string {
  try {
    const { username, host, pathname, searchParams } = new URL(url)
    const server = host || searchParams.get('host') || 'localhost'
    return `postgres://${username ? `${username}@` : ''}${server}${pathname}`
  } catch {
    return 'the PostgreSQL server'
  }
}
