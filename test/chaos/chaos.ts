/**
 * Many sessions on several workers, while workers are killed and stopped, lines are cut, held up and slowed down, the
 * server is restarted and people meddle. What must be true afterwards is told by `verdict.ts`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Runtime, Tool } from '@gyre/core'
import { removePostgres, startPostgres } from '../postgres/server.ts'
import { chance } from '../support/chance.ts'
import { Bystander } from './bystander.ts'
import { behind, startLine } from './line.ts'
import { People } from './people.ts'
import { Storm, type StormCounts } from './storm.ts'
import { type Fates, fatesOf } from './takeovers.ts'
import { readNotes, type Snapshot, type Verdict, verdictOf } from './verdict.ts'
import { Watchers } from './watchers.ts'
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

export type ChaosReport = Fates &
  Pick<Verdict, 'faults' | 'facts' | 'retries'> & {
    readonly counts: StormCounts
    readonly sent: Readonly<Record<string, number>>
    /** How many times somebody followed a session from its first fact on, and had to begin anew. */
    readonly watched: number
    readonly breaks: number
    /** From the end of the storm to the end of the last session. */
    readonly calmedMs: number
  }

const schema = 'chaos'
const concurrency = 120
/** This share of the sessions is watched. */
const watchedShare = 0.05
/** After the storm everything has this long to come to its end. */
const patienceMs = 60_000

export async function chaos(options: ChaosOptions): Promise<ChaosReport> {
  const { isDurable, seed, calmMs } = options
  const folder = mkdtempSync(join(tmpdir(), 'gyre-chaos-'))
  const log = join(folder, 'notes')
  writeFileSync(log, '')
  const server = await startPostgres({ isDurable })
  const line = await startLine(server.url)
  const starter = await Bystander.open(server.url, schema)
  const visitor = await Bystander.open(behind(server.url, line), schema)
  const order = { url: server.url, schema, log, concurrency, paceMs: options.paceMs }
  const workers = await Promise.all(Array.from({ length: options.workers }, () => StormWorker.start(order)))
  const { runtime, store, tools } = starter
  // What one of them throws dice for is no matter of when others do.
  const dice = { storm: chance(seed), people: chance(seed + 1), others: chance(seed + 2) }
  const storm = new Storm({ workers, lines: [line], store, server, isDurable, random: dice.storm, calmMs })
  const people = new People(runtime, dice.people)
  const watchers = new Watchers(
    new Map([
      ['who started it', runtime],
      ['a visitor', visitor.runtime],
    ]),
  )
  try {
    return await weather({ ...options, runtime, tools, workers, storm, people, watchers, log, random: dice.others })
  } finally {
    people.end()
    storm.end()
    await watchers.end()
    await Promise.all(workers.map((worker) => worker.close()))
    await starter.close()
    await visitor.close()
    await line.close()
    await removePostgres(storm.server)
    rmSync(folder, { recursive: true, force: true })
  }
}

type Weather = Omit<ChaosOptions, 'workers'> & {
  readonly runtime: Runtime
  readonly tools: readonly Tool[]
  readonly workers: readonly StormWorker[]
  readonly storm: Storm
  readonly people: People
  readonly watchers: Watchers
  readonly log: string
  readonly random: () => number
}

async function weather(given: Weather): Promise<ChaosReport> {
  const { runtime, workers, storm, people, watchers, log, seconds } = given
  const [raging, acting] = [storm.rage(), people.act()]
  const snapshots: Snapshot[] = []
  const until = Date.now() + seconds * 1000
  const looking = lookNowAndThen(given, until, snapshots)
  const indexes = await feed(given)
  while (Date.now() < until) await sleep(100)
  const stormEndedAt = Date.now()
  storm.end()
  people.isCalm = true
  await Promise.all([raging, looking])
  const calm = Date.now()
  await ended(runtime, indexes.size, calm + patienceMs)
  const calmedMs = Date.now() - calm
  people.end()
  await acting
  const sights = await watchers.sights(calm + patienceMs)
  const { blows, counts } = storm
  const notes = readNotes(log)
  const verdict = await verdictOf(runtime, { indexes, aborted: people.aborted, snapshots, sights, notes, blows })
  const { faults, facts, retries, chronicles } = verdict
  return {
    faults: [...faults, ...workers.flatMap(({ deaths }) => deaths)],
    ...fatesOf(blows, { notes, chronicles, stormEndedAt }),
    facts,
    retries,
    counts,
    sent: people.sent,
    watched: sights.length,
    breaks: watchers.breaks,
    calmedMs,
  }
}

/** Sessions come evenly over most of the storm. */
async function feed(given: Weather): Promise<ReadonlyMap<string, number>> {
  const { runtime, tools, watchers, seconds, sessions, random, onProgress } = given
  const indexes = new Map<string, number>()
  const began = Date.now()
  const forMs = seconds * 1000 * 0.9
  for (let index = 0; index < sessions; index++) {
    const due = began + (index / sessions) * forMs
    if (due > Date.now()) await sleep(due - Date.now())
    const { id } = await runtime.start('crowd', `Session ${index}.`, { model: 'crowd/model', tools, config: { index } })
    indexes.set(id, index)
    if (random() < watchedShare) watchers.watch(id)
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
