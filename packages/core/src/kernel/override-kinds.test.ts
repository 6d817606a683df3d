/** What an override does to each kind of step. */
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  behind,
  equipment,
  gate,
  loopOf,
  search,
  standing,
  stepPaths,
  told,
  world,
} from '../../../../test/support/kernel.ts'
import type { Json } from '../json.ts'
import { direct } from '../loops/direct.ts'
import { user } from '../messages.ts'
import { inMemoryMemory, letterEmbedder } from '../testing/memory-ports.ts'
import { modelOf, says } from '../testing/scripted-model.ts'
import type { LoopContext } from './context.ts'

type Work = (ctx: LoopContext) => Promise<Json>

/** One step of each kind, and where it is. */
const steps: Readonly<Record<string, { readonly path: string; readonly work: Work }>> = {
  generate: { path: 'ask#1', work: async (ctx) => (await ctx.generate([user('x')], { label: 'ask' })).text },
  tool: {
    path: 'act#1[0]',
    work: async (ctx) => {
      const call = { type: 'tool-call', id: '1', tool: 'search', input: { query: 'x' } } as const
      const [message] = await ctx.callTools([call], { label: 'act' })
      const [part] = message?.parts ?? []
      return part?.type === 'tool-result' ? part.text : null
    },
  },
  loop: { path: 'child#1', work: async (ctx) => (await ctx.runLoop(direct, 'x', { label: 'child' })).answer },
  cache: { path: 'cache#1', work: (ctx) => ctx.cache<Json>('k', async () => 'computed') },
  ask: { path: 'ask#1', work: (ctx) => ctx.askHuman('Which?', { choices: ['a', 'b'] }) },
  recall: { path: 'recall#1', work: async (ctx) => (await ctx.recall('x')).map(({ text }) => text) },
  remember: {
    path: 'remember#1',
    work: async (ctx) => {
      await ctx.remember({ text: 'x' })
      return 'remembered'
    },
  },
  embed: { path: 'embed#1', work: async (ctx) => (await ctx.embed(['x'])).vectors.length },
  plan: { path: 'plan#1', work: async (ctx) => (await ctx.plan([{ id: '1', goal: 'x' }])).map(({ goal }) => goal) },
  now: { path: 'now#1', work: async (ctx) => (await ctx.now()) > 0 },
  random: { path: 'random#1', work: (ctx) => ctx.random() },
}

/** A session held in its first model call, with `work` to come and a request that offers tools after it. */
async function before(work: Work) {
  const here = world({ embedder: letterEmbedder, memory: inMemoryMemory() })
  const loop = loopOf('one', async (ctx) => {
    await ctx.generate([user('first')], { label: 'first' })
    const given = await work(ctx)
    const last = await ctx.generate([user('last')], { label: 'last', tools: ctx.tools })
    return { given, last: last.toolCalls.map(({ tool }) => tool).join() || last.text }
  })
  const held = gate()
  const model = modelOf((_, { path }) => (path === 'first#1' ? behind(held, says('model'))() : says('model')))
  const session = await here.runtime.start(loop, 'Go.', { model, tools: [search] })
  await held.isReached
  const answered = session.idle().then((state) => (state === 'waiting' ? session.answer('a') : undefined))
  return { ...here, loop, model, held, session, answered }
}

/** What the step gave, and what became of the override. */
async function overridden(work: Work, override: { readonly result: Json; readonly path: string }) {
  const { runtime, store, held, session, answered } = await before(work)
  await told(session.override(override))
  held.open()
  const { answer, outcome } = await session.outcome
  await answered
  expect(outcome).toBe('answered')
  expect((await runtime.replay(session.id)).isEqual).toBe(true)
  return { given: (answer as { given: Json }).given, became: (await standing(store, session.id))[0] }
}

