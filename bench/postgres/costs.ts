/** What single things cost on PostgreSQL, one at a time: what the capacity model is made of. */
import { genesis, type Lease, type Store } from '@gyre/core'
import { postgresStore } from '@gyre/stores/postgres'
import { median } from '../process-pair.ts'
import { newDatabase } from './contestants.ts'
import { markdownTable } from './table.ts'

const rounds = 40
const crowd = 200
/** About what a record of a model call takes. */
const result = 'x'.repeat(500)

export async function costs(server: string): Promise<string> {
  const url = await newDatabase(server, 'costs')
  const hasty = new URL(url)
  hasty.searchParams.set('options', '-c synchronous_commit=off')
  const [store, careless] = [
    await postgresStore(url, { key: 'bench' }),
    await postgresStore(hasty.href, { key: 'bench' }),
  ]
  const leases = await created(store, crowd)
  const others = await created(careless, crowd)
  const lone = await took(() => append(store, leases.slice(0, 1)))
  const loneCareless = await took(() => append(careless, others.slice(0, 1)))
  const many = await took(() => append(careless, others))
  const few = await took(() => append(careless, others.slice(0, crowd / 4)))
  const rowMs = (many - few) / (crowd - crowd / 4)
  const renewAll = await took(() => store.sessions.renew(leases, terms()))
  const renewFew = await took(() => store.sessions.renew(leases.slice(0, 10), terms()))
  const make = await took(() => created(store, crowd))
  const take = await took(
    async () => {
      for (const lease of leases) await store.sessions.release(lease)
    },
    () => acquired(store, leases),
  )
  await Promise.all([store.close(), careless.close()])
  const rows: readonly (readonly [string, number])[] = [
    ['a row by itself, on disk', lone],
    ['the same without waiting for the disk', loneCareless],
    [`a row among ${crowd} of as many sessions`, rowMs],
    ['the statement around them', few - rowMs * (crowd / 4)],
    ['a lease renewed among many', (renewAll - renewFew) / (crowd - 10)],
    [`a session made among ${crowd}`, make / crowd],
    [`a session taken among ${crowd}`, take / crowd],
  ]
  return markdownTable(
    ['', 'µs'],
    rows.map(([what, ms]) => [what, (ms * 1000).toFixed(0)]),
  )
}

const terms = () => ({ worker: 'bench', leaseMs: 600_000, now: Date.now() })

let made = 0

async function created(store: Store, count: number): Promise<readonly Lease[]> {
  const make = async (): Promise<Lease> => {
    const id = `ses_bench-${++made}`
    const mirror = { loop: 'bench', loopVersion: 1, provider: null, title: id, thread: 'thr', status: 'running' }
    const facts = [{ seq: 1, at: 0, type: 'session.created', data: { goal: id } } as const]
    const session = { id, owner: 'local', mirror: { ...mirror, persona: null, arm: null, createdAt: 0 }, facts }
    return (await store.sessions.create(session, terms())) ?? nobody(id)
  }
  return Promise.all(Array.from({ length: count }, make))
}

async function acquired(store: Store, leases: readonly Lease[]): Promise<unknown> {
  const taken = await Promise.all(leases.map(({ session }) => store.sessions.acquire(session, terms())))
  for (const [at, lease] of taken.entries()) Object.assign(leases[at] ?? {}, lease)
  return taken
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

/** Milliseconds, the median of many times. */
async function took(first: () => Promise<unknown>, then?: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    if (then) await first()
    const began = performance.now()
    await (then ?? first)()
    times.push(performance.now() - began)
  }
  return median(times)
}
