import { describe, expect, it } from 'vitest'
import {
  behind,
  equipment,
  factsOf,
  factsOfType,
  gate,
  loopOf,
  midnight,
  stepPaths,
  turns,
  type WorldOptions,
  world,
} from '../../../../test/support/kernel.ts'
import type { Session, StartOptions } from '../index.ts'
import type { Json } from '../json.ts'
import { user } from '../messages.ts'
import { inMemoryMemory, letterEmbedder } from '../testing/memory-ports.ts'
import { modelOf, says, scriptedModel } from '../testing/scripted-model.ts'
import type { LoopContext } from './context.ts'

async function run(use: (ctx: LoopContext) => Promise<Json>, options: WorldOptions = {}) {
  const here = world(options)
  const model = modelOf(() => says('x'))
  const session = await here.runtime.start(loopOf('uses', use), 'Go.', { model })
  return { ...here, session, model, end: await session.outcome }
}

/** Runs `use`, lets the process die in the model call that follows it, and runs it again. */
async function runTwice(use: (ctx: LoopContext) => Promise<Json>, first: WorldOptions, second: WorldOptions) {
  const made: Json[] = []
  const loop = loopOf('uses', async (ctx) => {
    made.push(await use(ctx))
    await ctx.generate([user('x')])
    return 'Done.'
  })
  const held = gate()
  const { runtime, afterCrash } = world(first)
  const session = await runtime.start(loop, 'Go.', { model: scriptedModel(behind(held, says('never'))) })
  await held.isReached
  await (
    await afterCrash({
      ...equipment(
        loop,
        modelOf(() => says('x')),
      ),
      ...second,
    }).resume(session.id)
  ).outcome
  return made
}

describe('now and random', () => {
  it('tell the time and draw a number', async () => {
    const { end } = await run(async (ctx) => [await ctx.now(), await ctx.random()])
    expect(end.answer).toEqual([midnight, 0.5])
  })

  it('are the same on every replay', async () => {
    const made = await runTwice(async (ctx) => [await ctx.now(), await ctx.random()], {}, { random: () => 0.9 })
    expect(made[1]).toEqual(made[0])
  })
})

describe('spent', () => {
  it('tells what the session has spent so far, and the same on replay', async () => {
    const use = async (ctx: LoopContext) => {
      const before = await ctx.spent()
      await ctx.generate([user('x')])
      return [before, await ctx.spent()]
    }
    const { end, runtime, session } = await run(use)
    expect(end.answer).toEqual([
      { modelCalls: 0, toolCalls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 },
      { modelCalls: 1, toolCalls: 0, inputTokens: 10, outputTokens: 5, costUsd: null },
    ])
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true })
    const made = await runTwice((ctx) => ctx.spent(), {}, {})
    expect(made[1]).toEqual(made[0])
  })
})

describe('note, phase and propose', () => {
  it('are facts that no step waits for', async () => {
    const { runtime, session } = await run(async (ctx) => {
      ctx.phase('planning')
      ctx.note('score', { value: 0.5 })
      ctx.propose('Perhaps.', 0.5)
      return 'x'
    })
    const facts = (await factsOf(runtime, session.id)).map(({ type, path, data }) => ({ type, path, data }))
    expect(facts.slice(1, -1)).toEqual([
      { type: 'session.status', path: 'phase#1', data: { status: 'planning', phase: 'planning' } },
      { type: 'note', path: 'note#1', data: { name: 'score', value: { value: 0.5 } } },
      { type: 'note', path: 'note#2', data: { name: 'proposal', value: { answer: 'Perhaps.', score: 0.5 } } },
    ])
  })

  it('are written once, though the loop runs again from the top', async () => {
    const { runtime, afterCrash } = world()
    const held = gate()
    const noting = loopOf('noting', async (ctx) => {
      ctx.phase('planning')
      ctx.note('score', 1)
      ctx.propose('Perhaps.')
      await ctx.generate([user('x')])
      return 'x'
    })
    const session = await runtime.start(noting, 'Go.', { model: scriptedModel(behind(held, says('never'))) })
    await held.isReached
    const later = afterCrash(
      equipment(
        noting,
        modelOf(() => says('x')),
      ),
    )
    await (await later.resume(session.id)).outcome
    expect(await factsOfType(later, session.id, 'note')).toHaveLength(2)
    const phases = (await factsOfType(later, session.id, 'session.status')).filter(({ path }) => path === 'phase#1')
    expect(phases).toHaveLength(1)
  })

  it.each([
    [
      [
        ['a', 0.5],
        ['b', 0.9],
        ['c', 0.4],
      ],
      'b',
    ],
    [
      [
        ['a', 0.5],
        ['b', 0.5],
      ],
      'b',
    ],
    [
      [
        ['a', undefined],
        ['b', undefined],
      ],
      'b',
    ],
  ] as [readonly (readonly [string, number | undefined])[], string][])(
    'of the proposals %j the best is kept',
    async (proposals, best) => {
      const { end } = await run(async (ctx) => {
        for (const [answer, score] of proposals) ctx.propose(answer, score)
        throw new Error('broken')
      })
      expect(end.answer).toBe(best)
    },
  )
})

