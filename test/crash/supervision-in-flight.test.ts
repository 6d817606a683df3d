/** An abort reaches all that is in flight at once, and a session that rests holds nothing: in loops with branches. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  defineTool,
  experts,
  type Fact,
  type Loop,
  type Model,
  reason,
  type SessionEnd,
  type StartOptions,
  type Tool,
  user,
  waves,
} from '@gyre/core'
import { calls, type ScriptedReply, type SimulatedClock, simulatedClock } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { begun, effectsIn } from '../support/compare.ts'
import { plans, task } from '../support/experts-replies.ts'
import { factsOf, turns, world } from '../support/kernel.ts'
import { json } from '../support/reason-runs.ts'
import type { Scenario } from '../support/scenario.ts'
import { scenarioNamed } from '../support/scenarios.ts'
import { goesOn } from '../support/waves-runs.ts'
import { begin, goOn, MemoryWorld, start } from '../support/world.ts'

/** Calls that go on until their signal fires. */
class InFlight {
  readonly begun: string[] = []
  readonly ended: string[] = []
  /** How many had been told when the turn in which the first one was told was over. */
  atOnce = 0

  async hold(path: string, signal: AbortSignal): Promise<never> {
    this.begun.push(path)
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(this.#told(path))))
    throw signal.reason
  }

  #told(path: string): void {
    this.ended.push(path)
    if (this.ended.length > 1) return
    // Listeners of one event run before any microtask: those that are told later are not among them.
    queueMicrotask(() => {
      this.atOnce = this.ended.length
    })
  }
}

type Busy = {
  readonly loop: Loop
  readonly options?: StartOptions
  readonly replies: Readonly<Record<string, ScriptedReply>>
  /** Paths of the calls that are in flight together. */
  readonly models: readonly string[]
  readonly tools: readonly string[]
}

const step = (id: string) => ({ id, tool: 'wait', goal: `Do ${id}.`, needs: [] })
const prepared = json({ input: { name: 'x' } })

const busyLoops: readonly Busy[] = [
  {
    loop: waves as unknown as Loop,
    options: { config: { eager: false, speculate: false } },
    replies: {
      'plan-cache#1/plan#1': goesOn(
        { id: 'a', tool: 'wait', args: { name: 'a' } },
        { id: 'b', tool: 'wait', args: { name: 'b' } },
        { id: 'c', tool: 'consult', args: { name: 'c' } },
      ),
    },
    models: ['wave#1[2]/call#1[0]/generate#1'],
    tools: ['wave#1[0]/call#1[0]', 'wave#1[1]/call#1[0]'],
  },
  {
    loop: reason as unknown as Loop,
    options: { config: { allowedTools: ['wait'] } },
    replies: {
      'plan#1': json({ steps: [step('a'), step('b'), step('c')] }),
      'round#1[1]/step#1/reason-step/prepare#1': prepared,
    },
    models: ['round#1[0]/step#1/reason-step/prepare#1', 'round#1[2]/step#1/reason-step/prepare#1'],
    tools: ['round#1[1]/step#1/reason-step/act#1[0]'],
  },
  {
    loop: experts as unknown as Loop,
    replies: {
      'plan-cache#1/plan#1': plans(task('a', 'A?'), task('b', 'B?'), task('c', 'C?')),
      'task#1[1]/expert#1/react/think#1': calls('wait', { name: 'b' }),
    },
    models: ['task#1[0]/expert#1/react/think#1', 'task#1[2]/expert#1/react/think#1'],
    tools: ['task#1[1]/expert#1/react/act#1[0]'],
  },
]

const input = z.object({ name: z.string() })

function toolsOf(inFlight: InFlight): readonly Tool[] {
  const wait = defineTool({
    name: 'wait',
    description: 'Waits.',
    input,
    effect: 'idempotent',
    run: (_, { path, signal }) => inFlight.hold(path, signal),
  })
  const consult = defineTool({
    name: 'consult',
    description: 'Asks a model.',
    input,
    effect: 'idempotent',
    run: async ({ name }, { generate }) => (await generate([user(name)])).text,
  })
  return [wait, consult] as unknown as readonly Tool[]
}

/** A model that says what is written for a path, and elsewhere half of something. */
function halting(inFlight: InFlight, replies: Busy['replies']): Model {
  return {
    id: 'test/halting',
    async *stream(_, { path, signal }) {
      const reply = replies[path]
      if (!reply) {
        yield { type: 'text', text: `Half of ${path}` }
        await inFlight.hold(path, signal)
        return
      }
      if (reply.text !== undefined) yield { type: 'text', text: reply.text }
      for (const { tool, input: given } of reply.calls ?? [])
        yield { type: 'tool-call', id: path, tool, input: JSON.stringify(given) }
      const usage = { inputTokens: 10, outputTokens: 5 }
      yield { type: 'finish', reason: reply.calls ? 'tool-calls' : 'stop', usage }
    },
  }
}

