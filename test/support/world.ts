/** A world in which processes run, die and are followed by others: one store, many runtimes. */
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Ids,
  type JournalRow,
  type Loop,
  type Memory,
  Runtime,
  type Session,
  type SessionEnd,
  type SessionRow,
  type Store,
  type TaskInput,
} from '@gyre/core'
import { inMemoryMemory, type SimulatedClock, simulatedClock } from '@gyre/core/testing'
import { memoryStore, sqliteStore } from '@gyre/stores'
import { countedEmbedder, countedMemory, Hand } from './effects.ts'
import { type Death, Life, mortalStore } from './life.ts'
import { answerQuestions, conclude, equipment, type Scenario } from './scenario.ts'

export type Process = {
  readonly name: string
  readonly life: Life
  readonly hand: Hand
  readonly clock: SimulatedClock
  readonly runtime: Runtime
  readonly isPaced: boolean
}

export type ProcessOptions = {
  readonly death?: Death
  /** What each effect waits for. */
  readonly pace?: (clock: SimulatedClock, at: string) => Promise<void>
  readonly keepsRequests?: boolean
  /** The loop as this process knows it, when it is not the scenario's. */
  readonly loop?: Loop
  readonly recover?: boolean
  readonly clock?: SimulatedClock
}

const lateMs = 3_600_000

export abstract class World {
  readonly scenario: Scenario
  protected readonly memory: Memory = inMemoryMemory()
  #processes = 0

  constructor(scenario: Scenario) {
    this.scenario = scenario
  }

  /** The store as a process opens it. */
  protected abstract open(life: Life, worker: string): Store
  /** The store behind all processes. */
  protected abstract readonly data: Store

  /** A new process. Each begins an hour after the one before: by then any lease has run out. */
  process(options: ProcessOptions = {}): Process {
    const nth = ++this.#processes
    const name = `process-${nth}`
    const life = new Life(options.death)
    const clock = options.clock ?? simulatedClock(Date.UTC(2026, 0, 1) + nth * lateMs)
    const { pace, keepsRequests } = options
    const hand = new Hand(name, life, {
      ...(pace && { pace: (at: string) => pace(clock, at) }),
      ...(keepsRequests !== undefined && { keepsRequests }),
    })
    const { model, tools } = equipment(this.scenario, hand)
    const runtime = new Runtime({
      store: this.open(life, name),
      loops: [options.loop ?? this.scenario.loop],
      models: [model],
      tools,
      embedder: countedEmbedder(hand, this.scenario.embedder),
      memory: countedMemory(hand, this.memory),
      clock,
      ids: idsOf(name),
      random: () => nth / 10,
      ...(options.recover && { recover: true }),
      ...(this.scenario.remembers && { remembers: this.scenario.remembers }),
    })
    return { name, life, hand, clock, runtime, isPaced: pace !== undefined }
  }

  async rows(): Promise<readonly JournalRow[]> {
    return this.data.journal.read(await this.sessionId(), 1)
  }

  /** The one session of this world. */
  async session(): Promise<SessionRow> {
    const [row] = await this.data.sessions.list({})
    if (!row) throw new Error('There is no session.')
    return row
  }

  async sessionId(): Promise<string> {
    return (await this.session()).id
  }

  get keys(): Store['keys'] {
    return this.data.keys
  }
}

/** Ids that tell the process: two never make the same, and the same process makes the same ones in every world. */
function idsOf(process: string): Ids {
  let last = 0
  return { next: (prefix) => `${prefix}_${process}-${++last}` }
}

export class MemoryWorld extends World {
  protected readonly data = memoryStore({ key: 'test' })
  protected override readonly memory: Memory
  readonly #isGrouped: boolean

  constructor(scenario: Scenario, options: { readonly isGrouped?: boolean; readonly memory?: Memory } = {}) {
    super(scenario)
    this.#isGrouped = options.isGrouped ?? false
    this.memory = options.memory ?? inMemoryMemory()
  }

  protected open(life: Life, worker: string): Store {
    return mortalStore(this.data, life, { worker, isGrouped: this.#isGrouped })
  }
}

export class SqliteWorld extends World {
  readonly #path: string
  protected readonly data: Store

  constructor(scenario: Scenario, folder: string) {
    super(scenario)
    this.#path = join(mkdtempSync(join(folder, 'world-')), 'gyre.db')
    this.data = this.#opened()
  }

  protected open(life: Life, worker: string): Store {
    return mortalStore(this.#opened(), life, { worker })
  }

  #opened(): Store {
    const store = sqliteStore(this.#path, { synchronous: 'NORMAL', key: 'test' })
    this.#stores.push(store)
    return store
  }

  readonly #stores: Store[] = []

  async close(): Promise<void> {
    for (const store of this.#stores) await store.close()
  }
}

/** Starts the scenario's session. The clock of its process stands still. */
export function begin({ scenario }: World, { hand, runtime }: Process): Promise<Session> {
  const { loop, task, options } = scenario
  return runtime.start(loop, task as TaskInput, { ...options, ...equipment(scenario, hand) })
}

/** Starts the scenario's session and sees it to its end, or to the death of its process. */
export async function start(world: World, process: Process): Promise<SessionEnd | undefined> {
  return untilDeath(
    process,
    begin(world, process).then(({ id }) => conclude(process.runtime, id, world.scenario.answers)),
  )
}

/** Goes on with the session in another process: asked for by its id, or found among the abandoned ones. */
export async function goOn(
  world: World,
  process: Process,
  how: 'resume' | 'recover' = 'resume',
): Promise<SessionEnd | undefined> {
  const id = await world.sessionId()
  const [row] = await process.runtime.list({})
  if (row?.state !== 'ended') await (how === 'resume' ? process.runtime.resume(id) : process.runtime.recover())
  return untilDeath(process, conclude(process.runtime, id, world.scenario.answers))
}

/** Waits for this or for the death of the process. Its clock moves only where effects take time. */
export async function untilDeath<T>({ life, clock, isPaced }: Process, work: Promise<T>): Promise<T | undefined> {
  const first = Promise.race([work, life.died.then(() => undefined)])
  return isPaced ? clock.runUntil(first) : first
}

/** What people send while no process runs the session. */
export async function answerOpenQuestions(world: World): Promise<void> {
  await answerQuestions(world.process().runtime, await world.sessionId(), world.scenario.answers)
}