describe('plan', () => {
  const steps = [{ id: '1', goal: 'Search.', tool: 'search', input: { query: 'x' } }]

  it('publishes the steps not yet run, and gives them back', async () => {
    const { runtime, session, end } = await run(
      async (ctx) => [...(await ctx.plan(steps, { reason: 'first' }))] as never,
    )
    expect(end.answer).toEqual(steps)
    expect(await factsOfType(runtime, session.id, 'plan.changed')).toMatchObject([
      { path: 'plan#1', kind: 'plan', result: steps, data: { reason: 'first' } },
    ])
    expect((await runtime.read(session.id)).view.plan).toEqual(steps)
  })

  it('is read from the journal on replay', async () => {
    const { runtime, session } = await run(async (ctx) => (await ctx.plan(steps)).length)
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, unused: [] })
  })
})

describe('embed', () => {
  it('turns texts into vectors, the same on replay', async () => {
    const use = async (ctx: LoopContext) => (await ctx.embed(['ab', 'ba'])).vectors.map((vector) => [...vector])
    const made = await runTwice(use, { embedder: letterEmbedder }, {})
    expect(made[1]).toEqual(made[0])
    expect(made[0]).toHaveLength(2)
  })

  it('names who made them', async () => {
    const { end } = await run(async (ctx) => (await ctx.embed(['x'])).embedder, { embedder: letterEmbedder })
    expect(end.answer).toBe(letterEmbedder.id)
  })

  it('refuses another embedder in a session that has vectors of one, and goes on with that one', async () => {
    const embedder = { ...letterEmbedder, id: 'one' }
    let isFirst = true
    const loop = loopOf('twice', async (ctx) => {
      await ctx.embed(['x'])
      if (isFirst) embedder.id = 'two'
      isFirst = false
      return (await ctx.embed(['y'])).embedder
    })
    const { runtime } = world({ embedder, loops: [loop] })
    const session = await runtime.start(loop, 'Go.', { model: modelOf(() => says('x')) })
    await expect(session.outcome).rejects.toMatchObject({
      code: 'embedder-mismatch',
      message: 'The session has vectors of `one`, and the embedder is `two` now: they cannot be compared.',
    })
    embedder.id = 'one'
    await runtime.resume(session.id)
    expect(await (await runtime.session(session.id)).outcome).toMatchObject({ outcome: 'answered', answer: 'one' })
  })

  it.each<[string, readonly Float32Array[]]>([
    ['too few', [Float32Array.of(1)]],
    ['no numbers', [Float32Array.of(1), Float32Array.of(Number.NaN)]],
  ])('takes no vectors that are %s', async (_, vectors) => {
    const embedder = { id: 'odd', embed: async () => vectors }
    const { end } = await run(async (ctx) => (await ctx.embed(['x', 'y'])).embedder, { embedder })
    expect(end).toMatchObject({
      outcome: 'failed:model-failed',
      error: { message: `\`odd\` gave ${vectors.length} vectors for 2 texts, or one that has no finite numbers.` },
    })
  })

  it('needs an embedder', async () => {
    const { end } = await run(async (ctx) => (await ctx.embed(['x'])).vectors.length)
    expect(end).toMatchObject({
      outcome: 'failed:embedder-missing',
      error: { message: '`ctx.embed` needs an embedder.' },
    })
  })
})

