import { describe, expect, it } from 'vitest'
import { stepPaths, textsOf, world } from '../../../../test/support/kernel.ts'
import { assistant, user } from '../messages.ts'
import { inMemoryMemory } from '../testing/memory-ports.ts'
import { says, scriptedModel } from '../testing/scripted-model.ts'
import { direct } from './direct.ts'

describe('direct', () => {
  it('makes one call: the conversation in, the answer out', async () => {
    const { runtime } = world()
    const model = scriptedModel(says('Fine.'))
    const task = { goal: 'How are you?', messages: [user('Hi.'), assistant('Hello.')] }
    const session = await runtime.start(direct, task, { model })
    expect(await session.outcome).toMatchObject({
      outcome: 'answered',
      answer: 'Fine.',
      details: { stop: 'answered' },
      usage: { modelCalls: 1 },
    })
    expect(textsOf(model.requests[0])).toEqual([
      'Answer the user. If you do not know, say so.',
      'Hi.',
      'Hello.',
      'How are you?',
    ])
  })

  it('puts so many memories before the conversation', async () => {
    const memory = inMemoryMemory()
    for (const text of ['Ada likes tea.', 'Bob likes coffee.', 'The moon is far.']) {
      await memory.remember({ text }, { owner: 'local', session: 's', key: text })
    }
    const { runtime } = world({ memory })
    const model = scriptedModel(says('Tea.'))
    const session = await runtime.start(direct, 'What does Ada like?', { model, config: { memories: 1 } })
    await session.outcome
    expect(textsOf(model.requests[0])[1]).toBe(
      'What is remembered from earlier:\n<untrusted from="memory">\n- Ada likes tea.\n</untrusted>',
    )
    expect(model.requests[0]?.messages[1]?.role).toBe('user')
    expect(await stepPaths(runtime, session.id)).toEqual(['recall#1', 'answer#1'])
  })

  it('says nothing of memories when there are none', async () => {
    const { runtime } = world({ memory: inMemoryMemory() })
    const model = scriptedModel(says('Tea.'))
    await (await runtime.start(direct, 'What?', { model, config: { memories: 3 } })).outcome
    expect(model.requests[0]?.messages).toHaveLength(2)
  })

  it('leaves thinking out of the answer', async () => {
    const { runtime } = world()
    const session = await runtime.start(direct, 'What?', { model: scriptedModel(says('<think>hm</think>Tea.')) })
    expect(await session.outcome).toMatchObject({ answer: 'Tea.' })
  })

  it.each(['', ' \n '])('does not take the empty reply %j for an answer', async (empty) => {
    const { runtime } = world()
    const session = await runtime.start(direct, 'What?', { model: scriptedModel(says(empty)) })
    expect(await session.outcome).toMatchObject({
      outcome: 'stuck:unreadable',
      answer: null,
      details: { stop: 'unreadable' },
    })
  })

  it.each([
    ['with what there is of it', 'The answer is', 'The answer is'],
    ['without an answer when there is nothing of it', '<think>hm', null],
  ])('ends a reply that was cut off %s', async (_, text, answer) => {
    const { runtime } = world()
    const session = await runtime.start(direct, 'What?', { model: scriptedModel({ text, finish: 'length' }) })
    expect(await session.outcome).toMatchObject({
      outcome: 'limit:tokens',
      answer,
      gap: 'The reply was cut off: it reached the most tokens that a reply may have.',
      details: { stop: 'cut-off' },
    })
  })

  it('offers no tools', async () => {
    const { runtime } = world()
    const model = scriptedModel(says('Tea.'))
    await (await runtime.start(direct, 'What?', { model })).outcome
    expect(model.requests[0]?.tools).toBeUndefined()
  })
})
