import { describe, expect, it } from 'vitest'
import {
  behind,
  equipment,
  factsOf,
  factsOfType,
  gate,
  loopOf,
  told,
  turns,
  type WorldOptions,
  world,
} from '../../../../test/support/kernel.ts'
import type { Json } from '../json.ts'
import { user } from '../messages.ts'
import type { Memory } from '../ports/memory.ts'
import { inMemoryMemory } from '../testing/memory-ports.ts'
import { modelOf, says, scriptedModel } from '../testing/scripted-model.ts'
import type { LoopResult } from './loop.ts'

const model = modelOf(() => says('Paris'))
const asks = loopOf('asks', async (ctx) => (await ctx.generate([user('x')])).text)

/** A session whose result is remembered, and the memories there are when it has ended. */
async function remembered(result: LoopResult | Json, options: WorldOptions = {}, goal = 'What is the capital?') {
  const memory = inMemoryMemory()
  const here = world({ memory, remembers: {}, ...options })
  const session = await here.runtime.start(
    loopOf('answers', async () => result),
    goal,
    { model },
  )
  return { ...here, session, end: await session.outcome, memories: [...memory.items.values()], items: memory.items }
}

const failing: Memory = {
  recall: async () => [],
  remember: async () => {
    throw new Error('The disk is full.')
  },
}

describe('the result of a session', () => {
  it('is a memory of its goal and its answer, under the path of its step', async () => {
    const { items, session } = await remembered('Paris')
    expect([...items]).toEqual([
      [
        `${session.id}/memory#1`,
        {
          text: 'Task: What is the capital?\n\nAnswer: Paris',
          kind: 'reasoning',
          data: { session: session.id, loop: 'answers', outcome: 'answered' },
        },
      ],
    ])
  })

  it('is not remembered when the session is kept out of memory', async () => {
    const memory = inMemoryMemory()
    const { runtime } = world({ memory, remembers: {} })
    await (await runtime.start(asks, 'What?', { model, remembers: false })).outcome
    expect([...memory.items]).toEqual([])
  })

  it('is remembered before the end is written down', async () => {
    const { runtime, session } = await remembered('Paris')
    const facts = (await factsOf(runtime, session.id)).map(({ type, path, kind }) => [type, path, kind])
    expect(facts).toEqual([
      ['session.created', undefined, undefined],
      ['step.finished', 'memory#1', 'remember'],
      ['session.ended', undefined, undefined],
    ])
  })

  it.each([
    [{ answer: 'x' }, 'Answer: x'],
    [{ answer: 'x', outcome: 'limit:turns' }, 'Answer (limit:turns): x'],
    [{ answer: 'x', outcome: 'gap_open' }, 'Answer (gap_open): x'],
    [{ answer: { city: 'Paris' } }, 'Answer: {"city":"Paris"}'],
    [{ answer: 0 }, 'Answer: 0'],
    [{ answer: false }, 'Answer: false'],
  ] as [LoopResult, string][])('of %j is remembered', async (result, text) => {
    expect((await remembered(result)).memories.map((each) => each.text.split('\n\n')[1])).toEqual([text])
  })

  it.each([
    { answer: null },
    { answer: '  \n' },
    { answer: 'x', outcome: 'stuck:duplicate' },
    { answer: 'x', outcome: 'blocked' },
    { answer: 'x', outcome: 'failed:loop-failed' },
    { answer: 'x', outcome: 'aborted' },
  ] as LoopResult[])('of %j is not', async (result) => {
    const { memories, runtime, session } = await remembered(result)
    expect(memories).toEqual([])
    expect((await factsOfType(runtime, session.id, 'step.finished')).length).toBe(0)
  })

  it('is cut where it is long, and no character in halves', async () => {
    const { memories } = await remembered('🦊'.repeat(3000), {}, `${'g'.repeat(498)}🦊 and more`)
    const [task, answer] = memories[0]?.text.split('\n\n') ?? []
    expect(task).toBe(`Task: ${'g'.repeat(498)}…`)
    expect(answer).toBe(`Answer: ${'🦊'.repeat(1999)}…`)
  })

  it('of just the length there may be is whole', async () => {
    const { memories } = await remembered('a'.repeat(4000), {}, 'g'.repeat(500))
    expect(memories[0]?.text).toBe(`Task: ${'g'.repeat(500)}\n\nAnswer: ${'a'.repeat(4000)}`)
  })

  it('holds no secret, and not the half of one where it is cut', async () => {
    const secret = 'tiger-in-the-tank'
    const { memories } = await remembered(`${'a'.repeat(3990)}${secret}`, { secrets: [secret] }, `Find ${secret}.`)
    expect(memories[0]?.text).toBe(`Task: Find [redacted].\n\nAnswer: ${'a'.repeat(3990)}[redacted]`)
  })

  it('is forgotten when the runtime says so', async () => {
    const { memories } = await remembered('Paris', { remembers: { expiresInMs: 5000 } })
    expect(memories[0]?.expiresInMs).toBe(5000)
  })

  it('of a child loop is not remembered: its session has one', async () => {
    const memory = inMemoryMemory()
    const { runtime } = world({ memory, remembers: {} })
    const parent = loopOf('parent', async (ctx) => `${(await ctx.runLoop(asks, 'Go.')).answer}!`)
    const session = await runtime.start(parent, 'Go.', { model })
    await session.outcome
    expect([...memory.items.keys()]).toEqual([`${session.id}/memory#1`])
    expect([...memory.items.values()].map(({ text }) => text)).toEqual(['Task: Go.\n\nAnswer: Paris!'])
  })

  it('is remembered though nothing is left to spend', async () => {
    const memory = inMemoryMemory()
    const { runtime } = world({ memory, remembers: {} })
    const endless = loopOf('endless', async (ctx) => {
      for (;;) await ctx.generate([user('x')])
    })
    const session = await runtime.start(endless, 'Go.', { model, budget: { modelCalls: 2 } })
    expect(await session.outcome).toMatchObject({ outcome: 'limit:calls', usage: { modelCalls: 2 } })
    expect([...memory.items.values()].map(({ text }) => text)).toEqual(['Task: Go.\n\nAnswer (limit:calls): Paris'])
  })

  it('has a place beside what the loop itself remembers', async () => {
    const memory = inMemoryMemory()
    const { runtime } = world({ memory, remembers: {} })
    const keeping = loopOf('keeping', async (ctx) => {
      await ctx.remember({ text: 'a step' }, { label: 'memory' })
      return 'done'
    })
    const session = await runtime.start(keeping, 'Go.', { model })
    await session.outcome
    expect([...memory.items.keys()]).toEqual([`${session.id}/memory#1`, `${session.id}/memory#2`])
  })
})