describe('recall and remember', () => {
  it('keep something for later sessions, the nearest first', async () => {
    const memory = inMemoryMemory()
    await run(
      async (ctx) => {
        await ctx.remember({ text: 'Ada likes tea.', kind: 'taste', data: { who: 'ada' } })
        await ctx.remember({ text: 'The moon is far.' })
        return 'x'
      },
      { memory },
    )
    const { end } = await run(async (ctx) => (await ctx.recall('tea of Ada', { limit: 1 })) as never, { memory })
    expect(end.answer).toMatchObject([{ text: 'Ada likes tea.', kind: 'taste', data: { who: 'ada' } }])
  })

  it('remember under the path of the step: the same in two sessions is two memories', async () => {
    const memory = inMemoryMemory()
    const use = async (ctx: LoopContext) => ctx.remember({ text: 'x' }).then(() => 'x')
    const sessions = [(await run(use, { memory })).session, (await run(use, { memory })).session]
    expect([...memory.items.keys()]).toEqual(sessions.map(({ id }) => `${id}/remember#1`))
  })

  it('pass on when a memory is to be forgotten', async () => {
    const memory = inMemoryMemory()
    await run(async (ctx) => ctx.remember({ text: 'x', expiresInMs: 5 }).then(() => 'x'), { memory })
    expect([...memory.items.values()]).toEqual([{ text: 'x', expiresInMs: 5 }])
  })

  it('remember what was said, whatever becomes of the object that said it', async () => {
    const memory = inMemoryMemory()
    await run(
      async (ctx) => {
        const data = { steps: [1] }
        const kept = ctx.remember({ text: 'x', data })
        data.steps.push(2)
        await kept
        return 'x'
      },
      { memory },
    )
    expect([...memory.items.values()]).toEqual([{ text: 'x', data: { steps: [1] } }])
  })

  it('recall the same on replay, whatever was learned meanwhile', async () => {
    const memory = inMemoryMemory()
    await memory.remember({ text: 'old' }, { owner: 'local', session: 's', key: '1' })
    const made = await runTwice(
      async (ctx) => (await ctx.recall('old')).length,
      { memory },
      { memory: inMemoryMemory() },
    )
    expect(made).toEqual([1, 1])
  })

  it('need a memory', async () => {
    const { end } = await run(async (ctx) => (await ctx.recall('x')).length)
    expect(end.outcome).toBe('failed:memory-missing')
  })
})

