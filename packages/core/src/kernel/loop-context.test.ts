import { describe, expect, it } from 'vitest'
import { loopOf, search, stepPaths, world } from '../../../../test/support/kernel.ts'
import { user } from '../messages.ts'
import { calls, says, scriptedModel } from '../testing/scripted-model.ts'

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
