/** Calls of tools that do what they should not: each ends in an answer, and says what it says of its tool. */
import { GyreError, type Json, type Tool, type ToolContext, toolOutput, WrapUp } from '@gyre/core'
import { type SimulatedClock, simulatedClock } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contextOf, toolOf } from '../../../../../test/guard/guarded.ts'
import { gate, turns } from '../../../../../test/support/kernel.ts'
import type { LimitTable } from '../limits/tool-limits.ts'
import { ToolPosts } from '../tool-posts.ts'
import { execution } from './execution.ts'

function world(limits: LimitTable = {}) {
  const clock: SimulatedClock = simulatedClock()
  const posts = new ToolPosts({ clock, keyValue: memoryStore().keyValue, limits, outputChars: 32_000 })
  const run = execution(posts, clock)
  return {
    clock,
    posts,
    run: (tool: Tool, input: unknown = {}, context: ToolContext = contextOf()) => run(tool, input, context),
  }
}

function fail(error: unknown = new Error('no')): never {
  throw error
}

const throwing = () =>
  new Proxy({}, { get: () => fail(), has: () => fail(), getPrototypeOf: () => fail(), ownKeys: () => fail() })
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}
/** An answer without data that has some when it is looked at again. */
const twoFaced = () => {
  let looks = 0
  const data = () => (looks++ === 0 ? undefined : 1n)
  const field = (key: string | symbol) => (key === 'text' ? 'x' : key === 'data' ? data() : undefined)
  return new Proxy({}, { has: () => true, get: (_, key) => field(key) })
}
const cycle = () => {
  const object: Record<string, unknown> = {}
  object['self'] = object
  return object
}
const deep = () => {
  let value: unknown = 1
  for (let level = 0; level < 100_000; level++) value = [value]
  return value
}

describe('a call that answers at once', () => {
  it('has its answer at once, without a timer', () => {
    const { run, clock } = world()
    const timeless = { ...clock, after: () => fail() }
    expect(run(toolOf(() => 'five'))).toMatchObject({ output: { text: 'five' } })
    const posts = new ToolPosts({ clock: timeless, keyValue: memoryStore().keyValue, limits: {}, outputChars: 10 })
    expect(
      execution(posts, timeless)(
        toolOf(() => 5),
        {},
        contextOf(),
      ),
    ).toEqual({
      output: { text: '5', data: 5 },
      notes: undefined,
      leftOut: [],
      record: undefined,
    })
  })

  it('runs the tool as its own: whatever it is made of', () => {
    class Counter {
      #count = 0
      run = () => {
        this.#count += 1
        return this.#count
      }
    }
    const { run } = world({ add: { timeoutMs: 5 } })
    const counter = new Counter()
    const tool = Object.freeze(toolOf(() => counter.run()))
    expect([run(tool), run(tool)]).toMatchObject([{ output: { data: 1 } }, { output: { data: 2 } }])
  })
})

