import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { factsOf, world } from '../../../../../test/support/kernel.ts'
import type { Drafted } from '../../../../../test/support/waves-runs.ts'
import type { Json } from '../../json.ts'
import type { Model, ModelCall } from '../../ports/model.ts'
import type { SimulatedClock } from '../../testing/simulated-time.ts'
import { defineTool } from '../../tools/tool.ts'
import { waves } from './entry.ts'

const planMs = 500
const toolMs = { quick: 200, slow: 300 } as const

/** A plan of each wave, and what is guessed of the next one while it runs. */
type Script = { readonly plans: readonly (readonly Drafted[])[]; readonly guesses?: readonly (readonly Drafted[])[] }

/** A model whose reply arrives evenly over its time. */
function steady(clock: SimulatedClock, ms: number, replyTo: (call: ModelCall) => string): Model {
  const pieces = 50
  return {
    id: 'test/steady',
    nativeTools: true,
    nativeOutput: true,
    async *stream(_, call) {
      const text = replyTo(call)
      for (let at = 0; at < pieces; at += 1) {
        await clock.sleep(ms / pieces)
        call.signal.throwIfAborted()
        const cut = (piece: number) => Math.round((text.length * piece) / pieces)
        yield { type: 'text', text: text.slice(cut(at), cut(at + 1)) }
      }
      yield { type: 'finish', reason: 'stop', usage: { inputTokens: 10, outputTokens: 5 } }
    },
  }
}

const numberOf = ({ path }: ModelCall) => Number(/#(\d+)/.exec(path)?.[1] ?? 1) - 1

function written(tools: readonly Drafted[], isLast: boolean): string {
  return JSON.stringify({ status: isLast ? 'done' : 'continue', action: 'Look.', tools, reasoning: 'It is asked for.' })
}

/** A call of a tool that takes its time and gives the name with a `+`. */
const look = (id: string, name: Json = id, tool: keyof typeof toolMs = 'quick'): Drafted => ({
  id,
  tool,
  args: { name },
})

async function run({ plans, guesses = [] }: Script, config: object, guessMs = planMs) {
  const { runtime, clock } = world({ loops: [waves] })
  const tools = Object.entries(toolMs).map(([name, ms]) =>
    defineTool({
      name,
      description: 'Looks.',
      input: z.object({ name: z.string() }),
      effect: 'pure',
      run: async (input) => {
        await clock.sleep(ms)
        return { next: `${input.name}+` }
      },
    }),
  )
  const model = steady(clock, planMs, (call) => {
    const plan = plans[numberOf(call)]
    return call.path.startsWith('plan') && plan ? written(plan, plan === plans.at(-1)) : 'Done.'
  })
  const utility = steady(clock, guessMs, (call) => written(guesses[numberOf(call)] ?? [], false))
  const from = clock.now()
  const off = { eager: false, speculate: false, selfCorrect: false, planCache: false }
  const options = { model, models: { utility }, tools, config: { ...off, ...config } }
  const session = await runtime.start(waves, 'Look.', options)
  const end = await clock.runUntil(session.outcome)
  const latencyMs = clock.now() - from
  expect(end.outcome).toBe('answered')
  expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [], unused: [] })
  const facts = (await factsOf(runtime, session.id)).filter(({ path }) => path?.startsWith('ahead#') !== true)
  return { latencyMs, answer: end.answer, details: end.details, trace: traceOf(facts) }
}

/** What was asked and what came back at every path, whoever was first, and without what is settings, time or cost. */
function traceOf(facts: Awaited<ReturnType<typeof factsOf>>): readonly string[] {
  return facts
    .map(({ type, path, kind, request, result, data }) =>
      JSON.stringify({ path, type, kind, request, result, ...(type === 'note' && { data }) }),
    )
    .sort()
}

const off = {}

describe('the time of two waves that depend on each other', () => {
  const plans = [
    [look('a'), look('b', 'b', 'slow'), look('c')],
    [look('a2', 'a+'), look('b2', 'b+', 'slow')],
  ]
  const criticalMs = 2 * (planMs + toolMs.slow) + planMs

  it('is that of the critical path, within a twentieth', async () => {
    const { latencyMs } = await run({ plans }, off)
    expect(latencyMs).toBeGreaterThanOrEqual(criticalMs)
    expect(latencyMs).toBeLessThanOrEqual(criticalMs * 1.05)
  })

  it('is longer by the other calls when one is made at a time', async () => {
    const { latencyMs } = await run({ plans }, { maxTools: 1, maxWaves: 10 })
    expect(latencyMs).toBeCloseTo(criticalMs + 3 * toolMs.quick, 0)
  })

  it('of a graph planned at once is the plan, its longest line, and the answer', async () => {
    const [a, b, c] = [look('a'), look('b', 'b', 'slow'), look('c', '$a.next', 'slow')]
    const { latencyMs } = await run({ plans: [[a, b, c, look('d', '$b.next')]] }, { maxWaves: 1 })
    expect(latencyMs).toBeCloseTo(planMs + toolMs.quick + toolMs.slow + planMs, 0)
  })
})

describe('calls that begin before their time', () => {
  const plans = [
    [look('a'), look('b', 'b', 'slow')],
    [look('a2', 'a+'), look('b2', 'b+', 'slow')],
    [look('a3', 'a++'), look('b3', 'b++', 'slow')],
  ]
  const right = [
    [look('x', '$a.next'), look('y', '$b.next', 'slow')],
    [look('x', '$a2.next'), look('y', '$b2.next', 'slow')],
  ]
  const wrong = [[look('x', 'nonsense')], [look('x', 'rubbish', 'slow')]]
  const plainMs = 3 * (planMs + toolMs.slow) + planMs

  type Early = {
    readonly config: object
    readonly guesses?: readonly (readonly Drafted[])[]
    readonly guessMs?: number
    isExpected(ms: number): boolean
  }

  it.each<[string, Early]>([
    ['eagerly', { config: { eager: true }, isExpected: (ms) => ms < plainMs }],
    [
      'by guesses that are right and quick',
      { config: { speculate: true }, guesses: right, guessMs: 100, isExpected: (ms) => near(ms, plainMs - 2 * 300) },
    ],
    // The second guess begins with a wave that is over at once: it comes as late as the plan.
    [
      'by guesses as slow as the plan',
      { config: { speculate: true }, guesses: right, isExpected: (ms) => near(ms, plainMs - 300) },
    ],
    [
      'by guesses that are wrong',
      { config: { speculate: true }, guesses: wrong, guessMs: 100, isExpected: (ms) => near(ms, plainMs) },
    ],
    [
      'in both ways',
      {
        ...{ config: { eager: true, speculate: true }, guesses: right, guessMs: 100 },
        isExpected: (ms) => ms < plainMs - 2 * 300,
      },
    ],
  ])('%s leave the same trace and the same answer', async (_, { config, guesses = [], guessMs, isExpected }) => {
    const plain = await run({ plans }, off)
    const early = await run({ plans, guesses }, config, guessMs)
    expect(early.trace).toEqual(plain.trace)
    expect([early.answer, early.details]).toEqual([plain.answer, plain.details])
    expect(plain.latencyMs).toBeCloseTo(plainMs, 0)
    expect([early.latencyMs, isExpected(early.latencyMs)]).toEqual([early.latencyMs, true])
  })
})

function near(ms: number, expected: number): boolean {
  return Math.abs(ms - expected) < 1
}
