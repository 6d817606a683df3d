/** Steps that wait for a budget. */
import { describe, expect, it } from 'vitest'
import { loopOf, world } from '../../../../test/support/kernel.ts'
import { user } from '../messages.ts'
import { modelOf, says } from '../testing/scripted-model.ts'

/** Twelve short calls of 15 tokens. */
const fan = (concurrency: number) =>
  loopOf('fan', async (ctx) => {
    const items = Array.from({ length: 12 }, (_, index) => String(index))
    return ctx.map(items, async (item, branch) => (await branch.generate([user(item)])).text, { concurrency })
  })

const short = () => modelOf(() => says('x', { inputTokens: 10, outputTokens: 5 }))

describe('a call that waits for others', () => {
  it.each([1, 6, 12])('is estimated anew when they have shown what a call costs: %i at once', async (concurrency) => {
    const { runtime } = world()
    const session = await runtime.start(fan(concurrency), 'Go.', { model: short(), budget: { tokens: 300 } })
    const { outcome, usage } = await session.outcome
    expect([outcome, usage.modelCalls, usage.inputTokens + usage.outputTokens]).toEqual(['answered', 12, 180])
  })
})
