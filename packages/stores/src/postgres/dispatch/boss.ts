/**
 * pg-boss, in a schema of its own beside the tables: the queues sessions are rung for and schedules are kept in.
 *
 * It is started by what needs it first, so that a process that offers nothing pays nothing, and looks after the queues
 * (old jobs, schedules that are due) only where sessions are worked on. It listens over the connection of the store.
 */
import type { Pool } from 'pg'
import type { Db, Job, JobInsert, PgBoss, Queue } from 'pg-boss'
import type { Database, Statements } from '../database.ts'
import { pg, Queues } from '../drivers.ts'
import type { Listener } from '../listener.ts'
import { codeOf } from '../store-error.ts'
import type { Bell } from './bells.ts'
import { messageOf, type Troubles } from './troubles.ts'

export const queues = { session: 'session', dead: 'session-dead', schedule: 'schedule' } as const

export type BossOptions = {
  readonly database: Database
  readonly listener: Listener
  readonly troubles: Troubles
  /** Puts it to more work than bells, in a process at work. */
  readonly onWork: (boss: PgBoss) => Promise<void>
}

/** One for its own work on the tables, one to fetch over meanwhile; bells are rung over the connections of the store. */
const connections = 2
/** Its own work on the tables may take a while. */
const answerMs = 120_000
/** Whoever fetches keeps slots free for what comes. What is fetched by a question that was given up is found again. */
const fetchMs = 5000
const daySeconds = 86_400

/**
 * A bell that nobody answered is no dead letter: the session is queued, and found there. So the queue of bells has none,
 * and sessions are put among the dead ones by name, with the reason.
 */
const made: readonly Queue[] = [
  { name: queues.dead, retryLimit: 0, retentionSeconds: 365 * daySeconds },
  {
    name: queues.session,
    policy: 'short',
    notify: true,
    retryLimit: 0,
    expireInSeconds: 60,
    retentionSeconds: 365 * daySeconds,
    deleteAfterSeconds: 3600,
  },
  { name: queues.schedule, notify: true, retryLimit: 0, expireInSeconds: 60, deleteAfterSeconds: daySeconds },
]

export class Boss {
  readonly #options: BossOptions
  readonly #pool: Pool
  readonly #hasty: Db
  readonly #rung = new Set<() => void>()
  #boss: PgBoss | undefined
  #starting: Promise<PgBoss> | undefined
  #isWorking = false
  #isClosed = false