describe('a result that names a step', () => {
  it.each<[kind: string, result: Json, given: Json]>([
    ['generate', 'Mine.', 'Mine.'],
    ['generate', { score: 4 }, '{"score":4}'],
    ['tool', 'Mine.', 'Mine.'],
    ['tool', { found: 0 }, '{"found":0}'],
    ['loop', 'Mine.', 'Mine.'],
    ['loop', { score: 4 }, { score: 4 }],
    ['cache', { score: 4 }, { score: 4 }],
    ['ask', 'b', 'b'],
    ['recall', 'Mine.', ['Mine.']],
    ['recall', ['One.', 'Two.'], ['One.', 'Two.']],
    ['recall', [], []],
  ])('is what a %s gives: %j', async (kind, result, given) => {
    const { path, work } = steps[kind]!
    expect(await overridden(work, { result, path })).toEqual({ given, became: `override applied at ${path}` })
  })

  it.each<[kind: string, result: Json, given: Json, why: string]>([
    ['ask', 'c', 'a', 'not-a-choice: a | b'],
    ['recall', 7, [], 'result-invalid: a text, or a list of texts'],
    ['recall', [{ text: 'x' }], [], 'result-invalid: a text, or a list of texts'],
    ['remember', 'x', 'remembered', 'not-replaceable: remember'],
    ['embed', [[1]], 1, 'not-replaceable: embed'],
    ['plan', ['x'], ['x'], 'not-replaceable: plan'],
    ['now', 0, true, 'not-replaceable: now'],
    ['random', 1, 0.5, 'not-replaceable: random'],
  ])('is rejected by a %s, which goes on as if nothing had been: %j', async (kind, result, given, why) => {
    const { path, work } = steps[kind]!
    expect(await overridden(work, { result, path })).toEqual({ given, became: `override rejected: ${why}` })
  })

  const rating: Work = (ctx) =>
    ctx.generateObject(z.object({ score: z.number().max(5) }), [user('x')], {
      label: 'rate',
      repairs: 0,
      fallback: () => ({ score: 0 }),
      check: ({ score }) => (score === 4 ? ['score: never four'] : []),
    })

  it.each<[result: Json, given: Json]>([
    [{ score: 5 }, { score: 5 }],
    ['{"score":"3"}', { score: 3 }],
  ])('is what a generateObject gives when it is of that shape: %j', async (result, given) => {
    const became = 'override applied at rate#1'
    expect(await overridden(rating, { result, path: 'rate#1' })).toEqual({ given, became })
  })

  it.each<[result: Json, why: string]>([
    [{ score: 9 }, 'score: too big: expected number to be <=5'],
    [{ score: 4 }, 'score: never four'],
    ['good', 'value: expected object, got string'],
  ])('is rejected by a generateObject of another shape, which asks the model: %j', async (result, why) => {
    expect(await overridden(rating, { result, path: 'rate#1' })).toEqual({
      given: { score: 0 },
      became: `override rejected: result-invalid: ${why}`,
    })
  })

  it('is what a generateObject of a text gives, without quotes around it', async () => {
    const word: Work = (ctx) => ctx.generateObject(z.string(), [user('x')], { label: 'word' })
    expect(await overridden(word, { result: 'good', path: 'word#1' })).toMatchObject({ given: 'good' })
  })

  it('is rejected by a child loop whose task asks for another form', async () => {
    const output = { type: 'object', properties: { score: { type: 'number' } }, required: ['score'] }
    const work: Work = async (ctx) => {
      const task = { goal: 'x', messages: [], files: [], output }
      return (
        await ctx.runLoop(
          loopOf('rates', async () => ({ answer: { score: 3 } })),
          task,
        )
      ).answer
    }
    expect(await overridden(work, { result: 'good', path: 'runLoop#1' })).toMatchObject({
      given: { score: 3 },
      became: expect.stringContaining('override rejected: result-invalid: '),
    })
    expect(await overridden(work, { result: { score: 5 }, path: 'runLoop#1' })).toEqual({
      given: { score: 5 },
      became: 'override applied at runLoop#1',
    })
  })

  it.each<[what: string, path: string, work: Work]>([
    ['a child loop', 'runLoop#1', async (ctx) => (await ctx.runLoop(direct, 'x')).answer],
    ['a cached value', 'cache#1', (ctx) => ctx.cache('k', async (inside) => (await inside.generate([])).text)],
  ])('is too late for %s that has begun', async (_, path, work) => {
    const { runtime, store } = world()
    const held = gate()
    const loop = loopOf('outer', work)
    const session = await runtime.start(loop, 'Go.', { model: modelOf(behind(held, says('model'))) })
    await held.isReached
    await told(session.override({ result: 'Mine.', path }))
    expect(await standing(store, session.id)).toEqual(['override rejected: path-passed'])
    held.open()
    expect(await session.outcome).toMatchObject({ answer: 'model' })
  })

  it('is rejected when another one stands there already', async () => {
    const { store, held, session } = await before(steps['tool']!.work)
    await told(session.override({ result: 'First.', path: 'act#1[0]' }))
    await told(session.override({ result: 'Second.', path: 'act#1[0]' }))
    held.open()
    expect(await session.outcome).toMatchObject({ answer: { given: 'First.' } })
    expect(await standing(store, session.id)).toEqual([
      'override applied at act#1[0]',
      'override rejected: path-passed',
    ])
  })

  it('replaces a child loop with all of its steps, through a crash as well', async () => {
    const { runtime, store, afterCrash, loop, session } = await before(async (ctx) => {
      const { answer } = await ctx.runLoop(direct, 'x')
      await ctx.generate([user('held')], { label: 'held' })
      return answer
    })
    const hung = gate()
    const model = modelOf((_, { path }) => (path === 'held#1' ? behind(hung, says('never'))() : says('model')))
    await told(session.override({ result: 'Mine.', path: 'runLoop#1' }))
    const second = afterCrash(equipment(loop, model, search))
    const resumed = await second.resume(session.id)
    await hung.isReached
    expect(await stepPaths(runtime, session.id)).toEqual(['first#1', 'runLoop#1'])
    hung.open()
    expect(await resumed.outcome).toMatchObject({ answer: { given: 'Mine.' } })
    expect(await standing(store, session.id)).toEqual(['override applied at runLoop#1'])
  })
})

describe('an override that names no step', () => {
  it.each(Object.keys(steps))('with a result is for the next model or tool call: a %s', async (kind) => {
    const { path, work } = steps[kind]!
    const { store, held, session, answered } = await before(work)
    await told(session.override({ result: 'Mine.' }))
    held.open()
    await session.outcome
    await answered
    const inside: Readonly<Record<string, string>> = { generate: path, tool: path, loop: 'child#1/direct/answer#1' }
    expect((await standing(store, session.id))[0]).toBe(`override applied at ${inside[kind] ?? 'last#1'}`)
  })

  it.each(Object.keys(steps))('with a tool is for the next request that offers it: after a %s', async (kind) => {
    const { work } = steps[kind]!
    const { store, held, session, answered } = await before(work)
    await told(session.override({ tool: 'search', input: { query: 'mine' } }))
    held.open()
    expect(await session.outcome).toMatchObject({ answer: { last: 'search' } })
    await answered
    expect((await standing(store, session.id))[0]).toBe('override applied at last#1')
  })
})
