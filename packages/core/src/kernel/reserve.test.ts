/** Steps that wait for a budget. */
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { loopOf, search, world } from '../../../../test/support/kernel.ts'
import type { Json } from '../json.ts'
import { user } from '../messages.ts'
import { modelOf, says } from '../testing/scripted-model.ts'
import { defineTool, type Tool } from '../tools/tool.ts'

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

describe('a call that waits for one which waits for a person', () => {
  it('waits for the person, too: the session is idle', async () => {
    const { runtime } = world()
    const asking = defineTool({
      name: 'send',
      description: '',
      input: z.object({}),
      approval: 'always',
      run: () => 'sent',
    })
    const loop = loopOf('both', async (ctx) => {
      const call = (tool: string, input: Json = {}) => ({ type: 'tool-call', id: tool, tool, input }) as const
      const made = [call('send'), call('search', { query: 'x' })]
      await ctx.map(made, (each, branch) => branch.callTools([each]))
      return 'Done.'
    })
    const tools = [asking, search] as readonly Tool[]
    const session = await runtime.start(loop, 'Go.', { model: short(), tools, budget: { toolCalls: 1 } })
    expect(await session.idle()).toBe('waiting')
    await session.reject()
    expect(await session.outcome).toMatchObject({ answer: 'Done.', usage: { toolCalls: 1 } })
  })
})
