import { describe, expect, it } from 'vitest'
import { loopOf, textsOf, world } from '../../../../test/support/kernel.ts'
import { direct } from '../loops/direct.ts'
import { user } from '../messages.ts'
import { fails, modelOf, says } from '../testing/scripted-model.ts'

const echo = () => modelOf(({ messages }) => says(`${messages.length} messages.`))

describe('a thread', () => {
  it('tells each session the goals and answers of the earlier ones', async () => {
    const { runtime } = world()
    const model = echo()
    for (const goal of ['One?', 'Two?', 'Three?']) {
      await (await runtime.start(direct, goal, { model, thread: 'thr_a' })).outcome
    }
    expect(textsOf(model.requests[2]).slice(1)).toEqual(['One?', '2 messages.', 'Two?', '4 messages.', 'Three?'])
  })

  it('knows nothing of other threads and other owners', async () => {
    const { runtime, another } = world()
    const model = echo()
    await (await runtime.start(direct, 'One?', { model, thread: 'thr_a' })).outcome
    await (await runtime.start(direct, 'Two?', { model, thread: 'thr_b' })).outcome
    await (await another({ owner: 'ada' }).start(direct, 'Three?', { model, thread: 'thr_a' })).outcome
    expect(model.requests.map(({ messages }) => messages.length)).toEqual([2, 2, 2])
  })

  it('gives way to messages that are sent, even to none', async () => {
    const { runtime } = world()
    const model = echo()
    await (await runtime.start(direct, 'One?', { model, thread: 'thr_a' })).outcome
    const sent = { goal: 'Two?', messages: [user('Hi.')] }
    await (await runtime.start(direct, sent, { model, thread: 'thr_a' })).outcome
    await (await runtime.start(direct, { goal: 'Three?', messages: [] }, { model, thread: 'thr_a' })).outcome
    expect(textsOf(model.requests[1]).slice(1)).toEqual(['Hi.', 'Two?'])
    expect(textsOf(model.requests[2]).slice(1)).toEqual(['Three?'])
  })

  it('leaves out turns without an answer, and shows values as JSON', async () => {
    const { runtime } = world()
    const failing = modelOf(() => fails(new Error('down')))
    await (await runtime.start(direct, 'One?', { model: failing, thread: 'thr_a' })).outcome
    const counting = loopOf('counting', async () => ({ answer: { count: 3 } }))
    await (await runtime.start(counting, 'Two?', { model: failing, thread: 'thr_a' })).outcome
    const model = echo()
    await (await runtime.start(direct, 'Three?', { model, thread: 'thr_a' })).outcome
    expect(textsOf(model.requests[0]).slice(1)).toEqual(['Two?', '{"count":3}', 'Three?'])
  })
})
