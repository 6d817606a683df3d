/** What a forced answer does not start from: notes and values that a loop asks its author for. */
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { loopOf, search, textsOf, world } from '../../../../test/support/kernel.ts'
import { user } from '../messages.ts'
import { modelOf, says } from '../testing/scripted-model.ts'
import type { LoopContext } from './context.ts'

type Asking = (ctx: LoopContext) => Promise<unknown>
const aside: Asking = (ctx) => ctx.generate([user('A note, please.')], { aside: true })
const value: Asking = (ctx) => ctx.generateObject(z.object({ n: z.number() }), [user('A number, please.')])

async function cutShort(asks: readonly Asking[], lastReply = 'Now.') {
  const { runtime } = world()
  const loop = loopOf('asks', async (ctx) => {
    for (const ask of asks) await ask(ctx)
    return 'never'
  })
  const model = modelOf((_, { path }) => says(path.startsWith('wrap-up') ? lastReply : '{"n":1}'))
  const session = await runtime.start(loop, 'Go.', { model, budget: { modelCalls: asks.length } })
  const end = await session.outcome
  expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true })
  return { end, asked: textsOf(model.requests.at(-1)) }
}

describe('a forced answer', () => {
  it.each<[what: string, ask: Asking]>([
    ['an aside', aside],
    ['a value', value],
  ])('starts from the task when only %s was asked for', async (_, ask) => {
    const { end, asked } = await cutShort([ask, ask])
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: 'Now.' })
    expect(asked).toEqual(['Go.', expect.stringMatching(/^Answer now, /)])
  })

  it('starts from the last request that was for the answer', async () => {
    const { asked } = await cutShort([(ctx) => ctx.generate([user('Think.')]), aside, value, aside])
    expect(asked).toEqual(['Think.', expect.stringMatching(/^Answer now, /)])
  })

  it('is not what was said aside, when none comes', async () => {
    expect((await cutShort([aside, aside], '')).end).toMatchObject({ outcome: 'limit:calls', answer: null })
  })
})

describe('what a tool does to the world', () => {
  it('is for the loop to know, and not for the model', async () => {
    const { runtime } = world()
    const loop = loopOf('lists', async (ctx) => {
      await ctx.generate([user('?')], { tools: ctx.tools })
      return ctx.tools.map(({ name, effect = 'none' }) => `${name}: ${effect}`)
    })
    const model = modelOf(() => says('ok'))
    const tools = [search, { ...search, name: 'send', effect: 'once' as const }]
    const session = await runtime.start(loop, 'Go.', { model, tools })
    expect((await session.outcome).answer).toEqual(['search: pure', 'send: once'])
    const { description, input } = search
    expect(model.requests[0]?.tools).toEqual([
      { name: 'search', description, input },
      { name: 'send', description, input },
    ])
  })
})
