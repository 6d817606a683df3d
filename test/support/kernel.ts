/** What tests of the kernel share: a world with a store and a clock of its own, small loops, and ways to wait. */
import {
  defineLoop,
  defineTool,
  type Fact,
  factOf,
  type Intervention,
  isFact,
  type Json,
  type Loop,
  type LoopContext,
  type LoopDefinition,
  type LoopResult,
  type Model,
  type ModelRequest,
  Runtime,
  type RuntimeOptions,
  react,
  type Session,
  type SessionEvent,
  type Store,
  type Task,
  type Tool,
  textOf,
} from '@gyre/core'
import { type ScriptedReply, type SimulatedClock, simulatedClock } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores'
import { z } from 'zod'

/** Where tests begin in time. */
export const midnight = Date.UTC(2026, 0, 1)
export const hour = 3_600_000

export type World = {
  readonly store: Store
  readonly clock: SimulatedClock
  readonly runtime: Runtime
  /** Another process over the same store. */
  another(options?: Partial<RuntimeOptions>): Runtime
  /** A process that is started an hour later: every lease has run out, as after a crash. */
  afterCrash(options?: Partial<RuntimeOptions>): Runtime
}

export type WorldOptions = Partial<RuntimeOptions>

/** A runtime over a memory store, with a clock that stands still. What others need to resume is in `options`. */
export function world(options: WorldOptions = {}): World {
  const { store = memoryStore() } = options
  const clock = simulatedClock(midnight)
  const open = (more: Partial<RuntimeOptions>) => new Runtime({ store, clock, random: () => 0.5, ...options, ...more })
  return {
    store,
    clock,
    runtime: open({}),
    another: (more = {}) => open(more),
    afterCrash: (more = {}) => open({ clock: simulatedClock(midnight + hour), ...more }),
  }
}

type Run = (ctx: LoopContext, task: Task) => Promise<LoopResult | Json>
type More = Pick<LoopDefinition<Loop['config']>, 'version' | 'traits' | 'prompts'>

/** A loop of a few lines, without any config. */
export function loopOf(name: string, run: Run, more: More = {}): Loop {
  return defineLoop({ name, run, ...more })
}

/** The traits of a loop that publishes a plan. */
export const planningTraits = { auditablePlan: true }

/** The same work as a loop, as a child of a loop, and as a branch of a `map`: what the kernel does must reach all. */
export function shapesOf(
  work: Loop,
): readonly { readonly shape: string; readonly prefix: string; readonly loop: Loop }[] {
  const parent = loopOf('parent', async (ctx, task) => (await ctx.runLoop(work, task)).answer)
  const branches = loopOf('branches', async (ctx, task) => {
    const [end] = await ctx.map([0], (_, branch) => branch.runLoop(work, task))
    return end?.answer ?? null
  })
  return [
    { shape: 'a loop', prefix: '', loop: work },
    { shape: 'a child loop', prefix: `runLoop#1/${work.name}/`, loop: parent },
    { shape: 'a branch', prefix: `map#1[0]/runLoop#1/${work.name}/`, loop: branches },
  ]
}

export const reactShapes = shapesOf(react as unknown as Loop)

/** A promise that a test opens. */
export type Gate = {
  readonly opened: Promise<void>
  readonly isReached: Promise<void>
  open(): void
  pass(): Promise<void>
}

/** Something to hold a call with: `isReached` resolves when the call is there, and `open` lets it go on. */
export function gate(): Gate {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const { promise: isReached, resolve: reach } = Promise.withResolvers<void>()
  return {
    opened,
    isReached,
    open,
    pass: () => {
      reach()
      return opened
    },
  }
}

/** A few turns of the event loop: whatever could go on has gone on. */
export async function turns(count = 20): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** Waits until an intervention has been sent and the session has noticed it. */
export async function told(sent: Promise<Intervention>): Promise<Intervention> {
  const intervention = await sent
  await turns(4)
  return intervention
}

/** Waits for the first event that fits. */
async function until(session: Session, fits: (event: SessionEvent) => boolean): Promise<SessionEvent> {
  for await (const event of session.events) if (fits(event)) return event
  throw new Error('The session ended before.')
}

/** Waits for a fact of this type, at this path if one is named. */
export function untilFact(session: Session, type: Fact['type'], path?: string): Promise<SessionEvent> {
  return until(session, (event) => isFact(event) && event.type === type && (path === undefined || event.path === path))
}

/** All facts of a session, from its journal. */
export async function factsOf(runtime: Runtime, session: string): Promise<readonly Fact[]> {
  return (await runtime.read(session)).rows.map(factOf)
}

/** Facts of one type. */
export async function factsOfType(runtime: Runtime, session: string, type: Fact['type']): Promise<readonly Fact[]> {
  return (await factsOf(runtime, session)).filter((fact) => fact.type === type)
}

/** Paths of the steps that were recorded, in the order of the journal. */
export async function stepPaths(runtime: Runtime, session: string): Promise<readonly string[]> {
  const steps = new Set<Fact['type']>(['step.finished', 'step.failed', 'plan.changed'])
  return (await factsOf(runtime, session)).filter(({ type }) => steps.has(type)).map(({ path = '' }) => path)
}

/** The interventions of a session as they stand, in few words: `steer queued`, `pause applied at think#1`. */
export async function standing(store: Store, session: string): Promise<readonly string[]> {
  return (await store.interventions.list(session)).map(({ action, state, appliedAt, why }) => {
    const at = appliedAt === null ? '' : ` at ${appliedAt || 'the beginning'}`
    return `${action} ${state}${at}${why === null ? '' : `: ${why}`}`
  })
}

/** A port with some of its methods replaced. */
export function withMethods<T extends object>(port: T, methods: Partial<T>): T {
  return new Proxy(port, {
    get: (target, name) => {
      const own = Reflect.get(methods, name) ?? Reflect.get(target, name)
      return typeof own === 'function' ? own.bind(target) : own
    },
  })
}

/** The texts of a request, one for each message. */
export function textsOf(request: ModelRequest | undefined): readonly string[] {
  return request?.messages.map(textOf) ?? []
}

/** Everything that is needed to go on with a session elsewhere. */
export function equipment(loop: Loop, model: Model, ...tools: readonly Tool[]): Partial<RuntimeOptions> {
  return { loops: [loop], models: () => model, tools }
}

/** A tool without effects that says what it was asked. */
export const search = defineTool({
  name: 'search',
  description: 'Searches the web.',
  input: z.object({ query: z.string() }),
  effect: 'pure',
  run: ({ query }) => `Found ${query}.`,
})

/** A reply that waits at a gate. */
export function behind(held: Gate, reply: ScriptedReply): () => Promise<ScriptedReply> {
  return async () => {
    await held.pass()
    return reply
  }
}
