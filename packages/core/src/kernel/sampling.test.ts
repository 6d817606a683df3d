import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { loopOf, stepPaths, world } from '../../../../test/support/kernel.ts'
import { cot } from '../loops/cot.ts'
import { user } from '../messages.ts'
import { modelOf, says } from '../testing/scripted-model.ts'

describe('sampling that is chosen for a role', () => {
  it('wins over what the loop asks for, in every request of that role', async () => {
    const { runtime } = world()
    const model = modelOf(() => says('FINAL ANSWER: 1'))
    const sampling = { author: { temperature: 0.2, seed: 7 } }
    await (await runtime.start(cot, 'What?', { model, sampling, config: { samples: 2, temperature: 0.9 } })).outcome
    expect(model.requests.map(({ temperature, seed }) => [temperature, seed])).toEqual([
      [0.2, 7],
      [0.2, 7],
    ])
  })

  it('adds texts that end a reply to those of the loop, where the reply has no form', async () => {
    const { runtime } = world()
    const model = modelOf(({ output }) => says(output ? '{"n":1}' : 'x'))
    const three = loopOf('three', async (ctx) => {
      await ctx.generate([user('a')], { stop: ['Observation:'] })
      await ctx.generate([user('b')])
      await ctx.generateObject(z.object({ n: z.number() }), [user('c')])
      return 'd'
    })
    const sampling = { author: { topP: 0.5, stop: ['END'] } }
    const session = await runtime.start(three, 'Go.', { model, sampling })
    await session.outcome
    expect(model.requests.map(({ topP, stop }) => [topP, stop])).toEqual([
      [0.5, ['Observation:', 'END']],
      [0.5, ['END']],
      [0.5, undefined],
    ])
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true })
  })

  it('leaves other roles alone', async () => {
    const { runtime } = world()
    const model = modelOf(() => says('x'))
    const both = loopOf('both', async (ctx) => {
      await ctx.generate([user('a')], { role: 'judge', temperature: 0 })
      return (await ctx.generate([user('b')])).text
    })
    const session = await runtime.start(both, 'Go.', { model, sampling: { judge: { maxOutputTokens: 9 } } })
    await session.outcome
    const sent = model.requests.map(({ temperature, maxOutputTokens }) => ({ temperature, maxOutputTokens }))
    expect(sent).toEqual([{ temperature: 0, maxOutputTokens: 9 }, {}])
    expect(await stepPaths(runtime, session.id)).toEqual(['generate#1', 'generate#2'])
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true })
  })

  it.each([
    { author: { temperature: 3 } },
    { author: { topP: 2 } },
    { author: { stop: [''] } },
    { author: { heat: 1 } },
    { poet: {} },
  ])('is refused before any work when it is %j', async (sampling) => {
    const { runtime } = world()
    const model = modelOf(() => says('x'))
    const start = runtime.start(cot, 'What?', { model, sampling: sampling as never })
    await expect(start).rejects.toMatchObject({ code: 'config-invalid' })
    expect(await runtime.list()).toEqual([])
  })
})
