/** Stores and dispatchers over one schema, as many processes would open them, and workers that only take leases. */
import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { DispatchTerms, DispatchWorker, Lease, LeaseTerms, SessionLimits } from '@gyre/core'
import { onTestFinished } from 'vitest'
import {
  type PostgresDispatcher,
  type PostgresDispatcherOptions,
  type PostgresStore,
  postgresDispatcher,
  postgresStore,
} from '../src/postgres/index.ts'
import { temporarySchema } from './temporary-postgres.ts'

export type Place = { readonly url: string; readonly schema: string }

export type Desk = { readonly store: PostgresStore; readonly dispatcher: PostgresDispatcher }

export function place(): Promise<Place> {
  return temporarySchema()
}

/** One process: closed when the test is over, before its schema is dropped. */
export async function desk(
  { url, schema }: Place,
  options: Partial<PostgresDispatcherOptions> & { readonly leaseMs?: number } = {},
): Promise<Desk> {
  const { leaseMs = 3000, ...given } = options
  const store = await postgresStore(url, { schema, key: 'a passphrase', connections: 4, leaseMs })
  const dispatcher = await postgresDispatcher(store, { concurrency: 10, version: '1.0.0', ...given })
  onTestFinished(async () => {
    await dispatcher.close()
    await store.close()
  })
  return { store, dispatcher }
}

export type NewWork = Partial<DispatchTerms> & {
  readonly loop?: string
  readonly loopVersion?: number
  readonly owner?: string
}

/** Makes queued sessions; nobody is told of them. */
export async function queue(store: PostgresStore, ids: readonly string[], work: NewWork = {}): Promise<void> {
  const { loop = 'react', loopVersion = 1, owner = 'local', ...waits } = work
  const rest = { provider: null, title: '', thread: 'thr_1', status: 'queued', persona: null, arm: null }
  const mirror = { ...rest, loop, loopVersion, createdAt: Date.now() }
  await Promise.all(ids.map((id) => store.sessions.create({ id, owner, mirror, waits, facts: [] })))
}

/** Notes them as offered a moment ago, without a bell: the sweeper leaves them alone for a while. */
export async function noteOffered({ database }: PostgresStore, ids: readonly string[]): Promise<void> {
  const now = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'
  await database.rows(`UPDATE session SET offered_at = ${now} WHERE id = ANY($1)`, [ids])
}

export type TestWorker = DispatchWorker & {
  /** What is asked for, in order. */
  readonly asked: string[]
  /** What runs here now. */
  readonly running: Map<string, { readonly lease: Lease; end(): void }>
  /** The most that ran here at once. */
  readonly peak: () => number
}

export type TestWorkerOptions = {
  readonly loops?: readonly string[]
  readonly limits?: SessionLimits
  /** What it cannot run. */
  readonly fails?: (session: string) => Error | undefined
  /** Sessions are over as soon as they are taken. */
  readonly isQuick?: boolean
  readonly isRenewing?: boolean
}

/** Takes the lease of a session, and runs it until the test ends it. */
export function testWorker(store: PostgresStore, options: TestWorkerOptions = {}): TestWorker {
  const { loops = ['react@1'], limits, fails = () => undefined, isQuick = false, isRenewing = false } = options
  const asked: string[] = []
  const running: TestWorker['running'] = new Map()
  let peak = 0
  const terms = () => ({ worker: store.worker, leaseMs: store.leaseMs, now: Date.now(), ...(limits && { limits }) })
  if (isRenewing) renewOn(store, { running, terms })
  const run: TestWorker['run'] = async (session) => {
    asked.push(session)
    const failure = fails(session)
    if (failure) throw failure
    const lease = await store.sessions.acquire(session, terms())
    if (!lease) return undefined
    const over = Promise.withResolvers<void>()
    const end = (): void => {
      running.delete(session)
      over.resolve()
    }
    running.set(session, { lease, end })
    peak = Math.max(peak, running.size)
    if (isQuick) setImmediate(end)
    return { over: over.promise }
  }
  return { asked, running, loops: () => loops, run, setAside: parking(store, terms), peak: () => peak }
}

/** Has a session wait for a person without a word in its journal. */
function parking({ sessions }: PostgresStore, terms: () => LeaseTerms): DispatchWorker['setAside'] {
  return async (session) => {
    const lease = await sessions.acquire(session, terms())
    if (lease) await sessions.park(lease)
  }
}

/** Extends the leases as workers do; those that were lost are no longer run. */
function renewOn(
  { sessions, leaseMs }: PostgresStore,
  { running, terms }: Pick<TestWorker, 'running'> & { readonly terms: () => LeaseTerms },
): void {
  let underway: Promise<void> | undefined
  const renew = async (): Promise<void> => {
    const lost = await sessions.renew(
      [...running.values()].map(({ lease }) => lease),
      terms(),
    )
    for (const session of lost) running.get(session)?.end()
  }
  const timer = setInterval(() => {
    underway ??= renew()
      .catch(() => {})
      .finally(() => {
        underway = undefined
      })
  }, leaseMs / 3)
  onTestFinished(async () => {
    clearInterval(timer)
    await underway
  })
}

/** Resolves when the worker of a store has looked for sessions since, more than once. */
export async function looked({ database, worker }: PostgresStore): Promise<void> {
  const seen = async () => (await database.rows('SELECT seen_at FROM worker WHERE name = $1', [worker]))[0]?.['seen_at']
  for (let time = 0; time < 2; time++) {
    const before = await seen()
    await until(async () => (await seen()) !== before)
  }
}

/** Looks until it is so. */
export async function until(isSo: () => boolean | Promise<boolean>, patienceMs = 20_000): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('It did not come to be so in time.')
    await sleep(5)
  }
}

/** A process of its own that takes sessions and never ends them; killed when the test is over. */
export function deskProcess({ url, schema }: Place, leaseMs: number): { child: ChildProcess; printed: () => string } {
  const script = fileURLToPath(new URL('./dispatch-process.ts', import.meta.url))
  const child = spawn(process.execPath, ['--conditions=@gyre/source', script, url, schema, String(leaseMs)])
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk
    })
  }
  return { child, printed: () => text }
}
