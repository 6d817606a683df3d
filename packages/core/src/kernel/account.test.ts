import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loopOf, search, world } from '../../../../test/support/kernel.ts'
import { user } from '../messages.ts'
import { modelOf, says } from '../testing/scripted-model.ts'
import { Account } from './account.ts'
import { Branch } from './branch.ts'
import type { Limits } from './limits.ts'

const noTime = { activeMs: () => 0 }
const account = (limits: Limits, parent?: Account) =>
  new Account(limits, { path: parent ? 'child' : '', home: new Branch(''), ...(parent && { parent }) })

describe('an account', () => {
  it('keeps one model call and a tenth of tokens and cost back until it closes', () => {
    const root = account({ modelCalls: 2, tokens: 100, toolCalls: 1 })
    expect(root.shortfall({ modelCalls: 2 }, noTime)?.resource).toBe('modelCalls')
    expect(root.shortfall({ tokens: 91 }, noTime)?.resource).toBe('tokens')
    expect(root.shortfall({ toolCalls: 1 }, noTime)).toBeUndefined()
    root.tell(root.home, 'limit:calls')
    expect(root.shortfall({ modelCalls: 2, tokens: 100 }, noTime)).toBeUndefined()
  })

  it('names the first limit that does not fit, its own before those further up', () => {
    const root = account({ toolCalls: 5 })
    const child = account({ toolCalls: 2 }, root)
    expect(child.shortfall({ toolCalls: 3 }, noTime)?.account).toBe(child)
    child.settle(child.hold({}), { toolCalls: 2 })
    root.settle(root.hold({}), { toolCalls: 3 })
    expect(root.shortfall({ toolCalls: 1 }, noTime)?.account).toBe(root)
  })

  it('gives back what a call did not need', () => {
    const root = account({ tokens: 100 })
    const hold = root.hold({ tokens: 90 })
    expect(root.shortfall({ tokens: 1 }, noTime)).toBeDefined()
    root.settle(hold, { tokens: 10 })
    expect(root.shortfall({ tokens: 80 }, noTime)).toBeUndefined()
  })
})

type Call = { readonly estimate: number; readonly actual: number; readonly ends: number }

const callArb = fc.record({
  estimate: fc.integer({ min: 1, max: 50 }),
  actual: fc.integer({ min: 0, max: 120 }),
  ends: fc.nat({ max: 7 }),
})

/** Lets calls in while they fit, at most 8 at once; answers with what was spent and the error of the last in flight. */
function spend(root: Account, calls: readonly Call[]): { readonly used: number; readonly error: number } {
  const flying: { readonly call: Call; readonly settle: () => void }[] = []
  let error = 0
  for (const call of calls) {
    if (flying.length === 8) flying.splice(call.ends, 1)[0]?.settle()
    if (root.shortfall({ tokens: call.estimate }, noTime)) continue
    const hold = root.hold({ tokens: call.estimate })
    flying.push({ call, settle: () => root.settle(hold, { tokens: call.actual }) })
    error = flying.reduce((sum, { call: { actual, estimate } }) => sum + Math.max(0, actual - estimate), 0)
  }
  for (const { settle } of flying) settle()
  return { used: root.used.get('tokens') ?? 0, error }
}

describe('overshoot', () => {
  it('is at most the estimate error of the calls in flight', () => {
    fc.assert(
      fc.property(fc.array(callArb, { maxLength: 60 }), fc.integer({ min: 0, max: 800 }), (calls, limit) => {
        const { used, error } = spend(account({ tokens: limit }), calls)
        expect(used).toBeLessThanOrEqual(limit * 0.9 + error)
      }),
    )
  })

  const fan = loopOf('fan', async (ctx) => {
    await ctx.map([...'abcdefgh'], async (letter, branch) => {
      for (let turn = 0; turn < 4; turn++) {
        await branch.generate([user('x')])
        const input = { query: `${letter}${turn}` }
        await branch.callTools([{ type: 'tool-call', id: '1', tool: 'search', input }])
      }
    })
    return 'Done.'
  })

  it('of calls, which are counted exactly, is nothing under eight branches', async () => {
    const limits = fc.record({
      modelCalls: fc.integer({ min: 1, max: 40 }),
      toolCalls: fc.integer({ min: 0, max: 40 }),
    })
    await fc.assert(
      fc.asyncProperty(limits, async (budget) => {
        const { runtime } = world()
        const session = await runtime.start(fan, 'Go.', { model: modelOf(() => says('x')), tools: [search], budget })
        const { usage, answer } = await session.outcome
        expect(usage.modelCalls).toBeLessThanOrEqual(budget.modelCalls)
        expect(usage.toolCalls).toBeLessThanOrEqual(budget.toolCalls)
        expect(answer).not.toBeNull()
      }),
      { numRuns: 40 },
    )
  })

  it('of tokens is bounded by what eight branches have in flight, whatever each call costs', async () => {
    const usages = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(usages, fc.integer({ min: 1_000, max: 8_000 }), async (costs, limit) => {
        const { runtime } = world()
        let asked = 0
        const model = modelOf(async () => {
          const outputTokens = costs[asked++ % costs.length] ?? 1
          await new Promise((resolve) => setImmediate(resolve))
          return says('x', { inputTokens: 1, outputTokens })
        })
        const budget = { outputTokens: limit }
        const session = await runtime.start(fan, 'Go.', { model, tools: [search], budget })
        const { usage, answer } = await session.outcome
        const dearest = Math.max(...costs)
        expect(usage.outputTokens).toBeLessThanOrEqual(limit * 0.9 + 8 * dearest + dearest)
        expect(answer).not.toBeNull()
      }),
      { numRuns: 30 },
    )
  })
})
