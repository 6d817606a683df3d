/**
 * What single things cost on PostgreSQL: the time of its cores, of ours, and by the clock. The capacity model is made of
 * these (`packages/lab/src/capacity/measured.ts`): the last table has them by the names they have there.
 */
import { genesis, type Lease, type Store } from '@gyre/core'
import { postgresStore } from '@gyre/stores/postgres'
import { open } from 'gyre'
import pg from 'pg'
import { markdownTable } from '../../scripts/reference/markdown-table.ts'
import { runOn } from '../gyre.ts'
import { newDatabase, query } from './contestants.ts'
import { ownClock, serverClock } from './cores.ts'
import { startOptions } from './lookup.ts'
import { openOfferer } from './offerer.ts'

const crowd = 200
const few = 50
/** As many sessions as a worker asks for at once. */
const claimed = 10
/** Connections that commit at once. */
const lanes = 8
/** About what a record of a model call takes. */
const result = 'x'.repeat(500)

/** In ms. */
type Cost = { readonly server: number; readonly here: number; readonly wall: number }

type Measure = (times: number, act: () => Promise<unknown>) => Promise<Cost>

export async function costs(server: string): Promise<string> {
  const url = await newDatabase(server, 'costs')
  const measure = await measureOn(url)
  const rows = { ...(await appends(url, measure)), ...(await offers(url, measure)), ...(await sessions(url, measure)) }
  return `${costTable(rows)}\n\n${constantTable(rows)}`
}

type Costs = Awaited<ReturnType<typeof appends>> &
  Awaited<ReturnType<typeof offers>> &
  Awaited<ReturnType<typeof sessions>>

/** Each once before it counts. */
async function measureOn(url: string): Promise<Measure> {
  const [serverMs, ownMs] = [await serverClock(url), ownClock()]
  return async (times, act) => {
    for (let time = 0; time < Math.ceil(times / 10); time++) await act()
    const before = [serverMs(), ownMs(), performance.now()] as const
    for (let time = 0; time < times; time++) await act()
    const [server, here, wall] = [serverMs() - before[0], ownMs() - before[1], performance.now() - before[2]]
    return { server: server / times, here: here / times, wall: wall / times }
  }
}

async function appends(url: string, measure: Measure) {
  const hasty = new URL(url)
  hasty.searchParams.set('options', '-c synchronous_commit=off')
  const [store, careless] = [
    await postgresStore(url, { key: 'bench' }),
    await postgresStore(hasty.href, { key: 'bench' }),
  ]
  const leases = await created(store)
  const others = await created(careless)
  const appended = {
    alone: await measure(2000, () => append(store, leases.slice(0, 1))),
    careless: await measure(2000, () => append(careless, others.slice(0, 1))),
    few: await measure(300, () => append(store, leases.slice(0, few))),
    many: await measure(150, () => append(store, leases)),
    renewedFew: await measure(500, () => store.sessions.renew(leases.slice(0, few), terms())),
    renewedMany: await measure(250, () => store.sessions.renew(leases, terms())),
    notified: await notified(url, measure),
  }
  await Promise.all([store.close(), careless.close()])
  return appended
}

/** Commits that tell somebody take turns: as many at once as there are lanes, each counted by itself. */
async function notified(url: string, measure: Measure): Promise<Cost> {
  const pool = new pg.Pool({ connectionString: url, max: lanes })
  await pool.query('CREATE TABLE told (n integer)')
  const tell = "WITH told AS (INSERT INTO told VALUES (1) RETURNING n) SELECT pg_notify('bench', n::text) FROM told"
  const all = await measure(200, () => Promise.all(Array.from({ length: lanes }, () => pool.query(tell))))
  await pool.end()
  return { server: all.server / lanes, here: all.here / lanes, wall: all.wall / lanes }
}

async function offers(url: string, measure: Measure) {
  const { runtime, store, close } = await openOfferer(url)
  const ids: string[] = []
  const begin = async () => ids.push((await runtime.start('react', 'Wait.', startOptions)).id)
  const offered = await measure(500, begin)
  const together = await measure(10, () => Promise.all(Array.from({ length: crowd }, begin)))
  const taken = await measure(150, () =>
    Promise.all(ids.splice(0, claimed).map((id) => store.sessions.acquire(id, terms()))),
  )
  await close()
  return { offered, together: divided(together, crowd), taken }
}