describe('a memory that fails', () => {
  it('is noted, and the end stands', async () => {
    const { runtime, session, end } = await remembered('Paris', { memory: failing })
    expect(end).toMatchObject({ answer: 'Paris', outcome: 'answered', error: null })
    const facts = (await factsOf(runtime, session.id)).map(({ type, path, data }) => ({ type, path, data }))
    expect(facts.slice(1, -1)).toMatchObject([
      { type: 'step.failed', path: 'memory#1', data: { error: { code: 'loop-failed', message: 'The disk is full.' } } },
      {
        type: 'note',
        path: 'memory#1/note#1',
        data: { name: 'memory-failed', value: { code: 'loop-failed', message: 'The disk is full.' } },
      },
    ])
  })

  it('is replayed as it was', async () => {
    const { runtime, session } = await remembered('Paris', { memory: failing })
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, unused: [], error: null })
  })
})

describe('what a session was made with decides whether it remembers', () => {
  /** A session that dies in its only call, and goes on in another process. */
  async function resumed(first: WorldOptions, second: WorldOptions) {
    const held = gate()
    const { runtime, afterCrash } = world(first)
    const session = await runtime.start(asks, 'Go.', { model: scriptedModel(behind(held, says('never'))) })
    await held.isReached
    const later = afterCrash({ memory: undefined, remembers: undefined, ...equipment(asks, model), ...second } as never)
    const end = await (await later.resume(session.id)).outcome
    return { end, notes: await factsOfType(later, session.id, 'note') }
  }

  it('also where the process that goes on remembers nothing by itself', async () => {
    const memory = inMemoryMemory()
    await resumed({ memory, remembers: { expiresInMs: 7 } }, { memory })
    expect([...memory.items.values()]).toMatchObject([{ text: 'Task: Go.\n\nAnswer: Paris', expiresInMs: 7 }])
  })

  it('also where the process that goes on would', async () => {
    const memory = inMemoryMemory()
    await resumed({ memory }, { memory, remembers: {} })
    expect(memory.items.size).toBe(0)
  })

  it('also where the process that goes on has no memory: that is noted', async () => {
    const { end, notes } = await resumed({ memory: inMemoryMemory(), remembers: {} }, {})
    expect(end).toMatchObject({ answer: 'Paris', outcome: 'answered' })
    expect(notes).toMatchObject([{ data: { name: 'memory-failed', value: { code: 'memory-missing' } } }])
  })

  it('and a runtime without the setting leaves no trace of it', async () => {
    const memory = inMemoryMemory()
    const { runtime } = world({ memory })
    const session = await runtime.start(asks, 'Go.', { model })
    await session.outcome
    expect((await runtime.read(session.id)).view.definition).not.toHaveProperty('remembers')
    expect(memory.items.size).toBe(0)
  })
})