describe('a call of a tool that', () => {
  it.each<[string, Tool['run'], string | RegExp]>([
    ['throws', () => fail(new Error('offline')), '`add` failed: offline'],
    ['throws a text', () => fail('offline'), '`add` failed: offline'],
    ['throws nothing', () => fail(null), '`add` failed: null'],
    ['throws an object without a name', () => fail(Object.create(null)), '`add` failed: what it threw cannot be read'],
    [
      'throws something that throws at every touch',
      () => fail(throwing()),
      '`add` failed: what it threw cannot be read',
    ],
    [
      'throws an error whose message throws',
      () => fail(Object.defineProperty(new Error(), 'message', { get: () => fail() })),
      '`add` failed: what it threw cannot be read',
    ],
    ['rejects', () => Promise.reject(new Error('offline')), '`add` failed: offline'],
    [
      'rejects with something that throws at every touch',
      () => Promise.reject(throwing()),
      '`add` failed: what it threw cannot be read',
    ],
    ['returns a cycle', cycle, /^`add` failed: Converting circular structure to JSON/],
    ['returns a promise of a cycle', async () => cycle(), /^`add` failed: Converting circular structure to JSON/],
    [
      'returns data that are a cycle',
      () => toolOutput({ text: 'x', data: cycle() as Json }),
      /^`add` failed: Converting circular/,
    ],
    ['returns a number JSON does not have', () => 10n ** 30n, /^`add` failed: .*BigInt/],
    ['returns something that throws at every touch', throwing, '`add` failed: no'],
    ['returns what is no longer there', revoked, /^`add` failed: .*revoked/],
    [
      'returns something whose field throws',
      () => ({
        get a() {
          return fail()
        },
      }),
      '`add` failed: no',
    ],
    ['returns something that does not become JSON', () => ({ toJSON: () => fail() }), '`add` failed: no'],
    ['returns data that are another each time', twoFaced, '`add` failed: its result cannot be read'],
    ['returns what is nested too deeply', deep, /^`add` failed: Maximum call stack/],
    [
      'returns an answer that lies about itself',
      () => new Proxy({}, { has: () => true, get: (_, key) => (key === 'text' ? fail() : undefined) }),
      '`add` failed: its result cannot be read',
    ],
  ])('%s ends in an observation', async (_, run, text) => {
    const { output } = await world().run(toolOf(run))
    expect(output.error).toBe(true)
    expect(output.text).toMatch(text instanceof RegExp ? text : new RegExp(`^${RegExp.escape(text)}$`))
    expect(Object.keys(output).sort()).toEqual(['error', 'text'])
  })

  it.each<[string, unknown, string]>([
    ['a function', () => 1, '() => 1'],
    ['nothing', undefined, 'Done.'],
    ['a symbol', Symbol('a'), 'Symbol(a)'],
    ['a map', new Map([[1, 2]]), '{}'],
  ])('returns %s ends in one that can be read', async (_, returned, text) => {
    expect((await world().run(toolOf(() => returned))).output.text).toBe(text)
  })

  it('returns something that does not fit its schema fails', async () => {
    const tool = toolOf(() => ({ sum: 'five' }), { output: z.object({ sum: z.number() }) })
    expect((await world().run(tool)).output.text).toContain('its result does not fit its output schema')
  })

  it('hangs ends when its time is over, which its signal tells it', async () => {
    const { run, clock } = world({ add: { timeoutMs: 700 } })
    let signal: AbortSignal | undefined
    const hung = toolOf((_, context) => {
      signal = context.signal
      return new Promise(() => {})
    })
    const done = Promise.resolve(run(hung))
    await clock.advance(699)
    expect(signal?.aborted).toBe(false)
    await clock.advance(1)
    expect((await done).output).toEqual({ text: '`add` failed: no answer within 700 ms', error: true })
    expect(signal?.aborted).toBe(true)
  })

  it('ignores that it was aborted, and answers or throws much later, harms nobody', async () => {
    const { run, clock, posts } = world({ add: { timeoutMs: 100 } })
    for (const late of [() => 'late', () => fail()]) {
      const held = gate()
      const done = Promise.resolve(run(toolOf(() => held.pass().then(late))))
      await clock.advance(100)
      expect((await done).output.error).toBe(true)
      held.open()
      await turns(3)
    }
    expect(posts.breakerOf('add').report.failures).toBe(2)
  })

  it('is a query that begins when it is waited for is waited for once', async () => {
    let begun = 0
    const query = {
      // biome-ignore lint/suspicious/noThenProperty: this is what such libraries return.
      then: (resolve: (rows: number) => void) => {
        begun += 1
        resolve(7)
      },
    }
    expect((await world().run(toolOf(() => query))).output.data).toBe(7)
    expect(begun).toBe(1)
  })
})

