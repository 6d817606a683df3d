/**
 * Finds what bells do not tell of: sessions whose worker is gone, and queued ones whose bell was lost or was answered by
 * somebody who could not take them.
 *
 * Every worker looks, with one statement that finds nothing most of the time. A worker is gone when its lease ran out, or
 * when the lock that goes with its connection is missing in two looks in a row, made over one connection of ours: were
 * the server started again, or our own way to it cut, the locks of all would be missing, and nobody would be dead.
 */
import type pg from 'pg'
import type { QueryResultRow } from 'pg'
import type { Database } from '../database.ts'
import type { Boss } from './boss.ts'
import { fitsSql, loopNames } from './compatible.ts'
import { type DeadLetters, mostDeaths } from './dead-letters.ts'
import { timeSql } from './server-time.ts'
import { beatSql, lockMissingSql } from './workers.ts'

/** A queued session and what limits may count it by. */
export type Candidate = { readonly id: string; readonly kind: string; readonly deaths: number }

export type Wanted = {
  /** How many may be found. */
  readonly most: number
  readonly loops: readonly string[]
  /** Whether the queue of bells is empty: then a bell that was rung seconds ago was lost. */
  readonly areBellsOut: boolean
  /** Those of lower priority wait for their turn among the bells; null when none hang. */
  readonly leastPriority: number | null
  /** Sessions not to be found. */
  readonly except: readonly string[]
  /** Kinds of sessions not to be found. */
  readonly exceptKinds: readonly string[]
}

export type Look = {
  /** Whether this worker still has its row. */
  readonly isKnown: boolean
  readonly due: readonly Candidate[]
}

export type SweeperOptions = {
  readonly database: Database
  readonly boss: Boss
  readonly deadLetters: DeadLetters
  readonly worker: string
  readonly leaseMs: number
}

type LookRow = {
  readonly is_known: boolean
  readonly server_age: number
  readonly missing: readonly string[]
  readonly has_expired: boolean
  readonly due: readonly Candidate[]
}

type Swept = {
  readonly session: string
  readonly state: string
  readonly priority: number
  readonly token: number
  readonly deaths: number
}

/** A bell that was rung this long ago, and hangs no longer, was lost. */
const lostMs = 3000
const mostAtOnce = 500
/** However long leases are, connections are back by then. */
const longestSettleMs = 10_000

const separator = "E'\\x1f'"

/** Sessions that limits do not tell apart are of one kind. */
const kindSql = `(s.owner || ${separator} || coalesce(s.persona, '') || ${separator} || coalesce(s.provider, ''))`

export const candidateSql = `s.id, ${kindSql} AS kind, s.deaths`

/** $1 loops, $2 their names, $3 how many, $4 whether bells are out, $5 the least priority, $6 and $7 what is left out. */
const dueSql = `
  SELECT ${candidateSql} FROM session s
  WHERE s.state = 'queued' AND (s.not_before IS NULL OR s.not_before <= ${timeSql})
    AND (s.offered_at IS NULL OR ($4::boolean AND s.offered_at < ${timeSql} - ${lostMs}))
    AND ($5::integer IS NULL OR s.priority >= $5)
    AND s.id <> ALL($6::text[]) AND ${kindSql} <> ALL($7::text[])
    AND ${fitsSql('$1', '$2')}
  ORDER BY s.priority DESC, s.sid LIMIT $3`

/** $8 this worker, $9 how many sessions it runs; the rest as above. */
const lookSql = `
  WITH beat AS (${beatSql({ name: '$8', running: '$9', loops: '$1' })})
  SELECT EXISTS (SELECT 1 FROM worker WHERE name = $8) AS is_known,
    ${timeSql} - (extract(epoch FROM pg_postmaster_start_time()) * 1000)::bigint AS server_age,
    ARRAY(${lockMissingSql('$8')}) AS missing,
    EXISTS (SELECT 1 FROM session s WHERE s.state = 'running' AND s.lease_until < ${timeSql}) AS has_expired,
    coalesce((SELECT json_agg(d) FROM (${dueSql}) d), '[]') AS due`

/**
 * Sessions of workers that are gone are queued again, or set aside. $1 are the gone ones, $2 is this worker: it gets
 * time to renew leases that ran out while it was busy, $3 ms.
 */
