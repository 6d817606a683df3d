import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { loopOf, turns, world } from '../../../../test/support/kernel.ts'
import { user } from '../messages.ts'
import { modelOf, says } from '../testing/scripted-model.ts'
import { defineTool } from '../tools/tool.ts'
import type { LoopContext } from './context.ts'
import type { Loop } from './loop.ts'

const budget = { modelCalls: 2 }

const endless = loopOf('endless', async (ctx) => {
  for (;;) await ctx.generate([user('x')])
})

/** One branch asks models until it is told to wrap up, the other goes on looking. */
function fanOf(asks: (branch: LoopContext) => Promise<unknown>): Loop {
  return loopOf('fan', async (ctx) => {
    await ctx.map(['asks', 'looks'], async (item, branch) => {
      if (item === 'asks') return asks(branch)
      for (const id of ['1', '2', '3']) await branch.callTools([{ type: 'tool-call', id, tool: 'look', input: {} }])
      return undefined
    })
    return 'never'
  })
}

/** Runs a loop; each time `look` is called it waits until the branch beside it can go no further. */
async function run(parent: Loop) {
  const { runtime } = world()
  let looks = 0
  const look = defineTool({
    name: 'look',
    description: 'Looks.',
    input: z.object({}),
    run: async () => {
      looks += 1
      await turns()
    },
  })
  const session = await runtime.start(parent, 'Go.', { model: modelOf(() => says('x')), tools: [look] })
  const end = await session.outcome
  return { end, looks, replayed: await runtime.replay(session.id) }
}

describe('a loop without a budget of its own, inside of a child that runs out', () => {
  it('ends, and the branches beside it are told to wrap up', async () => {
    const nested = fanOf((branch) => branch.runLoop(endless, 'Ask.'))
    const parent = loopOf('parent', async (ctx) => (await ctx.runLoop(nested, 'Go.', { budget })).outcome)
    expect(await run(parent)).toMatchObject({ end: { answer: 'limit:calls' }, looks: 1, replayed: { isEqual: true } })
  })

  it('ends, and so do all branches of another child that runs out later', async () => {
    const nested = loopOf('nested', async (ctx) => (await ctx.runLoop(endless, 'Ask.')).answer)
    const plain = fanOf(async (branch) => {
      for (;;) await branch.generate([user('x')])
    })
    const parent = loopOf('parent', async (ctx) => {
      const first = await ctx.runLoop(nested, 'Go.', { budget })
      const second = await ctx.runLoop(plain, 'Go.', { budget })
      return [first.outcome, second.outcome]
    })
    expect(await run(parent)).toMatchObject({ end: { answer: ['limit:calls', 'limit:calls'] }, looks: 1 })
  })
})
