import { memoryStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { behind, gate, loopOf, standing, told, turns, world } from '../../../../test/support/kernel.ts'
import { react } from '../loops/react.ts'
import { user } from '../messages.ts'
import type { Store } from '../ports/store.ts'
import { callsAll, modelOf, says, scriptedModel } from '../testing/scripted-model.ts'
import { defineTool } from '../tools/tool.ts'

const asking = loopOf('asking', async (ctx) => ctx.askHuman('Which one?', { choices: ['a', 'b'] }))
const model = modelOf(() => says('x'))

const pay = defineTool({
  name: 'pay',
  description: 'Pays.',
  input: z.object({ what: z.string() }),
  approval: 'always',
  run: ({ what }) => `Paid ${what}.`,
})

describe('the questions of a session', () => {
  it('are those that are open, with what is needed to answer them', async () => {
    const { runtime } = world()
    const session = await runtime.start(asking, 'Go.', { model })
    await session.idle()
    expect(await session.questions()).toEqual([
      { path: 'ask#1', kind: 'question', question: 'Which one?', choices: ['a', 'b'] },
    ])
    await session.answer('b')
    await session.outcome
    expect(await session.questions()).toEqual([])
  })

  it('are each answered by its path, when there are several', async () => {
    const { runtime } = world()
    const both = callsAll({ tool: 'pay', input: { what: 'rent' } }, { tool: 'pay', input: { what: 'debt' } })
    const session = await runtime.start(react, 'Pay.', { model: scriptedModel(both, says('Done.')), tools: [pay] })
    await session.idle()
    const questions = await session.questions()
    expect(questions).toMatchObject([
      { path: 'act#1[0]/approve#1', kind: 'approval', data: { tool: 'pay', input: { what: 'rent' } } },
      { path: 'act#1[1]/approve#1', kind: 'approval', data: { tool: 'pay', input: { what: 'debt' } } },
    ])
    await session.approve({ question: 'act#1[0]/approve#1' })
    await session.reject('Too much.', { question: 'act#1[1]/approve#1' })
    expect(await session.outcome).toMatchObject({ outcome: 'answered', usage: { toolCalls: 1 } })
  })

  it('are the same for a parked session and in another process', async () => {
    const { runtime, clock, another } = world()
    const session = await runtime.start(asking, 'Go.', { model })
    await session.idle()
    await clock.advance(30_000)
    const outside = await another().session(session.id)
    expect(await outside.questions()).toMatchObject([{ path: 'ask#1' }])
  })
})

describe('`runtime.resume`', () => {
  it('leaves nothing behind on a session that waits for a person here', async () => {
    const { runtime, store } = world()
    const session = await runtime.start(asking, 'Go.', { model })
    await session.idle()
    const resumed = await runtime.resume(session.id)
    expect(await standing(store, session.id)).toEqual([])
    expect(await resumed.idle()).toBe('waiting')
    await resumed.answer('b')
    expect(await resumed.outcome).toMatchObject({ answer: 'b' })
  })

  it('lifts a pause of a session that is here, though it has not noticed it yet', async () => {
    let tell: (session: string) => void = () => {}
    const store: Store = {
      ...memoryStore(),
      onChange: (listener) => {
        tell = listener
        return () => {}
      },
    }
    const { runtime } = world({ store })
    const held = gate()
    const slow = scriptedModel(behind(held, says('x')), says('Done.'))
    const twice = loopOf('twice', async (ctx) => {
      await ctx.generate([user('a')])
      return (await ctx.generate([user('b')])).text
    })
    const session = await runtime.start(twice, 'Go.', { model: slow })
    await held.isReached
    await session.pause()
    await runtime.resume(session.id)
    tell(session.id)
    await turns()
    expect(await standing(store, session.id)).toEqual([
      'pause applied at the beginning',
      'resume applied at the beginning',
    ])
    held.open()
    expect(await session.outcome).toMatchObject({ answer: 'Done.' })
  })

  it('lifts the pause of a session that is also asked something', async () => {
    const { runtime } = world()
    const session = await runtime.start(asking, 'Go.', { model })
    await session.idle()
    await told(session.pause())
    await runtime.resume(session.id)
    await session.answer('b')
    expect(await session.outcome).toMatchObject({ answer: 'b' })
  })
})

describe('a session that is resumed while it is held here', () => {
  it('is no longer idle', async () => {
    const { runtime } = world()
    const held = gate()
    const pausing = loopOf('pausing', async (ctx) => {
      await ctx.generate([user('One.')])
      return (await ctx.generate([user('Two.')])).text
    })
    const session = await runtime.start(pausing, 'Go.', { model: scriptedModel(behind(held, says('1')), says('2')) })
    await held.isReached
    await told(session.pause())
    held.open()
    expect(await session.idle()).toBe('paused')
    await runtime.resume(session.id)
    expect(await session.idle()).toBe('ended')
  })
})