const sweepSql = `
  WITH gone AS (
    SELECT s.sid, coalesce((SELECT max(j.seq) FROM journal j WHERE j.sid = s.sid), 0) AS head
    FROM session s
    WHERE s.state = 'running' AND (s.worker = ANY($1::text[])
      OR s.lease_until < ${timeSql} - CASE WHEN s.worker = $2 THEN $3::bigint ELSE 0 END)
    ORDER BY s.sid LIMIT ${mostAtOnce} FOR UPDATE OF s SKIP LOCKED),
  counted AS (
    SELECT g.sid, g.head, CASE WHEN g.head > s.death_seq THEN 1 ELSE s.deaths + 1 END AS deaths
    FROM gone g JOIN session s ON s.sid = g.sid)
  UPDATE session s SET worker = NULL, lease_until = NULL, token = s.token + 1, offered_at = ${timeSql},
    state = CASE WHEN c.deaths >= ${mostDeaths} THEN 'parked' ELSE 'queued' END,
    deaths = CASE WHEN c.deaths >= ${mostDeaths} THEN 0 ELSE c.deaths END, death_seq = c.head
  FROM counted c WHERE s.sid = c.sid
  RETURNING s.id AS session, s.state, s.priority, s.token, c.deaths`

export class Sweeper {
  readonly #options: SweeperOptions
  /** Who was missing in the look before, and over which connection that was made. */
  #missing: { readonly names: ReadonlySet<string>; readonly over: pg.Client } | undefined
  #connection: { readonly client: pg.Client; readonly since: number; readonly isFirst: boolean } | undefined

  constructor(options: SweeperOptions) {
    this.#options = options
  }

  /** Looks, sweeps what it saw, and answers with sessions that are due. Over `client` where there is one. */
  async look(client: pg.Client | undefined, running: number, wanted: Wanted): Promise<Look> {
    const values = [...wantedValues(wanted), this.#options.worker, running]
    this.#meet(client)
    const seen = await this.#see(client, values)
    const dead = this.#deadOf(seen.missing, client)
    if ((dead.length > 0 || seen.has_expired) && this.#isSettled(seen.server_age)) await this.#sweep(dead)
    return { isKnown: seen.is_known, due: seen.due }
  }

  /** Sessions that are due, and nothing else. */
  due(wanted: Wanted): Promise<readonly Candidate[]> {
    return this.#database.rows<Candidate>(dueSql, wantedValues(wanted))
  }

  async #see(client: pg.Client | undefined, values: readonly unknown[]): Promise<LookRow> {
    try {
      const rows = client
        ? await ask<LookRow>(client, lookSql, values)
        : await this.#database.rows<LookRow>(lookSql, values)
      const [seen] = rows
      if (seen) return seen
      throw new Error('The look answered nothing.')
    } catch (error) {
      this.#missing = undefined
      throw this.#database.error(error)
    }
  }

  get #database(): Database {
    return this.#options.database
  }

  #deadOf(missing: readonly string[], client: pg.Client | undefined): readonly string[] {
    const before = this.#missing?.over === client ? this.#missing?.names : undefined
    this.#missing = client && { names: new Set(missing), over: client }
    return missing.filter((name) => before?.has(name))
  }

  /**
   * Whether the others had time to come back: after the server was started, or our connection broke, they renew their
   * leases and take their locks as we do, in their turn.
   */
  #isSettled(serverAgeMs: number): boolean {
    const settleMs = Math.min(this.#options.leaseMs, longestSettleMs)
    const { isFirst = true, since = 0 } = this.#connection ?? {}
    return (isFirst || Date.now() - since > settleMs) && serverAgeMs > settleMs
  }

  #meet(client: pg.Client | undefined): void {
    if (!client || this.#connection?.client === client) return
    this.#connection = { client, since: Date.now(), isFirst: this.#connection === undefined }
  }

  async #sweep(dead: readonly string[]): Promise<void> {
    const { boss, deadLetters, worker, leaseMs } = this.#options
    await boss.started()
    await this.#database.transaction(
      async (statements) => {
        const swept = await statements.rows<Swept>(sweepSql, [dead, worker, leaseMs])
        const queued = swept.filter(({ state }) => state === 'queued')
        const bells = queued.map(({ session, priority }) => ({
          data: { session, priority },
          priority,
          singletonKey: session,
        }))
        await boss.ring(bells, statements)
        const asides = swept.filter(({ state }) => state === 'parked')
        await deadLetters.add(
          asides.map(({ session, deaths, token }) => ({ session, deaths, token })),
          statements,
        )
      },
      { mayRepeat: true },
    )
  }
}

function wantedValues({ loops, most, areBellsOut, leastPriority, except, exceptKinds }: Wanted): readonly unknown[] {
  return [loops, loopNames(loops), most, areBellsOut, leastPriority, except, exceptKinds]
}

async function ask<Row extends QueryResultRow>(client: pg.Client, text: string, values: readonly unknown[]) {
  return (await client.query<Row>({ name: 'gyre_look', text, values: [...values] })).rows
}
