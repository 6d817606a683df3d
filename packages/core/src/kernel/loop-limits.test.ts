import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { loopOf, world } from '../../../../test/support/kernel.ts'
import { user } from '../messages.ts'
import { modelOf, says } from '../testing/scripted-model.ts'
import { type budgetSchema, type Limits, withinBoth } from './limits.ts'
import { defineLoop } from './loop.ts'
import { WrapUp } from './wrap-up.ts'

/** Asks for ever, and sets itself a limit. */
const asking = defineLoop({
  name: 'asking',
  config: z.strictObject({ maxCalls: z.int().default(4) }),
  limits: ({ maxCalls }) => ({ modelCalls: maxCalls }),
  run: async (ctx) => {
    for (;;) await ctx.generate([user('x')])
  },
})

describe('a loop that limits itself', () => {
  const start = async (budget: Limits = {}, config = {}) => {
    const session = await world().runtime.start(asking, 'Go.', { model: modelOf(() => says('x')), budget, config })
    return session.outcome
  }

  it('ends as with a budget, and the last call is for the answer', async () => {
    expect(await start()).toMatchObject({ outcome: 'limit:calls', answer: 'x', usage: { modelCalls: 4 } })
  })

  it.each<[string, Limits, object, number]>([
    ['its own, when its budget is larger', { modelCalls: 9 }, {}, 4],
    ['that of its budget, when that is nearer', { modelCalls: 2 }, {}, 2],
    ['that of its settings', {}, { maxCalls: 6 }, 6],
  ])('ends at the limit that is %s', async (_, budget, config, modelCalls) => {
    expect((await start(budget, config)).usage.modelCalls).toBe(modelCalls)
  })

  it('does so inside of another loop, which goes on', async () => {
    const parent = loopOf('parent', async (ctx, task) => {
      const { outcome } = await ctx.runLoop(asking, task)
      const { text } = await ctx.generate([user('x')])
      return `${outcome} ${text}`
    })
    const session = await world().runtime.start(parent, 'Go.', { model: modelOf(() => says('x')) })
    expect(await session.outcome).toMatchObject({ answer: 'limit:calls x', usage: { modelCalls: 5 } })
  })
})

describe('the nearer of two limits', () => {
  it('is taken of each, and of each tool', () => {
    const limits = { modelCalls: 5, tokens: 100, perTool: { look: 2, put: 9 } }
    expect(withinBoth(limits, { modelCalls: 7, costUsd: 1, perTool: { put: 3, send: 0 } })).toEqual({
      modelCalls: 5,
      tokens: 100,
      costUsd: 1,
      perTool: { look: 2, put: 3, send: 0 },
    })
  })

  it('never lets more be spent than either', () => {
    const limits = fc.record({ modelCalls: fc.nat(), toolCalls: fc.nat(), activeMs: fc.nat() }, { requiredKeys: [] })
    fc.assert(
      fc.property(limits, limits, (one, other) => {
        const both = withinBoth(one, other)
        for (const each of [one, other]) {
          for (const [name, limit] of Object.entries(each))
            expect(both[name as keyof typeof both]).toBeLessThanOrEqual(limit)
        }
      }),
    )
  })
})

describe('a loop that keeps a share back for its end', () => {
  /** Asks until it is told to wrap up, and then as often as it may. */
  const reporting = defineLoop({
    name: 'reporting',
    reserve: 0.15,
    run: async (ctx) => {
      let asked = 0
      const ask = async () => {
        for (;;) {
          await ctx.generate([user('x')])
          asked += 1
        }
      }
      const untilTold = () => ask().catch((error) => (error instanceof WrapUp ? asked : Promise.reject(error)))
      const before = await untilTold()
      return { before, after: (await untilTold()) - before }
    },
  })
  const model = () => modelOf(() => says('x', { inputTokens: 8, outputTokens: 2 }))
  const start = async (budget: z.input<typeof budgetSchema>) =>
    (await (await world().runtime.start(reporting, 'Go.', { model: model(), budget })).outcome).answer

  it.each<[string, z.input<typeof budgetSchema>, object]>([
    ['of model calls', { modelCalls: 20 }, { before: 17, after: 3 }],
    ['of model calls, at least one', { modelCalls: 4 }, { before: 3, after: 1 }],
    ['of tokens', { tokens: 1000 }, { before: 85, after: 15 }],
    ['as large as people choose', { modelCalls: 20, reserve: 0.5 }, { before: 10, after: 10 }],
  ])('keeps it %s', async (_, budget, expected) => {
    expect(await start(budget)).toEqual(expected)
  })

  it('keeps it inside of another loop, too', async () => {
    const parent = loopOf('parent', async (ctx, task) => {
      const { answer } = await ctx.runLoop(reporting, task, { budget: { modelCalls: 20 } })
      return answer
    })
    const session = await world().runtime.start(parent, 'Go.', { model: model() })
    expect((await session.outcome).answer).toEqual({ before: 17, after: 3 })
  })

  describe('that has begun its end by itself', () => {
    const ending = defineLoop({
      name: 'ending',
      reserve: 0.5,
      config: z.strictObject({ calls: z.int() }),
      run: async (ctx, _, { calls }) => {
        await ctx.generate([user('x')])
        ctx.useReserve()
        for (let made = 1; made < calls; made++) await ctx.generate([user('x')])
        return 'Done.'
      },
    })
    const startEnding = async (calls: number) => {
      const options = { model: model(), budget: { modelCalls: 4 }, config: { calls } }
      return (await world().runtime.start(ending, 'Go.', options)).outcome
    }

    it('may spend all of it, and has met no limit', async () => {
      expect(await startEnding(4)).toMatchObject({ outcome: 'answered', answer: 'Done.', usage: { modelCalls: 4 } })
    })

    it('meets the limit when that is spent, too', async () => {
      expect(await startEnding(5)).toMatchObject({ outcome: 'limit:calls', usage: { modelCalls: 4 } })
    })

    it('gets nothing of a budget that is not its own', async () => {
      const parent = loopOf('parent', async (ctx, task) => {
        await ctx.runLoop(ending, task, { config: { calls: 4 } })
        return 'Never.'
      })
      const session = await world().runtime.start(parent, 'Go.', { model: model(), budget: { modelCalls: 4 } })
      expect(await session.outcome).toMatchObject({ outcome: 'limit:calls', usage: { modelCalls: 4 } })
    })
  })
})
