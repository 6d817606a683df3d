/**
 * Many sessions on several workers, while workers are killed and stopped, lines are cut, held up and slowed down, the
 * server is restarted and people meddle. What must be true afterwards is told by `verdict.ts`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Runtime, type Tool } from '@gyre/core'
import { postgresDispatcher, postgresStore } from '@gyre/stores/postgres'
import { removePostgres, startPostgres } from '../postgres/server.ts'
import { chance } from '../support/chance.ts'
import { crowdEquipment, crowdLoop } from './crowd-loop.ts'
import { People } from './people.ts'
import { Storm, type StormCounts } from './storm.ts'
import { faultsOf, readNotes, type Snapshot, type Takeover, takeovers } from './verdict.ts'
import { StormWorker } from './workers.ts'

export type ChaosOptions = {
  /** How long the storm lasts; sessions come all the while. */
  readonly seconds: number
  readonly sessions: number
  readonly workers: number
  readonly seed: number
  /** How long an effect takes, about. */
  readonly paceMs: number
  readonly calmMs: number
  /** Whether the server writes to disk before it answers. */
  readonly isDurable: boolean
  readonly onProgress?: (line: string) => void
}

export type ChaosReport = {
  readonly faults: readonly string[]
  readonly counts: StormCounts
  readonly sent: Readonly<Record<string, number>>
  readonly takeovers: readonly Takeover[]
  readonly facts: number
  /** From the end of the storm to the end of the last session. */
  readonly calmedMs: number
}

const schema = 'chaos'
const concurrency = 120
/** After the storm everything has this long to come to its end. */
const patienceMs = 60_000

export async function chaos(options: ChaosOptions): Promise<ChaosReport> {
  const { isDurable, seed, calmMs } = options
  const folder = mkdtempSync(join(tmpdir(), 'gyre-chaos-'))
  const log = join(folder, 'notes')
  writeFileSync(log, '')
  const server = await startPostgres({ isDurable })
  const store = await postgresStore(server.url, { schema, key: 'chaos' })
  const dispatcher = await postgresDispatcher(store, { concurrency: 0, version: 'chaos' })
  const { model, tools } = crowdEquipment(0, () => {})
  const runtime = new Runtime({ store, dispatcher, loops: [crowdLoop], models: [model], tools })
  const order = { url: server.url, schema, log, concurrency, paceMs: options.paceMs }
  const workers = await Promise.all(Array.from({ length: options.workers }, () => StormWorker.start(order)))
  const random = chance(seed)
  const storm = new Storm({ workers, store, server, isDurable, random, calmMs })
  const people = new People(runtime, random)
  try {
    return await weather({ ...options, runtime, tools, storm, people, log, random })
  } finally {
    people.end()
    storm.end()
    await Promise.all(workers.map((worker) => worker.close()))
    await runtime.close({ keepStore: true })
    await dispatcher.close()
    await store.close()
    await removePostgres(storm.server)
    rmSync(folder, { recursive: true, force: true })
  }
}

type Weather = ChaosOptions & {
  readonly runtime: Runtime
  readonly tools: readonly Tool[]
  readonly storm: Storm
  readonly people: People
  readonly log: string
  readonly random: () => number
}

async function weather(given: Weather): Promise<ChaosReport> {
  const { runtime, storm, people, log, seconds } = given
  const [raging, acting] = [storm.rage(), people.act()]
  const snapshots: Snapshot[] = []
  const until = Date.now() + seconds * 1000
  const looking = lookNowAndThen(given, until, snapshots)
  const indexes = await feed(given)
  while (Date.now() < until) await sleep(100)
  storm.end()
  people.isCalm = true
  await Promise.all([raging, looking])
  const calm = Date.now()
  await ended(runtime, indexes.size, calm + patienceMs)
  const calmedMs = Date.now() - calm
  people.end()
  await acting
  const notes = readNotes(log)
  return {
    faults: await faultsOf(runtime, indexes, snapshots, notes),
    counts: storm.counts,
    sent: people.sent,
    takeovers: takeovers(storm.blows, notes),
    facts: await factsOf(runtime, [...indexes.keys()]),
    calmedMs,
  }
}

/** Sessions come evenly over most of the storm. */
async function feed({ runtime, tools, seconds, sessions, onProgress }: Weather): Promise<ReadonlyMap<string, number>> {
  const indexes = new Map<string, number>()
  const began = Date.now()
  const forMs = seconds * 1000 * 0.9
  for (let index = 0; index < sessions; index++) {
    const due = began + (index / sessions) * forMs
    if (due > Date.now()) await sleep(due - Date.now())
    const { id } = await runtime.start('crowd', `Session ${index}.`, { model: 'crowd/model', tools, config: { index } })
    indexes.set(id, index)
    if (index % 100 === 0) onProgress?.(`${index} sessions begun`)
  }
  return indexes
}

/** Journals as they stand in the middle of it. */
async function lookNowAndThen({ runtime, random }: Weather, until: number, into: Snapshot[]): Promise<void> {
  while (Date.now() < until) {
    await sleep(500)
    const rows = await runtime.list({ limit: 200 })
    for (const { id } of rows.filter(() => random() < 0.05)) {
      const journal = await runtime.store.journal.read(id, 1)
      into.push({ session: id, chains: journal.map(({ chain }) => chain) })
    }
  }
}

async function ended(runtime: Runtime, sessions: number, deadline: number): Promise<void> {
  while (Date.now() < deadline) {
    const over = await runtime.listAll({ states: ['ended'] })
    if (over.length === sessions) return
    await sleep(200)
  }
}

async function factsOf(runtime: Runtime, ids: readonly string[]): Promise<number> {
  let facts = 0
  for (const id of ids) facts += (await runtime.store.journal.read(id, 1)).length
  return facts
}