describe.each(busyLoops)('an abort of $loop.name with branches in flight', ({ loop, options, replies, ...paths }) => {
  it('tells every model and tool in the same turn, and keeps what each had said, with an estimate of what it took', async () => {
    const inFlight = new InFlight()
    const tools = toolsOf(inFlight)
    const { runtime } = world({ loops: [loop] })
    const session = await runtime.start(loop, 'Go.', { ...options, model: halting(inFlight, replies), tools })
    const all = [...paths.models, ...paths.tools].toSorted()
    while (inFlight.begun.length < all.length) await turns(1)
    expect(inFlight.begun.toSorted()).toEqual(all)
    await session.abort()
    expect(await session.outcome).toMatchObject({ outcome: 'aborted' })
    expect(inFlight.ended.toSorted()).toEqual(all)
    expect(inFlight.atOnce).toBe(all.length)

    const failed = (await factsOf(runtime, session.id)).filter(({ type }) => type === 'step.failed')
    const at = (path: string) => failed.find((fact) => fact.path === path)?.data as Fact['data'] | undefined
    for (const path of paths.tools) expect([path, at(path)]).toMatchObject([path, { error: { code: 'aborted' } }])
    for (const path of paths.models) {
      const text = `Half of ${path}`
      expect([path, at(path)]).toMatchObject([
        path,
        {
          error: { code: 'aborted' },
          partial: [{ type: 'text', text }],
          usage: { inputTokens: expect.any(Number), outputTokens: expect.any(Number) },
          estimated: true,
        },
      ])
    }
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true })
  })
})

/** A clock that knows how many timers wait. */
function countedClock(): SimulatedClock & { readonly timers: ReadonlySet<object> } {
  const clock = simulatedClock(Date.UTC(2026, 0, 1))
  const timers = new Set<object>()
  const after = (ms: number, call: () => void) => {
    const timer = {}
    timers.add(timer)
    const cancel = clock.after(ms, () => {
      timers.delete(timer)
      call()
    })
    return () => {
      timers.delete(timer)
      cancel()
    }
  }
  return new Proxy(Object.assign(clock, {}), {
    get: (target, name) => {
      if (name === 'timers') return timers
      if (name === 'after') return after
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  }) as SimulatedClock & { readonly timers: ReadonlySet<object> }
}

const effectMs = 100
const slowly = (clock: SimulatedClock) => clock.sleep(effectMs)

/** The loop, with an eye on what its run holds. */
function watched(loop: Loop): { readonly loop: Loop; kept: WeakRef<object> | undefined } {
  const eye: { loop: Loop; kept: WeakRef<object> | undefined } = { loop, kept: undefined }
  eye.loop = {
    ...loop,
    run: (ctx, given, config) => {
      eye.kept = new WeakRef(ctx)
      return loop.run(ctx, given, config)
    },
  }
  return eye
}

async function isCollected(value: () => unknown): Promise<boolean> {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  for (let round = 0; round < 10 && value() !== undefined; round++) {
    await turns(2)
    gc()
  }
  return value() === undefined
}

/** Brings a session to rest, lets an hour pass, and holds that nothing of it is left here. */
async function restedHere(scenario: Scenario, pauseIn: number | undefined) {
  const eye = watched(scenario.loop)
  const own = { ...scenario, loop: eye.loop }
  const place = new MemoryWorld(own)
  const clock = countedClock()
  let effects = 0
  const first = place.process({
    clock,
    pace: async () => {
      effects += 1
      if (effects === pauseIn) await first.runtime.send(await place.sessionId(), 'pause')
      await slowly(clock)
    },
  })
  const { id } = await begin(place, first)
  const status = await clock.runUntil(first.runtime.idleOf(id))
  const activeMs = async () => (await first.runtime.read(id)).view.usage.activeMs
  const before = await activeMs()
  await clock.advance(30_000)
  await clock.advance(3_600_000)
  const { state, worker, leaseUntil } = await place.session()
  expect({ state, worker, leaseUntil, timers: clock.timers.size, activeMs: await activeMs() }).toEqual({
    state: 'parked',
    worker: null,
    leaseUntil: null,
    timers: 0,
    activeMs: before,
  })
  expect(before).toBeGreaterThan(0)
  expect(await isCollected(() => eye.kept?.deref())).toBe(true)
  return { place, status }
}

function withoutTimes(end: SessionEnd | undefined) {
  return { ...end, session: '', usage: { ...end?.usage, activeMs: 0 } }
}

/** Goes on elsewhere: nothing is done again, and nothing in the end tells of the rest. */
async function expectSameEnd(place: MemoryWorld, scenario: Scenario): Promise<void> {
  const recorded = new Set(effectsIn(await place.rows()))
  const second = place.process({ pace: slowly })
  const end = await goOn(place, second)
  const whole = new MemoryWorld(scenario)
  const expected = await start(whole, whole.process({ pace: slowly }))
  expect(end).toMatchObject(scenario.end)
  expect(withoutTimes(end)).toEqual(withoutTimes(expected))
  // Branches that were apart for a while overlap less; an hour of rest would be far more.
  expect(end?.usage.activeMs).toBeLessThan((expected?.usage.activeMs ?? 0) + 5 * effectMs)
  expect(begun(second.hand.effects).filter((effect) => recorded.has(effect))).toEqual([])
}

describe.each(
  [
    'waves, two of them',
    'reason with steps side by side, one of which must not be repeated',
    'experts in a single pass',
  ].map(scenarioNamed),
)('a pause of: $name', (scenario) => {
  it.each([1, 3, 5])('in effect %i leaves nothing behind, and another process comes to the same end', async (nth) => {
    const { place, status } = await restedHere(scenario, nth)
    expect(status).toBe('paused')
    await expectSameEnd(place, scenario)
  })
})

describe.each(
  [
    'waves that ask, are agreed to, fail and plan again',
    'reason that asks and adjusts',
    'experts with malformed replies and approval',
  ].map(scenarioNamed),
)('a question of: $name', (scenario) => {
  it('is waited for with nothing in memory, and answered in another process', async () => {
    const { place, status } = await restedHere(scenario, undefined)
    expect(status).toBe('waiting')
    await expectSameEnd(place, scenario)
  })
})
