/** A tool that a person approves with its first use, called several times at once. */
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  behind,
  equipment,
  factsOfType,
  gate,
  loopOf,
  shapesOf,
  standing,
  told,
  turns,
  world,
} from '../../../../test/support/kernel.ts'
import type { Loop, Runtime } from '../index.ts'
import { user } from '../messages.ts'
import { modelOf, says } from '../testing/scripted-model.ts'
import { defineTool } from '../tools/tool.ts'

/** Sends letters, and tells to whom. */
function letters() {
  const sent: string[] = []
  const send = defineTool({
    name: 'send',
    description: 'Sends a letter.',
    input: z.object({ to: z.string() }),
    approval: 'first-use',
    effect: 'idempotent',
    run: ({ to }) => {
      sent.push(to)
      return `Sent to ${to}.`
    },
  })
  return { send, sent }
}

const callTo = (to: string) => ({ type: 'tool-call', id: to, tool: 'send', input: { to } }) as const

const writing = loopOf('writing', async (ctx) => {
  const messages = await ctx.callTools(['ada', 'bob', 'eve'].map(callTo), { label: 'act' })
  return messages.flatMap(({ parts }) => parts).map((part) => (part.type === 'tool-result' ? part.text : ''))
})

const model = modelOf(() => says('model'))

async function openQuestions(runtime: Runtime, id: string): Promise<readonly string[]> {
  return [...(await runtime.read(id)).view.questions.keys()]
}

async function asked(runtime: Runtime, id: string): Promise<readonly (string | undefined)[]> {
  return (await factsOfType(runtime, id, 'question.asked')).map(({ path }) => path)
}

describe.each(shapesOf(writing))('a first use in several calls at once, on $shape', ({ loop, prefix }) => {
  it('is asked for once: the others wait for the answer', async () => {
    const { runtime } = world()
    const { send, sent } = letters()
    const session = await runtime.start(loop, 'Write.', { model, tools: [send] })
    expect(await session.idle()).toBe('waiting')
    expect(await openQuestions(runtime, session.id)).toEqual([`${prefix}act#1[0]/approve#1`])
    await session.approve()
    expect(await session.outcome).toMatchObject({ answer: ['Sent to ada.', 'Sent to bob.', 'Sent to eve.'] })
    expect(sent).toEqual(['ada', 'bob', 'eve'])
    expect(await asked(runtime, session.id)).toEqual([`${prefix}act#1[0]/approve#1`])
    expect((await runtime.replay(session.id)).isEqual).toBe(true)
  })

  it('is asked for by the next call when the first is refused', async () => {
    const { runtime } = world()
    const { send, sent } = letters()
    const session = await runtime.start(loop, 'Write.', { model, tools: [send] })
    await session.idle()
    await told(session.reject('Not her.'))
    await session.idle()
    expect(await openQuestions(runtime, session.id)).toEqual([`${prefix}act#1[1]/approve#1`])
    await session.approve()
    expect(await session.outcome).toMatchObject({
      answer: ['Not run: a person refused this call of `send`: Not her.', 'Sent to bob.', 'Sent to eve.'],
    })
    expect(sent).toEqual(['bob', 'eve'])
  })

  it('stays the question of the same call when the process dies', async () => {
    const { runtime, afterCrash } = world()
    const { send, sent } = letters()
    const session = await runtime.start(loop, 'Write.', { model, tools: [send] })
    await session.idle()
    const later = afterCrash(equipment(loop, model, send))
    const resumed = await later.resume(session.id)
    await resumed.idle()
    await resumed.approve()
    expect(await resumed.outcome).toMatchObject({ answer: ['Sent to ada.', 'Sent to bob.', 'Sent to eve.'] })
    expect(sent).toEqual(['ada', 'bob', 'eve'])
    expect(await asked(later, session.id)).toEqual([`${prefix}act#1[0]/approve#1`])
  })

  it('is answered while nobody runs the session', async () => {
    const { runtime, clock } = world()
    const { send, sent } = letters()
    const session = await runtime.start(loop, 'Write.', { model, tools: [send] })
    await session.idle()
    await clock.advance(30_000)
    await session.approve()
    await session.outcome
    expect(sent).toEqual(['ada', 'bob', 'eve'])
    expect(await asked(runtime, session.id)).toHaveLength(1)
  })

  it('ends with a finish: no call is made, and nobody waits', async () => {
    const { runtime, store } = world()
    const { send, sent } = letters()
    const session = await runtime.start(loop, 'Write.', { model, tools: [send] })
    await session.idle()
    await session.finish()
    expect(await session.outcome).toMatchObject({ outcome: 'answered', answer: 'model' })
    expect(sent).toEqual([])
    expect(await standing(store, session.id)).toEqual([expect.stringContaining(`finish applied at ${prefix}act#1[`)])
    const told = (await factsOfType(runtime, session.id, 'step.failed')).map(({ path }) => path)
    expect(told.sort()).toEqual(
      ['act#1[0]', 'act#1[0]/approve#1', 'act#1[1]', 'act#1[2]'].map((path) => `${prefix}${path}`),
    )
    expect((await runtime.replay(session.id)).isEqual).toBe(true)
  })
})

