import { describe, expect, it } from 'vitest'
import { loopOf, search, stepPaths, world } from '../../../../test/support/kernel.ts'
import { user } from '../messages.ts'
import { calls, says, scriptedModel } from '../testing/scripted-model.ts'
import { defineLoop } from './loop.ts'

describe('a `ctx` that is taken apart', () => {
  it('has verbs that go on working', async () => {
    const { runtime } = world()
    const apart = loopOf('apart', async ({ generate, callTools, note, tools }) => {
      const asked = await generate([user('Look.')], { tools })
      const [found] = await callTools(asked.toolCalls)
      note('found', true)
      return (await generate([user('Look.'), asked.message, ...(found ? [found] : [])])).text
    })
    const model = scriptedModel(calls('search', { query: 'x' }), says('Done.'))
    const session = await runtime.start(apart, 'Go.', { model, tools: [search] })
    expect(await session.outcome).toMatchObject({ outcome: 'answered', answer: 'Done.' })
    expect(await stepPaths(runtime, session.id)).toEqual(['generate#1', 'callTools#1[0]', 'generate#2'])
  })

  it('keeps the verbs of a branch apart from those of its loop', async () => {
    const { runtime } = world()
    const apart = loopOf('apart', async ({ generate, map }) => {
      await map([0, 1], (_, branch) => {
        const { generate: ask } = branch
        return ask([user('inside')])
      })
      return (await generate([user('outside')])).text
    })
    const model = scriptedModel(says('a'), says('b'), says('c'))
    const session = await runtime.start(apart, 'Go.', { model })
    expect(await session.outcome).toMatchObject({ answer: 'c' })
    expect(await stepPaths(runtime, session.id)).toEqual(['map#1[0]/generate#1', 'map#1[1]/generate#1', 'generate#1'])
  })
})

describe('a verb nobody waits for', () => {
  it('may fail without harm to the process', async () => {
    const { runtime } = world()
    const hasty = loopOf('hasty', async ({ generate }) => {
      void generate([user('x')])
      return (await generate([user('y')])).text
    })
    const model = scriptedModel(() => Promise.reject(new Error('gone')), says('Fine.'))
    const session = await runtime.start(hasty, 'Go.', { model })
    // An unhandled rejection would fail this run of the tests.
    expect(await session.outcome).toMatchObject({ outcome: 'answered', answer: 'Fine.' })
  })
})

describe('the loops there are to choose from', () => {
  const one = loopOf('one', async () => null, { traits: { bestFor: 'one thing' } })
  const two = loopOf('two', async () => null)
  const looking = defineLoop({
    name: 'looking',
    uses: [loopOf('two', async () => 'other'), loopOf('three', async () => null)],
    run: async (ctx) => {
      const before = ctx.loops.map(({ name }) => name)
      await ctx.askHuman('Go on?')
      return { answer: { before, after: ctx.loops.map(({ name }) => name) } }
    },
  })
  const model = scriptedModel()
  const equipped = { loops: [one, two, looking], models: () => model }

  it('are those of the runtime in their order, then those the loop brings along', async () => {
    const seen: unknown[] = []
    const reading = defineLoop({
      ...looking,
      name: 'reading',
      run: async ({ loops }) => {
        seen.push(...loops)
        return 'x'
      },
    })
    await (await world({ loops: [one, two] }).runtime.start(reading, 'Go.', { model })).outcome
    expect(seen).toMatchObject([
      { name: 'one', traits: { bestFor: 'one thing' } },
      { name: 'two' },
      { name: 'reading' },
      { name: 'three' },
    ])
  })

  it('leave out those that are switched off, whatever is switched meanwhile, also in another process', async () => {
    const left = ['one', 'looking', 'three']
    const { runtime, afterCrash } = world(equipped)
    await runtime.settings.set('loops_off', ['two'])
    const session = await runtime.start('looking', 'Go.', { model })
    await session.idle()
    await runtime.settings.set('loops_off', ['one'])
    const other = afterCrash()
    await other.resume(session.id)
    const resumed = await other.session(session.id)
    await resumed.answer('yes')
    expect((await resumed.outcome).answer).toEqual({ before: left, after: left })
    expect(await other.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
  })

  it('stay those there were, in their order, whatever loops another process knows', async () => {
    const seen = ['one', 'two', 'looking', 'three']
    const { runtime, afterCrash } = world(equipped)
    const session = await runtime.start('looking', 'Go.', { model })
    await session.idle()
    const other = afterCrash({ loops: [loopOf('new', async () => null), looking, two, one] })
    const resumed = await other.resume(session.id)
    await resumed.answer('yes')
    expect((await resumed.outcome).answer).toEqual({ before: seen, after: seen })
    expect(await other.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
  })

  it('are without one that another process does not know', async () => {
    const { runtime, afterCrash } = world(equipped)
    const session = await runtime.start('looking', 'Go.', { model })
    await session.idle()
    const resumed = await afterCrash({ loops: [looking, two] }).resume(session.id)
    await resumed.answer('yes')
    expect((await resumed.outcome).answer).toMatchObject({ after: ['two', 'looking', 'three'] })
  })

  it('are of a loop inside those there were, and those that it brings along', async () => {
    const outer = loopOf('outer', async (ctx) => (await ctx.runLoop('inner', 'x')).answer)
    const inner = defineLoop({
      name: 'inner',
      uses: [loopOf('brought', async () => null)],
      run: async ({ loops }) => loops.map(({ name }) => name),
    })
    const session = await world({ loops: [one, inner] }).runtime.start(outer, 'Go.', { model })
    expect((await session.outcome).answer).toEqual(['one', 'inner', 'outer', 'brought'])
  })
})