describe('cache', () => {
  const costly = (ctx: LoopContext) => ctx.cache('the key', async (inside) => (await inside.generate([user('x')])).text)

  it('computes once for all sessions, with steps under its own path', async () => {
    const first = await run(costly)
    expect(await stepPaths(first.runtime, first.session.id)).toEqual(['cache#1/generate#1', 'cache#1'])
    const second = await run(costly, { store: first.store })
    expect([second.end.answer, second.model.requests.length]).toEqual(['x', 0])
    expect(await stepPaths(second.runtime, second.session.id)).toEqual(['cache#1'])
    const facts = [first, second].map(({ runtime, session }) => factsOfType(runtime, session.id, 'step.finished'))
    const hits = (await Promise.all(facts)).map((all) => (all.at(-1)?.data as { hit?: boolean } | undefined)?.hit)
    expect(hits).toEqual([false, true])
  })

  it('is kept for each owner alone', async () => {
    const first = await run(costly)
    const second = await run(costly, { store: first.store, owner: 'grace' })
    expect(second.model.requests).toHaveLength(1)
  })

  it('keeps nothing when the computation fails', async () => {
    const first = await run((ctx) => ctx.cache('the key', async () => Promise.reject(new Error('no'))))
    expect(first.end).toMatchObject({ outcome: 'failed:loop-failed', error: { message: 'no' } })
    expect((await run(costly, { store: first.store })).end.answer).toBe('x')
  })

  it.each<[string, (session: Session) => Promise<unknown>]>([
    ['guidance', (session) => session.steer('Say y.')],
    ['something to know', (session) => session.addContext('Say y.')],
  ])('is not looked into when it is personal and a person has given %s', async (_, intervene) => {
    const personal = (ctx: LoopContext) =>
      ctx.cache('k', async (inside) => (await inside.generate([user('x')])).text, { isPersonal: true })
    const held = gate()
    const loop = (isHeld: boolean) =>
      loopOf('uses', async (ctx) => {
        if (isHeld) await held.pass()
        return personal(ctx)
      })
    const { runtime } = world()
    await (await runtime.start(loop(false), 'Go.', { model: modelOf(() => says('x')) })).outcome
    const model = modelOf(() => says('y'))
    const session = await runtime.start(loop(true), 'Go.', { model })
    await held.isReached
    await intervene(session)
    await turns(4)
    held.open()
    expect([(await session.outcome).answer, model.requests.length]).toEqual(['y', 1])
  })

  it('takes keys of any length, which are the same only when all of them is', async () => {
    const keyed = (key: string) => (ctx: LoopContext) =>
      ctx.cache(key, async (inside) => (await inside.generate([user('x')])).text)
    const long = 'k'.repeat(10_000)
    const first = await run(keyed(`${long}a`))
    expect((await run(keyed(`${long}b`), { store: first.store })).model.requests).toHaveLength(1)
    expect((await run(keyed(`${long}a`), { store: first.store })).model.requests).toHaveLength(0)
  })

  it.each<[string, StartOptions, number]>([
    ['as before', {}, 0],
    ['with other instructions', { instructions: 'Be short.' }, 1],
    ['at another temperature', { sampling: { author: { temperature: 1 } } }, 1],
    ['with another judge', { models: { judge: modelOf(() => says('y'), { id: 'test/judge' }) } }, 1],
  ])('is not that of others when it is personal: %s', async (_, options, asked) => {
    const personal = loopOf('uses', (ctx) =>
      ctx.cache('k', async (inside) => (await inside.generate([user('x')])).text, { isPersonal: true }),
    )
    const { runtime } = world()
    const first = modelOf(() => says('x'))
    await (await runtime.start(personal, 'Go.', { model: first })).outcome
    const second = modelOf(() => says('x'))
    await (await runtime.start(personal, 'Go.', { model: second, ...options })).outcome
    expect([first.requests.length, second.requests.length]).toEqual([1, asked])
  })

  it.each<[string, (session: Session) => Promise<unknown>]>([
    ['guidance', (session) => session.steer('Say y.')],
    ['something to know', (session) => session.addContext('Say y.')],
    ['the reply itself', (session) => session.override({ path: 'cache#1/generate#1', result: 'y' })],
  ])('keeps nothing for others when a person has given the computation %s', async (_, intervene) => {
    const here = world()
    const held = gate()
    const loop = loopOf('uses', async (ctx) => {
      await held.pass()
      return costly(ctx)
    })
    const session = await here.runtime.start(loop, 'Go.', { model: modelOf(() => says('x')) })
    await held.isReached
    await intervene(session)
    await turns(4)
    held.open()
    await session.outcome
    expect((await run(costly, { store: here.store })).model.requests).toHaveLength(1)
  })

  it('gives on replay what it gave, though the value has expired', async () => {
    const made = await runTwice((ctx) => ctx.cache('k', async (inside) => inside.now(), { ttlMs: 1 }), {}, {})
    expect(made[1]).toBe(made[0])
  })
})

describe('a label', () => {
  it('names the step, and each use of it is counted', async () => {
    const { runtime, session } = await run(async (ctx) => {
      await ctx.now({ label: 'start' })
      await ctx.random({ label: 'start' })
      return 'x'
    })
    expect(await stepPaths(runtime, session.id)).toEqual(['start#1', 'start#2'])
  })

  it.each(['a/b', 'a#1', 'a[0]', '', '1a', 'a b', 'ä'])('`%s` is refused', async (label) => {
    const { end } = await run((ctx) => ctx.now({ label }))
    expect(end.outcome).toBe('failed:label-invalid')
  })
})
