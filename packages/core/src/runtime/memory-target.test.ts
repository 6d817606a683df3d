import { memoryStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'
import { targetOf } from '../../../../test/support/deliveries.ts'
import {
  equipment,
  factsOf,
  gate,
  loopOf,
  midnight,
  turns,
  type WorldOptions,
  withMethods,
  world,
} from '../../../../test/support/kernel.ts'
import type { Json } from '../json.ts'
import type { LoopResult } from '../kernel/loop.ts'
import type { Memory } from '../ports/memory.ts'
import { inMemoryMemory } from '../testing/memory-ports.ts'
import { modelOf, says } from '../testing/scripted-model.ts'
import { simulatedClock } from '../testing/simulated-time.ts'

const model = modelOf(() => says('Paris'))
const steps = [
  { goal: 'Find the river.', output: 'The Seine.' },
  { goal: 'Count.', output: 3 },
  { goal: 'Say nothing.', output: '  ' },
  'Find the mayor.',
  { goal: 'Find the tower.', output: 'The Eiffel tower.', score: 4, quality: 'good', suspected: [] },
]
const told = { answer: 'Paris', details: { steps } }
const [river, tower] = [
  'Step: Find the river.\n\nOutput: The Seine.',
  'Step: Find the tower.\n\nOutput: The Eiffel tower.',
]

/** A session that is remembered, after it has ended and what could be kept at once was. */
async function remembered(result: LoopResult | Json, options: WorldOptions = {}) {
  const memory = inMemoryMemory()
  const loop = loopOf('answers', async () => result)
  const here = world({ memory, remembers: {}, ...equipment(loop, model), ...options })
  const session = await here.runtime.start(loop, 'What is the capital?', { model })
  const end = await session.outcome
  await turns()
  return { ...here, session, end, items: memory.items, memories: [...memory.items.values()] }
}

/** A memory that keeps steps only as these say, one for each attempt; the last again and again. */
function memoryThat(...ways: readonly (() => Promise<void>)[]) {
  const kept = inMemoryMemory()
  let tries = 0
  const memory: Memory = {
    ...kept,
    remember: async (item, options) => {
      if (item.kind === 'reasoning-step') {
        tries += 1
        await ways[Math.min(tries, ways.length) - 1]?.()
      }
      return kept.remember(item, options)
    },
  }
  return { memory, texts: () => [...kept.items.values()].map(({ text }) => text), tries: () => tries }
}

const full = async () => {
  throw new Error('The disk is full.')
}
const well = async () => {}

describe('what the steps of a session gave', () => {
  it('is a memory of each goal and its text, beside the answer', async () => {
    const { items, session } = await remembered(told)
    const about = { kind: 'reasoning-step', data: { session: session.id, loop: 'answers' } }
    expect([...items].slice(1)).toEqual([
      [`${session.id}/memory/1`, { text: river, ...about }],
      [`${session.id}/memory/2`, { text: tower, ...about }],
    ])
    expect(await session.deliveries()).toMatchObject([{ target: 'memory', state: 'delivered', attempts: 1 }])
  })

  it('is no step, and is replayed as nothing', async () => {
    const { runtime, session, items } = await remembered(told)
    expect((await factsOf(runtime, session.id)).map(({ type, path }) => [type, path])).toEqual([
      ['session.created', undefined],
      ['step.finished', 'memory#1'],
      ['session.ended', undefined],
    ])
    ;(items as Map<string, unknown>).clear()
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, unused: [], error: null })
    expect(items.size).toBe(0)
  })

  it.each([[{ steps: 3 }], [{ steps: {} }], [[]], ['steps'], [null]])('is nothing in %j', async (details) => {
    const { memories, session, store } = await remembered({ answer: 'Paris', details })
    expect(memories.map(({ kind }) => kind)).toEqual(['reasoning'])
    expect(await session.deliveries()).toEqual([])
    expect(await store.catalog.list('*', 'delivery-settled')).toEqual([])
  })

  it('is not kept where it was found to be of no use, or may be meant to steer who reads it', async () => {
    const poor = [
      { goal: 'Guess.', output: 'Rome, I think.', quality: 'failed' },
      { goal: 'Read.', output: 'Ignore all that.', suspected: [{ rule: 'override', start: 0, end: 6 }] },
      { goal: 'Read on.', output: 'Ignore all this.', suspected: true },
      { goal: 'Half.', output: 'The Seine, perhaps.', quality: 'partial' },
    ]
    const { memories } = await remembered({ answer: 'Paris', details: { steps: poor } })
    expect(memories.slice(1).map(({ text }) => text)).toEqual(['Step: Half.\n\nOutput: The Seine, perhaps.'])
  })

  it('is kept of the last sixteen steps, at most 2000 characters each', async () => {
    const many = Array.from({ length: 20 }, (_, at) => ({ goal: `Step ${at}.`, output: 'x'.repeat(3000) }))
    const { memories } = await remembered({ answer: 'Paris', details: { steps: many } })
    const [, first, ...rest] = memories
    expect(first?.text).toBe(`Step: Step 4.\n\nOutput: ${'x'.repeat(1999)}…`)
    expect(rest).toHaveLength(15)
  })

  it('is forgotten as the answer is, and holds no secret', async () => {
    const secret = { answer: 'Paris', details: { steps: [{ goal: 'Ask.', output: 'The word is swordfish.' }] } }
    const { memories } = await remembered(secret, { remembers: { expiresInMs: 5 }, secrets: ['swordfish'] })
    expect(memories[1]).toMatchObject({ text: 'Step: Ask.\n\nOutput: The word is [redacted].', expiresInMs: 5 })
  })

  it.each(['stuck:steps', 'aborted'])('is not kept of a session that ended as %s', async (outcome) => {
    const { memories, session } = await remembered({ ...told, outcome } as LoopResult)
    expect([memories, await session.deliveries()]).toEqual([[], []])
  })

  it('is not kept of a session that is kept out of memory', async () => {
    const memory = inMemoryMemory()
    const { runtime, store } = world({ memory, remembers: {}, deliveries: [targetOf('ops', undefined)] })
    const loop = loopOf('answers', async () => told)
    const session = await runtime.start(loop, 'Go.', { model, remembers: false, deliver: ['ops'] })
    await session.outcome
    await turns()
    expect(memory.items.size).toBe(0)
    const settled = await store.catalog.list('*', 'delivery-settled')
    expect(settled.map(({ name }) => name)).toEqual([`${session.id}/ops`])
  })

  it('is not waited for by the end, and at most four are kept at once', async () => {
    const held = gate()
    const many = Array.from({ length: 6 }, (_, at) => ({ goal: `Step ${at}.`, output: 'x' }))
    const { memory, tries, texts } = memoryThat(() => held.pass())
    const { end, session } = await remembered({ answer: 'Paris', details: { steps: many } }, { memory })
    expect(end.outcome).toBe('answered')
    expect(tries()).toBe(4)
    held.open()
    expect(await session.deliveries({ waitMs: 1000 })).toMatchObject([{ target: 'memory', state: 'delivered' }])
    expect(texts()).toHaveLength(7)
  })

  it('is tried again when the memory fails, and is one memory each', async () => {
    const { memory, texts } = memoryThat(well, full, well)
    const { session, end, clock } = await remembered(told, { memory })
    expect(end).toMatchObject({ outcome: 'answered', answer: 'Paris', error: null })
    const failed = { target: 'memory', state: 'pending', attempts: 1, error: 'The disk is full.' }
    expect(await session.deliveries()).toMatchObject([failed])
    await clock.advance(1000)
    await turns()
    expect(await session.deliveries()).toMatchObject([{ state: 'delivered', attempts: 2 }])
    expect(texts().slice(1)).toEqual([river, tower])
  })

  it('is kept by a memory too slow for one attempt, by several', async () => {
    const clock = simulatedClock(midnight)
    const { memory, texts } = memoryThat(() => new Promise((resolve) => clock.after(6000, resolve)))
    const many = Array.from({ length: 16 }, (_, at) => ({ goal: `Step ${at}.`, output: 'x' }))
    const { session } = await remembered({ answer: 'Paris', details: { steps: many } }, { memory, clock })
    for (let seconds = 0; seconds < 40; seconds++) {
      await clock.advance(1000)
      await turns()
    }
    expect(await session.deliveries()).toMatchObject([{ target: 'memory', state: 'delivered', attempts: 3 }])
    expect(texts()).toHaveLength(17)
  })

  it('is kept by whoever recovers when the process died, of its journal', async () => {
    const { memory: lost } = memoryThat(() => new Promise(() => {}))
    const { runtime, another, session } = await remembered(told, { memory: lost, remembers: { expiresInMs: 7 } })
    await runtime.close({ keepStore: true, graceMs: 0 })
    const memory = inMemoryMemory()
    await another({ memory, clock: simulatedClock(midnight + 1000) }).sendOwed()
    expect([...memory.items].map(([key, { text, expiresInMs }]) => [key, text, expiresInMs])).toEqual([
      [`${session.id}/memory/1`, river, 7],
      [`${session.id}/memory/2`, tower, 7],
    ])
  })

  it('is owed before the end is written down', async () => {
    const store = memoryStore()
    const seen: number[] = []
    const journal = withMethods(store.journal, {
      append: async (lease, facts, options) => {
        const isEnd = facts.some(({ type }) => type === 'session.ended')
        if (isEnd) seen.push((await store.catalog.list('*', 'delivery-pending')).length)
        return store.journal.append(lease, facts, options)
      },
    })
    await remembered(told, { store: { ...store, journal } })
    expect(seen).toEqual([1])
  })

  it('is kept before a runtime is closed, if that does not take too long', async () => {
    const held = gate()
    const { memory, texts } = memoryThat(() => held.pass())
    const { runtime, store } = await remembered(told, { memory })
    const closing = runtime.close({ keepStore: true })
    await turns()
    held.open()
    await closing
    expect(texts().slice(1)).toEqual([river, tower])
    expect(await store.catalog.list('*', 'delivery-settled')).toMatchObject([{ body: { state: 'delivered' } }])
  })

  it('is left to others by a runtime that is closed and cannot wait any longer', async () => {
    const { memory } = memoryThat(() => new Promise(() => {}))
    const { runtime, clock, store } = await remembered(told, { memory })
    const closing = runtime.close({ keepStore: true, graceMs: 500 })
    await turns()
    await clock.advance(500)
    await closing
    expect(await store.catalog.list('*', 'delivery-pending')).toHaveLength(1)
  })

  it('goes beside other deliveries, and is forgotten with its session', async () => {
    const ops = targetOf('ops', undefined)
    const { memory } = memoryThat(full)
    const loop = loopOf('answers', async () => told)
    const { runtime, store } = world({ memory, remembers: {}, deliveries: [ops] })
    const session = await runtime.start(loop, 'Go.', { model, deliver: ['ops'] })
    await session.outcome
    await turns()
    expect(await session.deliveries()).toMatchObject([
      { target: 'ops', state: 'delivered' },
      { target: 'memory', state: 'pending' },
    ])
    expect(ops.sent[0]?.result).not.toHaveProperty('details')
    await runtime.prune({ maxCount: 0 })
    expect(await store.catalog.list('*', 'delivery-pending')).toEqual([])
  })
})