  constructor(options: BossOptions) {
    this.#options = options
    const { connectionString, application_name, connectionTimeoutMillis, keepAlive } = options.database.settings()
    this.#pool = new pg.Pool({
      connectionString,
      application_name,
      connectionTimeoutMillis,
      keepAlive,
      query_timeout: answerMs,
      max: connections,
      idleTimeoutMillis: 10_000,
      allowExitOnIdle: true,
    })
    this.#hasty = {
      executeSql: (text, values) => {
        const question = { text, values: values ?? [], query_timeout: fetchMs }
        return this.#pool.query(question)
      },
    }
    // What is asked over a connection that breaks fails; that it broke is no more news.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => client.on('error', () => {}))
  }

  /** From now on this process looks after the queues and hears when a bell is rung. */
  async beginWork(): Promise<void> {
    if (this.#isWorking) return
    const offering = await this.#starting?.catch(() => undefined)
    this.#isWorking = true
    this.#starting = undefined
    try {
      await this.started()
    } finally {
      await offering?.stop({ graceful: false })
    }
  }

  /** Calls back when a bell may have been rung; the function returned ends it. */
  onRing(heard: () => void): () => void {
    const own = (): void => heard()
    this.#rung.add(own)
    return () => this.#rung.delete(own)
  }

  /** The same one for all who ask; one that did not start is tried again by who asks next. */
  started(): Promise<PgBoss> {
    this.#starting ??= this.#start().catch((error) => {
      this.#starting = undefined
      throw this.#options.database.error(error)
    })
    return this.#starting
  }

  /** Rings for sessions, in a transaction or alone. A bell that hangs there already is not hung twice. */
  async ring(jobs: readonly JobInsert<Bell>[], statements: Statements = this.#options.database): Promise<void> {
    if (jobs.length === 0) return
    const boss = await this.started()
    await boss.insert(queues.session, [...jobs], { db: over(statements) })
  }

  /** At most so many bells, the highest first. Whoever gets one answers it, or the session waits until it is missed. */
  async fetch(most: number): Promise<readonly Job<Bell>[]> {
    const boss = await this.started()
    const bells = await boss.fetch<Bell>(queues.session, { batchSize: most, db: this.#hasty }).catch((error) => {
      throw this.#options.database.error(error)
    })
    return bells.toSorted((one, other) => other.data.rank - one.data.rank)
  }

  /** Takes bells down: what they were rung for is known, so nothing of them need be kept. */
  async takeDown(bells: readonly Job<Bell>[]): Promise<void> {
    if (bells.length === 0) return
    const ids = bells.map(({ id }) => id)
    await (await this.started()).deleteJob(queues.session, ids, { db: over(this.#options.database) })
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#rung.clear()
    await this.#starting?.catch(() => {})
    await this.#boss?.stop({ graceful: false })
    await this.#pool.end()
  }

  async #start(): Promise<PgBoss> {
    const { database, troubles } = this.#options
    const schema = `${database.schema}_jobs`
    const [there] = await database.rows<{ has: boolean }>('SELECT to_regnamespace($1) IS NOT NULL AS has', [schema])
    const boss = new Queues({
      db: { executeSql: (text, values) => this.#pool.query(text, values), listen: this.#listen.bind(this) },
      schema,
      // One that somebody made for us will do, as for the tables: to ask for it again takes the right to make any.
      createSchema: !there?.has,
      useListenNotify: this.#isWorking,
      supervise: this.#isWorking,
      schedule: this.#isWorking,
      maintenanceIntervalSeconds: 600,
      // No job of ours waits for another.
      flowIntervalSeconds: 600,
      // What is due is begun some seconds after its time.
      cronMonitorIntervalSeconds: 5,
      cronWorkerIntervalSeconds: 5,
    })
    boss.on('error', (error) => troubles.failed('The queue', database.error(asError(error))))
    boss.on('warning', ({ message }) => troubles.tell(`The queue: ${message}`))
    try {
      await boss.start()
      await makeQueues(boss)
      if (this.#isWorking) await this.#options.onWork(boss)
    } catch (error) {
      await boss.stop({ graceful: false }).catch(() => {})
      throw error
    }
    this.#boss = boss
    return boss
  }

  /** Over the connection of the store that listens: it comes back by itself, and what was missed is looked for then. */
  async #listen(
    channel: string,
    onHeard: (queue: string) => void,
    onBack: () => void,
  ): Promise<{ close(): Promise<void> }> {
    let isOver = false
    const stop = this.#options.listener.onBack(async (client) => {
      client.on('notification', ({ channel: heard, payload = '' }) => {
        if (isOver || heard !== channel) return
        onHeard(payload)
        if (payload === queues.session) this.#tell()
      })
      await client.query(`LISTEN "${channel}"`)
      if (isOver) return
      onBack()
      this.#tell()
    })
    const close = async (): Promise<void> => {
      isOver = true
      stop()
    }
    return { close }
  }

  #tell(): void {
    for (const heard of this.#rung) heard()
  }
}

/** Some of what pg-boss tells of has the fields of an error and is none. */
function asError(told: unknown): Error {
  return told instanceof Error ? told : Object.assign(new Error(messageOf(told)), { code: codeOf(told) })
}

/** Made by who comes first; later ones find them with one question. */
async function makeQueues(boss: PgBoss): Promise<void> {
  const known = new Set((await boss.getQueues(made.map(({ name }) => name))).map(({ name }) => name))
  for (const { name, ...options } of made) if (!known.has(name)) await boss.createQueue(name, options)
}

/** Statements of pg-boss that are always the same text may share our connections and transactions. */
function over(statements: Statements): Db {
  return { executeSql: async (text, values) => ({ rows: [...(await statements.rows(text, values))] }) }
}
