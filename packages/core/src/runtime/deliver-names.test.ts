import { describe, expect, it } from 'vitest'
import { targetOf } from '../../../../test/support/deliveries.ts'
import { equipment, loopOf, turns, world } from '../../../../test/support/kernel.ts'
import { inMemoryMemory } from '../testing/memory-ports.ts'
import { modelOf, says } from '../testing/scripted-model.ts'

const model = modelOf(() => says('Paris'))
const answers = loopOf('answers', async () => 'Paris')

describe('`deliver`', () => {
  it.each([
    [['opps'], '`deliver` names `opps`, and there is no such delivery; did you mean `ops`?'],
    [['x'], '`deliver` names `x`, and there is no such delivery; there are `ops`, `memory`.'],
    ['ops', '`deliver`: expected a list, each entry a text that is not empty, got "ops"'],
  ])('that is %j is refused before the session begins', async (deliver, message) => {
    const { runtime } = world({ deliveries: [targetOf('ops', undefined)] })
    const start = runtime.start(answers, 'Go.', { model, deliver: deliver as string[] })
    await expect(start).rejects.toMatchObject({ code: 'delivery-invalid', message })
    expect(await runtime.list()).toEqual([])
  })

  it('that names `memory` remembers, where others do not', async () => {
    const memory = inMemoryMemory()
    const { runtime } = world({ memory })
    const session = await runtime.start(answers, 'Go.', { model, deliver: ['memory'] })
    await session.outcome
    expect([...memory.items.keys()]).toEqual([`${session.id}/memory#1`])
    expect(await session.deliveries()).toEqual([])
    await (await runtime.start(answers, 'Go.', { model })).outcome
    expect(memory.items.size).toBe(1)
  })

  it('that names `memory` remembers for as long as the runtime says for such', async () => {
    const memory = inMemoryMemory()
    const asks = loopOf('asks', async (ctx) => `at ${await ctx.now()}`)
    const { runtime } = world({ memory, memoryTerms: { expiresInMs: 5000 }, ...equipment(asks, model) })
    const session = await runtime.start(asks, 'Go.', { model })
    await session.outcome
    expect(memory.items.size).toBe(0)
    await (await session.fork({ at: 'now#1', deliver: ['memory'] })).outcome
    await (await runtime.start(asks, 'Go.', { model, deliver: ['memory'] })).outcome
    expect([...memory.items.values()].map(({ expiresInMs }) => expiresInMs)).toEqual([5000, 5000])
  })

  it('that names `memory` needs one', async () => {
    const { runtime } = world()
    const start = runtime.start(answers, 'Go.', { model, deliver: ['memory'] })
    await expect(start).rejects.toMatchObject({ code: 'memory-missing' })
  })

  it('of a persona holds unless the caller says otherwise', async () => {
    const [ops, me] = [targetOf('ops', undefined), targetOf('me', undefined)]
    const persona = { name: 'teller', loop: 'answers', deliver: ['ops'] }
    const { runtime } = world({
      deliveries: [ops, me],
      personas: [{ persona, source: 'teller.yaml' }],
      ...equipment(answers, model),
    })
    for (const options of [{ model }, { model, deliver: ['me'] }, { model, deliver: [] }]) {
      await (await runtime.startAs('teller', 'Go.', options)).outcome
    }
    await turns()
    expect(ops.sent.map(({ result }) => result.persona)).toEqual(['teller'])
    expect(me.sent).toHaveLength(1)
  })

  it('of a session is that of its forks, unless they say otherwise', async () => {
    const asks = loopOf('asks', async (ctx) => ctx.now())
    const [ops, me] = [targetOf('ops', undefined), targetOf('me', undefined)]
    const { runtime } = world({ deliveries: [ops, me], ...equipment(asks, model) })
    const session = await runtime.start(asks, 'Go.', { model, deliver: ['ops'] })
    await session.outcome
    await (await session.fork({ at: 'now#1' })).outcome
    await (await session.fork({ at: 'now#1', deliver: ['me'] })).outcome
    await (await session.fork({ at: 'now#1', deliver: [] })).outcome
    await turns()
    expect([ops.sent.length, me.sent.length]).toEqual([2, 1])
    await expect(session.fork({ at: 'now#1', deliver: ['you'] })).rejects.toMatchObject({ code: 'delivery-invalid' })
  })
})

describe('a fork that is kept out of memory', () => {
  it('is not remembered, though its source was, whoever it goes on as', async () => {
    const memory = inMemoryMemory()
    const asks = loopOf('asks', async (ctx) => `at ${await ctx.now()}`)
    const personas = [{ persona: { name: 'teller', loop: 'asks', deliver: ['memory'] }, source: 'teller.yaml' }]
    const { runtime } = world({ memory, remembers: {}, personas, ...equipment(asks, model) })
    const session = await runtime.start(asks, 'Go.', { model })
    await session.outcome
    for (const options of [{}, { deliver: ['memory'] }, { persona: 'teller' }]) {
      await (await session.fork({ at: 'now#1', remembers: false, ...options })).outcome
    }
    expect([...memory.items.keys()]).toEqual([`${session.id}/memory#1`])
    const fork = await session.fork({ at: 'now#1' })
    await fork.outcome
    expect([...memory.items.keys()].at(-1)).toBe(`${fork.id}/memory#1`)
  })
})

describe('a fork that goes on as a persona', () => {
  it('delivers what the persona does, and nothing of its source', async () => {
    const asks = loopOf('asks', async (ctx) => ctx.now())
    const [ops, me] = [targetOf('ops', undefined), targetOf('me', undefined)]
    const personas = [
      { persona: { name: 'quiet', loop: 'asks' }, source: 'quiet.yaml' },
      { persona: { name: 'teller', loop: 'asks', deliver: ['me'] }, source: 'teller.yaml' },
    ]
    const { runtime } = world({ deliveries: [ops, me], personas, ...equipment(asks, model) })
    const session = await runtime.start(asks, 'Go.', { model, deliver: ['ops'] })
    await session.outcome
    for (const persona of ['quiet', 'teller']) await (await session.fork({ at: 'now#1', persona })).outcome
    await turns()
    expect([ops.sent.length, me.sent.map(({ result }) => result.persona)]).toEqual([1, ['teller']])
  })
})

describe('deliveries of a runtime', () => {
  it('that lack something are refused with what they lack', async () => {
    const ops = { ...targetOf('ops', undefined), trouble: 'the variable TOKEN is not set.' }
    const { runtime } = world({ deliveries: [ops] })
    await expect(runtime.start(answers, 'Go.', { model, deliver: ['ops'] })).rejects.toMatchObject({
      code: 'delivery-invalid',
      message: '`deliver` names `ops`, which cannot be used: the variable TOKEN is not set.',
    })
  })

  it.each([
    [['memory'], '`memory` is what a session remembers; call the delivery otherwise.'],
    [['a/b'], 'A delivery has a name of letters, digits, `.`, `_` and `-`, not `a/b`.'],
    [['ops', 'ops'], 'Two deliveries are called `ops`.'],
  ])('called %j are refused', (names, message) => {
    const open = () => world({ deliveries: names.map((name) => targetOf(name, undefined)) })
    expect(open).toThrow(expect.objectContaining({ code: 'delivery-invalid', message }))
  })
})
