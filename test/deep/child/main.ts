/** A process of its own that runs sessions on a database, and is killed in the middle of it. */
import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Embedder, GyreError, type Ids, type Loop, type Model, Runtime, type Store, type Tool } from '@gyre/core'
import { inMemoryMemory } from '@gyre/core/testing'
import { sqliteStore } from '@gyre/stores'
import { countedEmbedder, countedMemory, Hand } from '../../support/effects.ts'
import { Life } from '../../support/life.ts'
import { conclude, equipment, type Scenario } from '../../support/scenario.ts'
import { scenarioNamed } from '../../support/scenarios.ts'
import { crowdEquipment, crowdId, crowdScenario } from './crowd.ts'
import type { Order, Said } from './orders.ts'

const order = JSON.parse(process.argv[2] ?? '{}') as Order

/** No handler runs and nothing is flushed: the kernel takes the process away. */
function killMyself(): void {
  process.kill(process.pid, 'SIGKILL')
}

class RealLife extends Life {
  override die(): void {
    killMyself()
  }
}

const life = new RealLife(order.killInEffect === undefined ? {} : { inEffect: order.killInEffect })

/** What is done for a session, written down as it begins. */
function handFor(session: string): Hand {
  return new Hand(session, life, {
    keepsRequests: false,
    onBegin: ({ kind, at }) => appendFileSync(order.log, `${process.pid} ${session} ${kind} ${at}\n`),
    ...(order.paceMs !== undefined && { pace: async () => sleep(order.paceMs) }),
  })
}

/** Counts durable appends. Unlike a crash inside a test's own process this one takes nothing back. */
function counted(store: Store): Store {
  const count = () => {
    life.appends += 1
    if (life.appends === order.killAfterAppend) killMyself()
  }
  const { journal } = store
  return {
    ...store,
    journal: {
      read: (...args) => journal.read(...args),
      append: (...args) => journal.append(...args)?.then(count),
    },
  }
}

type Known = {
  readonly loops: readonly Loop[]
  readonly model: Model
  readonly tools: readonly Tool[]
  readonly embedder?: Embedder | undefined
}

/** `next` names the session that is started next: the same one in every run. */
function runtimeOf({ loops, model, tools, embedder }: Known, next: () => string): Runtime {
  const store = sqliteStore(order.path, { key: 'deep', ...(order.leaseMs && { leaseMs: order.leaseMs }) })
  const hand = handFor('shared')
  let last = 0
  const ids: Ids = { next: (prefix) => (prefix === 'ses' ? next() : `${prefix}_${process.pid}-${++last}`) }
  return new Runtime({
    store: counted(store),
    loops,
    models: [model],
    tools,
    embedder: countedEmbedder(hand, embedder),
    memory: countedMemory(hand, inMemoryMemory()),
    ids,
    recover: order.do === 'recover' || order.do === 'crowd',
  })
}

type Ordered = Pick<Scenario, 'loop' | 'task' | 'options' | 'answers'> & Omit<Known, 'loops'>

/** What the order names, in the hands of this process. */
async function ordered(hand: Hand): Promise<Ordered> {
  // It takes long to load, and few orders are about it.
  if (order.web) return (await import('./web-research.ts')).webResearch(order.web, hand)
  const scenario = scenarioNamed(order.scenario ?? '')
  return { ...scenario, ...equipment(scenario, hand) }
}

async function runOne(id: string): Promise<Said['end']> {
  const { loop, task, options, answers, ...known } = await ordered(handFor(id))
  const { model, tools } = known
  const runtime = runtimeOf({ ...known, loops: [loop] }, () => id)
  if (order.do === 'start') await runtime.start(loop, task, { ...options, thread: 'thr_deep', model, tools })
  if (order.do === 'resume') await runtime.resume(id)
  const { answer, outcome } = await conclude(runtime, id, answers)
  return { answer, outcome }
}

/** Many sessions at once: those that are there go on, the others begin. */
async function runCrowd(size: number): Promise<Said['end']> {
  const known = crowdEquipment((index) => handFor(crowdId(index)))
  let starting = ''
  const runtime = runtimeOf(known, () => starting)
  const ends = []
  for (let index = 0; index < size; index++) {
    const { loop, task, options, tools = [], answers } = crowdScenario(index)
    const id = crowdId(index)
    starting = id
    if (!(await runtime.store.sessions.get(id)))
      await runtime.start(loop, task, {
        ...options,
        thread: `thr_${index}`,
        model: known.model,
        tools: known.tools.filter(({ name }) => tools.includes(name)),
      })
    ends.push(conclude(runtime, id, answers))
  }
  return { answer: (await Promise.all(ends)).length, outcome: 'answered' }
}

async function work(): Promise<Pick<Said, 'end' | 'code'>> {
  if (order.waits) {
    writeFileSync(`${order.log}.ready.${process.pid}`, '')
    while (!existsSync(`${order.log}.go`)) await sleep(1)
  }
  try {
    const end = await (order.do === 'crowd' ? runCrowd(order.sessions ?? 0) : runOne('ses_deep'))
    return end ? { end } : {}
  } catch (error) {
    if (error instanceof GyreError) return { code: error.code }
    throw error
  }
}

// Who waits for another process has nothing of its own that keeps it alive.
setInterval(() => {}, 1000)
const done = await work()
const said: Said = { ...done, appends: life.appends, effects: life.effects }
process.stdout.write(`${JSON.stringify(said)}\n`, () => process.exit(0))
