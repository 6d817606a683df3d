/** Offline replay of loops that end before all that they began. */
import { describe, expect, it } from 'vitest'
import { loopOf, world } from '../../../../test/support/kernel.ts'
import { user } from '../messages.ts'
import { modelOf, says } from '../testing/scripted-model.ts'
import type { Loop } from './loop.ts'

/** Runs a loop with a model that takes its time, and replays it. */
async function replayed(loop: Loop, budget = {}) {
  const { runtime, clock } = world()
  const model = modelOf(async (_, { path }) => {
    await clock.sleep(10)
    return says(path)
  })
  const session = await runtime.start(loop, 'Go.', { model, budget })
  return { end: await clock.runUntil(session.outcome), replay: await runtime.replay(session.id) }
}

const equal = { isEqual: true, error: null, unused: [] }

describe('a replay', () => {
  it('ends without a step that waited for a budget still when the session ended', async () => {
    const stubborn = loopOf('stubborn', async (ctx) => {
      await ctx.map(['a', 'b', 'c'], async (item, branch) => {
        for (;;) {
          try {
            await branch.generate([user(item)])
          } catch {
            // Once more.
          }
        }
      })
      return 'never'
    })
    const { end, replay } = await replayed(stubborn, { modelCalls: 6 })
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: 'wrap-up#1', usage: { modelCalls: 6 } })
    expect(replay).toMatchObject(equal)
  })

  it('goes over the steps that its loop did not wait for', async () => {
    const hasty = loopOf('hasty', async (ctx) => {
      const beside = ctx.map(['a'], async (_, branch) => {
        for (let look = 1; look <= 20; look++) await branch.now()
      })
      beside.catch(() => {})
      return (await ctx.generate([user('x')])).text
    })
    const { end, replay } = await replayed(hasty)
    expect(end).toMatchObject({ outcome: 'answered', answer: 'generate#1' })
    expect(replay).toMatchObject(equal)
  })

  it('stops at a step that its loop waits for and the journal lacks', async () => {
    let asksMore = false
    const grown = loopOf('grown', async (ctx) => {
      const first = (await ctx.generate([user('x')])).text
      return asksMore ? (await ctx.generate([user('y')])).text : first
    })
    const { runtime } = world()
    const session = await runtime.start(grown, 'Go.', { model: modelOf(() => says('x')) })
    await session.outcome
    asksMore = true
    expect(await runtime.replay(session.id)).toMatchObject({
      isEqual: false,
      error: { code: 'replay-incomplete', message: 'The journal has no `generate` at `generate#2`.' },
    })
  })
})