describe('the end of a call', () => {
  const failures = async (tool: Tool, context?: ToolContext) => {
    const { run, posts } = world()
    await run(tool, {}, context)
    return posts.breakerOf('add').report.failures
  }
  const aborted = AbortSignal.abort()

  it.each<[string, unknown, number]>([
    ['an error', new Error('offline'), 1],
    ['a failure of a service', new GyreError('fetch-failed', 'No answer.'), 1],
    ['a failure of its own', new GyreError('tool-failed', 'It broke.'), 1],
    ['what it will not do', new GyreError('path-refused', 'Not there.'), 0],
    ['arguments it cannot use', new GyreError('usage-invalid', 'No such unit.'), 0],
    ['that its own steps were ended', new WrapUp({} as never, 'limit:budget' as never), 0],
    ['something that throws at every touch', throwing(), 1],
  ])('counts as a failure of the tool or not by what it throws: %s', async (_, error, count) => {
    expect(await failures(toolOf(() => fail(error)))).toBe(count)
    expect(await failures(toolOf(() => Promise.reject(error)))).toBe(count)
  })

  it('is no failure when the tool answers that something went wrong, and ends a row of failures', async () => {
    const { run, posts } = world()
    const told = toolOutput({ text: 'no such page', error: true })
    for (const answer of [() => told, async () => told]) {
      await run(toolOf(() => fail()))
      expect(posts.breakerOf('add').report.failures).toBe(1)
      expect((await run(toolOf(answer))).output).toEqual({ text: 'no such page', error: true })
      expect(posts.breakerOf('add').report.failures).toBe(0)
    }
  })

  it.each<[string, Partial<Tool>, unknown]>([
    ['does not fit its schema', { output: z.object({ sum: z.number() }) }, { sum: 'five' }],
    ['cannot be read', {}, 1n],
  ])('is a failure when what the tool returns %s', async (_, more, returned) => {
    expect(await failures(toolOf(() => returned, more))).toBe(1)
  })

  it('is a failure when its time is over', async () => {
    const { run, posts, clock } = world()
    await clock.runUntil(Promise.resolve(run(toolOf(() => new Promise(() => {})))))
    expect(posts.breakerOf('add').report.failures).toBe(1)
  })

  it('does not count when the session was aborted', async () => {
    const tool = toolOf(() => fail())
    expect(await failures(tool, contextOf({ signal: aborted }))).toBe(0)
  })

  it('counts each of several calls at the same time by what it threw itself', async () => {
    const { run, posts } = world()
    const held = gate()
    const tool = toolOf(async (input) => {
      await held.pass()
      throw input === 'mine' ? new GyreError('usage-invalid', 'No.') : new Error('offline')
    })
    const calls = ['mine', 'its', 'mine', 'its', 'mine'].map((input) => run(tool, input))
    held.open()
    await Promise.all(calls)
    expect(posts.breakerOf('add').report).toMatchObject({ state: 'closed', failures: 2 })
  })

  it('counts for the call that was made, and not for the one that made it', async () => {
    const { run, posts } = world()
    const inner = toolOf(() => fail(new GyreError('usage-invalid', 'No.')), { name: 'inner' })
    const outer = toolOf(() => {
      void run(inner)
      throw new Error('offline')
    })
    await run(outer)
    expect([posts.breakerOf('inner').report.failures, posts.breakerOf('add').report.failures]).toEqual([0, 1])
  })

  it('is told when it changes the breaker, beside what was to be told before', async () => {
    const { run, posts, clock } = world()
    const failing = toolOf(() => fail())
    const names = async (tool: Tool) => (await run(tool)).notes?.map(({ name }) => name)
    expect([await names(failing), await names(failing), await names(failing)]).toEqual([
      undefined,
      undefined,
      ['breaker.opened'],
    ])
    await clock.advance(300_000)
    posts.breakerOf('add').enter(1_000)
    expect(await names(failing)).toEqual(['breaker.half-open', 'breaker.opened'])
    await clock.advance(300_000)
    posts.breakerOf('add').enter(1_000)
    expect(await names(toolOf())).toEqual(['breaker.half-open', 'breaker.closed'])
  })
})

describe('calls of a tool that may run so often at the same time', () => {
  it('wait for each other, and their time begins when they do', async () => {
    const { run, clock } = world({ add: { concurrency: 1, timeoutMs: 100 } })
    const tool = toolOf(() => clock.sleep(80).then(() => 'done'))
    const done = await clock.runUntil(Promise.all([run(tool), run(tool)]))
    expect(done.map(({ output }) => output.text)).toEqual(['done', 'done'])
  })

  it('wait for no longer than their time, and then say that the tool is busy, which is no failure', async () => {
    const { run, clock, posts } = world({ add: { concurrency: 1, timeoutMs: 100 } })
    const asking = toolOf((_, { ask }) => ask('Which?'))
    const waiting = contextOf({ ask: () => new Promise(() => {}) })
    void run(asking, {}, waiting)
    const { output, notMade } = await clock.runUntil(Promise.resolve(run(toolOf(() => 'never'))))
    expect(notMade).toBe(true)
    expect(output).toEqual({
      text: 'Not run: `add` is busy: no other call of it ended within 100 ms. Try again later, or go on without it.',
      error: true,
    })
    expect(posts.breakerOf('add').report.failures).toBe(0)
  })

  it('that fail in the words of a call that was not made were made', async () => {
    const { run } = world({ add: { concurrency: 1 } })
    const output = { text: 'Not run: `add` is busy.', error: true, notMade: true } as const
    expect(await run(toolOf(() => toolOutput(output)))).toEqual({
      output: { text: 'Not run: `add` is busy.', error: true },
      notes: undefined,
      leftOut: [],
      record: undefined,
    })
  })

  it('give their place back when their time is over', async () => {
    const { run, clock } = world({ add: { concurrency: 1, timeoutMs: 100 } })
    const hung = Promise.resolve(run(toolOf(() => new Promise(() => {}))))
    await turns(2)
    const next = Promise.resolve(run(toolOf(async () => 'next')))
    await clock.advance(100)
    expect((await hung).output.error).toBe(true)
    expect((await next).output.text).toBe('next')
  })

  it('end in an observation when their session is aborted while they wait, which is no failure', async () => {
    const { run, clock, posts } = world({ add: { concurrency: 1 } })
    const session = new AbortController()
    const first = run(toolOf(() => clock.sleep(50)))
    await turns(2)
    const second = run(
      toolOf(() => 'never'),
      {},
      contextOf({ signal: session.signal, idempotencyKey: 'ses_2/x' }),
    )
    session.abort()
    await clock.advance(50)
    await first
    expect((await second).notMade).toBe(true)
    expect((await second).output).toEqual({
      text: 'Not run: the session was ended while `add` waited for other calls of it.',
      error: true,
    })
    expect(posts.breakerOf('add').report.failures).toBe(0)
  })
})