const twenty = { iterations: 20, width: 1, toolMs: 0 }

/** Whole sessions, as many at once as a worker may have; and one that is resumed. */
async function sessions(url: string, measure: Measure) {
  const runtime = open({ store: await postgresStore(url, { key: 'bench' }) })
  const size = async () => Number((await query(url, 'SELECT pg_database_size(current_database()) AS n'))[0]?.['n'])
  const before = await size()
  const times = 40
  const run = await measure(times, () => Promise.all(Array.from({ length: few }, () => runOn(runtime, twenty))))
  const runs = times * 1.1 * few
  const bytes = ((await size()) - before) / runs / twenty.iterations
  const [ended] = await runtime.list({ limit: 1 })
  const replayed = await measure(200, () => runtime.replay(ended?.id ?? ''))
  await runtime.close()
  return { iterated: divided(run, few * twenty.iterations), replayed: divided(replayed, twenty.iterations), bytes }
}

function divided({ server, here, wall }: Cost, by: number): Cost {
  return { server: server / by, here: here / by, wall: wall / by }
}

function costTable(costs: Costs): string {
  const rows: readonly (readonly [string, Cost])[] = [
    ['a row by itself, on disk', costs.alone],
    ['the same without waiting for the disk', costs.careless],
    [`${few} rows of as many sessions`, costs.few],
    [`${crowd} rows of as many sessions`, costs.many],
    [`${crowd} leases renewed`, costs.renewedMany],
    ['a session made and offered', costs.offered],
    [`the same, of ${crowd} at once`, costs.together],
    [`${claimed} sessions taken`, costs.taken],
    [`a commit that tells others, of ${lanes} at once`, costs.notified],
    [`an iteration, in ${few} sessions at once`, costs.iterated],
    ['an iteration gone over again', costs.replayed],
  ]
  const micros = (ms: number) => (ms * 1000).toFixed(ms < 0.1 ? 1 : 0)
  return markdownTable(
    ['', "µs of PostgreSQL's cores", 'of ours', 'by the clock'],
    rows.map(([what, { server, here, wall }]) => [what, micros(server), micros(here), micros(wall)]),
  )
}

function constantTable(costs: Costs): string {
  const row = (costs.many.server - costs.few.server) / (crowd - few)
  const renewal = (costs.renewedMany.server - costs.renewedFew.server) / (crowd - few)
  const statement = costs.alone.server - row
  const constants = {
    statementMs: statement,
    rowMs: row,
    commitMs: costs.alone.wall - costs.careless.wall,
    renewalMs: renewal,
    claimMs: (costs.taken.server - statement) / claimed,
    offerMs: costs.offered.server,
    notifyMs: costs.notified.wall,
    stepCpuMs: costs.iterated.here,
    replayCpuMs: costs.replayed.here,
    bytesPerStep: costs.bytes,
  }
  return markdownTable(
    ['constant', 'value'],
    Object.entries(constants).map(([name, value]) => [name, String(Number(value.toPrecision(2)))]),
  )
}

const terms = () => ({ worker: 'bench', leaseMs: 600_000, now: Date.now() })

let made = 0

async function created(store: Store): Promise<readonly Lease[]> {
  const make = async (): Promise<Lease> => {
    const id = `ses_bench-${++made}`
    const mirror = { loop: 'bench', loopVersion: 1, provider: null, title: id, thread: 'thr', status: 'running' }
    const facts = [{ seq: 1, at: 0, type: 'session.created', data: { goal: id } } as const]
    const session = { id, owner: 'local', mirror: { ...mirror, persona: null, arm: null, createdAt: 0 }, facts }
    return (await store.sessions.create(session, terms())) ?? nobody(id)
  }
  return Promise.all(Array.from({ length: crowd }, make))
}

function nobody(session: string): Lease {
  return { session, token: 0, wakeSeq: 0, head: { seq: 0, chain: genesis({ id: session, owner: 'local' }) } }
}

async function append(store: Store, leases: readonly Lease[]): Promise<void> {
  const write = (lease: Lease) =>
    store.journal.append(lease, [
      { seq: lease.head.seq + 1, at: 0, type: 'step.finished', path: 'think#1', kind: 'generate', result },
    ])
  await Promise.all(leases.map(write))
}