describe('a session that remembered', () => {
  it('is replayed offline, and nothing is remembered', async () => {
    const { runtime, session, items } = await remembered('Paris')
    ;(items as Map<string, unknown>).clear()
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, unused: [], error: null })
    expect(items.size).toBe(0)
  })

  it.each([
    ['another answer', { answer: 'Rome' }, { drift: ['memory#1'], unused: [] }],
    ['no answer', { answer: null }, { drift: [], unused: ['memory#1'] }],
  ])('and ends with %s now is shown to end otherwise', async (_, now, { drift, unused }) => {
    const { session, another } = await remembered('Paris')
    const changed = another({ loops: [loopOf('answers', async () => now)] })
    const report = await changed.replay(session.id)
    expect(report).toMatchObject({ isEqual: false, unused, error: null, otherEnd: { now } })
    expect(report.drift.map(({ path }) => path)).toEqual(drift)
  })

  it('that had no answer and has one now is shown to end otherwise', async () => {
    const { session, another } = await remembered({ answer: null })
    const changed = another({ loops: [loopOf('answers', async () => 'Rome')] })
    expect(await changed.replay(session.id)).toMatchObject({
      isEqual: false,
      error: null,
      otherEnd: { was: { answer: null }, now: { answer: 'Rome' } },
    })
  })

  it('is forked from an earlier step: the fork remembers what it came to itself', async () => {
    const memory = inMemoryMemory()
    const { runtime } = world({ memory, remembers: {}, loops: [asks] })
    const twice = loopOf('twice', async (ctx) => {
      await ctx.generate([user('x')])
      return (await ctx.generate([user('y')])).text
    })
    const session = await runtime.start(twice, 'Go.', { model })
    await session.outcome
    const fork = await session.fork({ at: 'generate#1', model: modelOf(() => says('Rome')) })
    await fork.outcome
    expect([...memory.items].map(([key, { text }]) => [key, text])).toEqual([
      [`${session.id}/memory#1`, 'Task: Go.\n\nAnswer: Paris'],
      [`${fork.id}/memory#1`, 'Task: Go.\n\nAnswer: Rome'],
    ])
  })

  it('is forked from its end: there is nothing more to remember', async () => {
    const { session, items } = await remembered('Paris')
    const fork = await session.fork({ at: 'memory#1' })
    expect(await fork.outcome).toMatchObject({ answer: 'Paris', outcome: 'answered' })
    expect(items.size).toBe(1)
  })
})

describe('while the result is being remembered', () => {
  function slow() {
    const held = gate()
    const kept = inMemoryMemory()
    const memory: Memory = {
      ...kept,
      remember: async (item, options) => {
        await held.pass()
        return kept.remember(item, options)
      },
    }
    return { held, memory }
  }

  it('an abort ends the session at once, with the answer it had', async () => {
    const { held, memory } = slow()
    const { runtime } = world({ memory, remembers: {} })
    const session = await runtime.start(asks, 'Go.', { model })
    await held.isReached
    await session.abort()
    expect(await session.outcome).toMatchObject({ answer: 'Paris', outcome: 'aborted' })
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, unused: [], error: null })
  })

  it('a wish to finish that comes with the answer changes nothing', async () => {
    const memory = inMemoryMemory()
    const held = gate()
    const { runtime } = world({ memory, remembers: {} })
    const session = await runtime.start(asks, 'Go.', { model: scriptedModel(behind(held, says('Paris'))) })
    await held.isReached
    await told(session.finish())
    held.open()
    const end = await session.outcome
    expect(end).toMatchObject({ answer: 'Paris', usage: { modelCalls: 1 }, error: null })
    expect([...memory.items.values()].map(({ data }) => data)).toMatchObject([{ outcome: end.outcome }])
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true })
  })

  it('a wish to finish changes nothing', async () => {
    const { held, memory } = slow()
    const { runtime } = world({ memory, remembers: {} })
    const session = await runtime.start(asks, 'Go.', { model })
    await held.isReached
    await session.finish()
    await turns()
    held.open()
    expect(await session.outcome).toMatchObject({ answer: 'Paris', outcome: 'answered', usage: { modelCalls: 1 } })
  })
})

describe('the setting', () => {
  it('needs a memory', () => {
    expect(() => world({ remembers: {} })).toThrow('`remembers` needs a `memory` to keep results in.')
  })

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, '5' as never])('refuses to forget after %s', (expiresInMs) => {
    expect(() => world({ memory: inMemoryMemory(), remembers: { expiresInMs } })).toThrow(
      `\`remembers.expiresInMs\` is a number of milliseconds above zero, not \`${expiresInMs}\`.`,
    )
  })
})
