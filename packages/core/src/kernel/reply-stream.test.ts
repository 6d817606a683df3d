/** What a model says that it used. */
import { describe, expect, it } from 'vitest'
import { factsOfType, loopOf, world } from '../../../../test/support/kernel.ts'
import { direct } from '../loops/direct.ts'
import { user } from '../messages.ts'
import type { Model, Usage } from '../ports/model.ts'

const long = loopOf('long', async (ctx) => {
  for (let call = 1; call <= 20; call++) await ctx.generate([user('x'.repeat(4_000))])
  return 'No limit.'
})

/** A model that counts like this, whatever it is asked. */
const counting = (usage: unknown): Model => ({
  id: 'test/counting',
  async *stream() {
    yield { type: 'text', text: 'y' }
    yield { type: 'finish', reason: 'stop', usage: usage as Usage }
  },
})

describe('a usage that cannot be true', () => {
  it.each<[what: string, usage: unknown]>([
    ['not a number', { inputTokens: Number.NaN, outputTokens: 5 }],
    ['below zero', { inputTokens: 10, outputTokens: -1 }],
    ['without end', { inputTokens: Number.POSITIVE_INFINITY, outputTokens: 5 }],
    ['half missing', { inputTokens: 10 }],
    ['a text', { inputTokens: '10', outputTokens: '5' }],
    ['missing', null],
  ])('is estimated, and a limit of tokens holds: %s', async (_, usage) => {
    const { runtime } = world()
    const session = await runtime.start(long, 'Go.', { model: counting(usage), budget: { tokens: 5_000 } })
    const end = await session.outcome
    expect(end).toMatchObject({ outcome: 'limit:tokens', answer: 'y', usage: { modelCalls: 5 } })
    const [first] = await factsOfType(runtime, session.id, 'step.finished')
    expect(first?.data).toMatchObject({ usage: { inputTokens: 1_000, outputTokens: 7 }, estimated: true })
  })

  it.each([
    [Number.NaN, {}],
    [-5, {}],
    [50, { cachedInputTokens: 10 }],
    [4, { cachedInputTokens: 4 }],
  ])('of cached tokens is left out, and never more than the input: %d of 10', async (cachedInputTokens, kept) => {
    const { runtime } = world()
    const model = counting({ inputTokens: 10, outputTokens: 5, cachedInputTokens })
    const session = await runtime.start(direct, 'Go.', { model })
    await session.outcome
    const [first] = await factsOfType(runtime, session.id, 'step.finished')
    expect(first).toHaveProperty(['data', 'usage'], { inputTokens: 10, outputTokens: 5, ...kept })
  })
})
