import { describe, expect, it } from 'vitest'
import { gate, loopOf, told, world } from '../../../../test/support/kernel.ts'
import { modelOf, says } from '../testing/scripted-model.ts'
import type { LoopContext } from './context.ts'

const model = modelOf(() => says('x'))

/** Branches that propose in this order of time, and a session that is aborted then; what it ends with, and its replay. */
async function aborted(order: readonly number[], propose: (ctx: LoopContext, index: number) => void) {
  const { runtime } = world()
  const gates = order.map(() => gate())
  const reached = gate()
  const loop = loopOf('proposing', async (ctx) => {
    ctx.propose('Before.')
    await ctx.map([0, 1, 2], async (index, branch) => {
      await gates[index]?.pass()
      propose(branch, index)
      await branch.now()
      if (index === order.at(-1)) reached.open()
      await branch.askHuman('Well?')
    })
    return 'Done.'
  })
  const session = await runtime.start(loop, 'Go.', { model })
  for (const index of order) {
    await gates[index]?.isReached
    gates[index]?.open()
    await told(Promise.resolve() as never)
  }
  await reached.opened
  await told(session.abort())
  return { end: await session.outcome, replay: await runtime.replay(session.id) }
}

describe('what branches propose', () => {
  it.each([[[0, 1, 2]], [[2, 1, 0]], [[1, 2, 0]]])(
    'counts in their order, whoever is last: the first, %j',
    async (order) => {
      const { end, replay } = await aborted(order, (ctx, index) => ctx.propose(`Of ${index}.`))
      expect(end).toMatchObject({ outcome: 'aborted', answer: 'Of 0.' })
      expect(replay).toMatchObject({ isEqual: true, otherEnd: null })
    },
  )

  it('counts by its score first', async () => {
    const { end } = await aborted([0, 1, 2], (ctx, index) => ctx.propose(`Of ${index}.`, [5, 9, 7][index]))
    expect(end.answer).toBe('Of 1.')
  })

  it('gives way to what the loop proposes after them', async () => {
    const { runtime } = world()
    const loop = loopOf('proposing', async (ctx) => {
      await ctx.map([0, 1], async (index, branch) => branch.propose(`Of ${index}.`))
      ctx.propose('After.')
      throw new Error('no')
    })
    const session = await runtime.start(loop, 'Go.', { model })
    expect(await session.outcome).toMatchObject({ outcome: 'failed:loop-failed', answer: 'After.' })
  })
})