describe('a first use', () => {
  /** Two branches; on replay the second is at its call before the first, which asked. */
  function uneven(): Loop {
    return loopOf('uneven', async (ctx) =>
      ctx.map(['ada', 'bob'], async (to, branch) => {
        const thoughts = to === 'ada' ? 3 : 1
        for (let n = 0; n < thoughts; n++) await branch.generate([user(to)])
        await branch.callTools([callTo(to)], { label: 'act' })
        return to
      }),
    )
  }

  it('is not asked for twice when another call gets there first on replay', async () => {
    const loop = uneven()
    const { runtime, afterCrash } = world()
    const { send, sent } = letters()
    const held = gate()
    const slow = modelOf((_, { path }) => (path.startsWith('map#1[1]') ? behind(held, says('b'))() : says('a')))
    const session = await runtime.start(loop, 'Write.', { model: slow, tools: [send] })
    await held.isReached
    await turns()
    expect(await asked(runtime, session.id)).toEqual(['map#1[0]/act#1[0]/approve#1'])
    held.open()
    await session.idle()

    const later = afterCrash(equipment(loop, model, send))
    const resumed = await later.resume(session.id)
    await resumed.idle()
    await resumed.approve()
    expect(await resumed.outcome).toMatchObject({ answer: ['ada', 'bob'] })
    expect([...sent].sort()).toEqual(['ada', 'bob'])
    expect(await asked(later, session.id)).toEqual(['map#1[0]/act#1[0]/approve#1'])
  })

  it('is asked for by another call when the one that asked is over without its answer', async () => {
    const { runtime, store, clock, another, afterCrash } = world()
    const { send, sent } = letters()
    const session = await runtime.start(writing, 'Write.', { model, tools: [send] })
    await session.idle()
    await clock.runUntil(runtime.close({ keepStore: true }))
    await (await another().session(session.id)).override({ result: 'By hand.', path: 'act#1[0]' })

    const later = afterCrash(equipment(writing, model, send))
    const resumed = await later.resume(session.id)
    await resumed.idle()
    expect(await openQuestions(later, session.id)).toEqual(['act#1[1]/approve#1'])
    await resumed.approve()
    expect(await resumed.outcome).toMatchObject({ answer: ['By hand.', 'Sent to bob.', 'Sent to eve.'] })
    expect(sent).toEqual(['bob', 'eve'])
    expect(await standing(store, session.id)).toEqual([
      'override applied at act#1[0]',
      'approve applied at act#1[1]/approve#1',
    ])
  })

  it.each([
    ['approved with other arguments', { input: { to: 'grace' } }, ['grace']],
    ['approved', {}, ['ada']],
  ])('%s is made so though the process dies before it ended', async (_, approval, expected) => {
    const one = loopOf('one', async (ctx) => (await ctx.callTools([callTo('ada')])).length)
    const { runtime, afterCrash } = world()
    const { send, sent } = letters()
    const hung = { ...send, run: () => new Promise(() => {}) }
    const session = await runtime.start(one, 'Write.', { model, tools: [hung] })
    await session.idle()
    await told(session.approve(approval))
    await (await afterCrash(equipment(one, model, send)).resume(session.id)).outcome
    expect(sent).toEqual(expected)
  })
})
