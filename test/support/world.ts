/** A world in which processes run, die and are followed by others: one store, many runtimes. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Ids,
  type JournalRow,
  type Loop,
  type Question,
  Runtime,
  type SessionEnd,
  type StartOptions,
  type Store,
  type TaskInput,
} from '@gyre/core'
import { inMemoryMemory, type SimulatedClock, simulatedClock } from '@gyre/core/testing'
import { memoryStore, sqliteStore } from '@gyre/stores'
import { onTestFinished } from 'vitest'
import { countedEmbedder, countedMemory, Hand, type PathModelOptions, pathModel, type Replies, toolbox } from './effects.ts'
import { type Death, Life, mortalStore } from './life.ts'

/** A loop with all that it meets: what it is asked, what the model says, what people answer, how it ends. */
export type Scenario = {
  readonly name: string
  readonly loop: Loop
  readonly task: TaskInput
  readonly options?: Omit<StartOptions, 'model' | 'models' | 'tools'>
  readonly replies: Replies
  readonly model?: PathModelOptions
  /** Names of tools from the toolbox. */
  readonly tools?: readonly string[]
  /** Answers by the path of the question; a call nobody knows the end of is retried. */
  readonly answers?: Readonly<Record<string, string>>
  readonly end: Pick<SessionEnd, 'answer' | 'outcome'>
}

export type Process = {
  readonly name: string
  readonly life: Life
  readonly hand: Hand
  readonly clock: SimulatedClock
  readonly runtime: Runtime
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
  readonly memory = inMemoryMemory()
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
    const { replies, model, tools = [] } = this.scenario
    const all = toolbox(hand)
    const runtime = new Runtime({
      store: this.open(life, name),
      loops: [options.loop ?? this.scenario.loop],
      models: [pathModel(hand, replies, model)],
      tools: tools.map((tool) => toolNamed(all, tool)),
      embedder: countedEmbedder(hand),
      memory: countedMemory(hand, this.memory),
      clock,
      ids: idsOf(name),
      random: () => nth / 10,
      ...(options.recover && { recover: true }),
    })
    return { name, life, hand, clock, runtime }
  }

  async rows(): Promise<readonly JournalRow[]> {
    return this.data.journal.read(await this.sessionId(), 1)
  }

  /** The one session of this world. */
  async sessionId(): Promise<string> {
    const [row] = await this.data.sessions.list({})
    if (!row) throw new Error('There is no session.')
    return row.id
  }

  get keys(): Store['keys'] {
    return this.data.keys
  }
}

function toolNamed(all: ReturnType<typeof toolbox>, name: string) {
  const tool = all[name]
  if (!tool) throw new Error(`The toolbox has no \`${name}\`.`)
  return tool
}

/** Ids that tell the process: two never make the same, and the same process makes the same ones in every world. */
function idsOf(process: string): Ids {
  let last = 0
  return { next: (prefix) => `${prefix}_${process}-${++last}` }
}

export class MemoryWorld extends World {
  protected readonly data = memoryStore({ key: 'test' })
  readonly #isGrouped: boolean

  constructor(scenario: Scenario, options: { readonly isGrouped?: boolean } = {}) {
    super(scenario)
    this.#isGrouped = options.isGrouped ?? false
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

/** A folder that is gone when the test is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gyre-crash-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts the scenario's session and sees it to its end, or to the death of its process. */
export async function start(world: World, process: Process): Promise<SessionEnd | undefined> {
  const { scenario } = world
  const { loop, task, options, replies, model, tools = [] } = scenario
  const all = toolbox(process.hand)
  const started = process.runtime.start(loop, task, {
    ...options,
    model: pathModel(process.hand, replies, model),
    tools: tools.map((tool) => toolNamed(all, tool)),
  })
  return untilDeath(
    process,
    started.then(({ id }) => conclude(process, id, scenario.answers)),
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
  return untilDeath(process, conclude(process, id, world.scenario.answers))
}

export async function untilDeath<T>({ life, clock }: Process, work: Promise<T>): Promise<T | undefined> {
  return clock.runUntil(Promise.race([work, life.died.then(() => undefined)]))
}

/** Answers whatever is asked until the session has ended. */
export async function conclude(
  { runtime }: Process,
  id: string,
  answers: Readonly<Record<string, string>> = {},
): Promise<SessionEnd> {
  const session = await runtime.session(id)
  while ((await session.idle()) !== 'ended') {
    const { view } = await runtime.read(id)
    for (const question of view.questions.values()) {
      const text = answers[question.path] ?? usualAnswer(question)
      // By key: asked again after a crash, the same answer is sent once.
      await session.answer(text, { question: question.path, key: `${question.path}` })
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  return session.outcome
}

function usualAnswer(question: Question): string {
  if (question.kind === 'uncertain') return 'retry'
  throw new Error(`Nobody answers \`${question.path}\`: ${question.question}`)
}
