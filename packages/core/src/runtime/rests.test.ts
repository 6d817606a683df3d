import { memoryStore } from '@gyre/stores/memory'
import { describe, expect, it } from 'vitest'
import { loopOf } from '../../../../test/support/kernel.ts'
import { user } from '../messages.ts'
import { modelOf, says } from '../testing/scripted-model.ts'
import { Runtime } from './runtime.ts'
import type { RestNews } from './runtime-options.ts'

const model = modelOf(() => says('Yes.', { inputTokens: 20, outputTokens: 3 }))

const asking = loopOf('asking', async (ctx) => {
  await ctx.generate([user('Hi.')])
  await ctx.askHuman('Who?')
  await ctx.generate([user('Hi.')])
  return 'Done.'
})

type Told = readonly [by: string | null, inputTokens: number, hasEnded: boolean]

const toldOf = ({ by, usage, hasEnded }: RestNews): Told => [by, usage.inputTokens, hasEnded]

describe('whoever is told when sessions rest', () => {
  it('is told what a session came to when it waits, and when it has ended', async () => {
    const told: Told[] = []
    const runtime = new Runtime({
      store: memoryStore(),
      model,
      loops: [asking],
      onRest: (rest) => void told.push(toldOf(rest)),
    })
    const session = await runtime.start('asking', 'Ask.', { by: 'key:laptop' })
    await session.idle()
    await expect.poll(() => told).toEqual([['key:laptop', 20, false]])
    await session.answer('Anna')
    await session.outcome
    await runtime.close()
    expect(told).toEqual([
      ['key:laptop', 20, false],
      ['key:laptop', 40, true],
    ])
  })

  it('is told of what is handed back, in turn, and waited for before the store is closed', async () => {
    const told: Told[] = []
    const store = memoryStore()
    const runtime = new Runtime({
      store,
      model,
      loops: [asking],
      onRest: async (rest) => {
        await store.keyValue.get('anything')
        told.push(toldOf(rest))
      },
    })
    await (await runtime.start('asking', 'Ask.')).idle()
    await runtime.close()
    expect(told).toEqual([
      [null, 20, false],
      [null, 20, false],
    ])
  })

  it('does no harm by failing', async () => {
    const onRest = () => {
      throw new Error('Out of paper.')
    }
    const runtime = new Runtime({ store: memoryStore(), model, loops: [asking], onRest })
    const session = await runtime.start('asking', 'Ask.')
    await session.idle()
    await session.answer('Anna')
    expect((await session.outcome).answer).toBe('Done.')
    await runtime.close()
  })
})
