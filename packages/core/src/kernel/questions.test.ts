import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  equipment,
  factsOfType,
  loopOf,
  reactShapes,
  shapesOf,
  standing,
  told,
  turns,
  world,
} from '../../../../test/support/kernel.ts'
import { react } from '../loops/react.ts'
import { user } from '../messages.ts'
import { calls, callsAll, modelOf, says, scriptedModel } from '../testing/scripted-model.ts'
import { type ApprovalPolicy, defineTool } from '../tools/tool.ts'
import { exitCodeOfPause } from './outcome.ts'

const idle = modelOf(() => says('ok'))

const asking = loopOf('asking', async (ctx) => `You said ${await ctx.askHuman('Which one?', { choices: ['a', 'b'] })}.`)

describe.each(shapesOf(asking))('a question, on $shape', ({ loop, prefix }) => {
  it('makes the session wait until a person answers', async () => {
    const { runtime, store } = world()
    const session = await runtime.start(loop, 'Go.', { model: idle })
    expect(await session.idle()).toBe('waiting')
    const { view } = await runtime.read(session.id)
    expect(view.status).toBe('waiting')
    expect([...view.questions.values()]).toEqual([
      { path: `${prefix}ask#1`, kind: 'question', question: 'Which one?', choices: ['a', 'b'] },
    ])

    await session.answer('b', { by: 'ada' })
    expect(await session.outcome).toMatchObject({ answer: 'You said b.' })
    expect(await standing(store, session.id)).toEqual([`answer applied at ${prefix}ask#1`])
    const [answered] = await factsOfType(runtime, session.id, 'question.answered')
    expect(answered).toMatchObject({ path: `${prefix}ask#1`, data: { text: 'b', by: 'ada' } })
  })
})

describe('a question', () => {
  it('takes none but its choices', async () => {
    const { runtime, store } = world()
    const session = await runtime.start(asking, 'Go.', { model: idle })
    await session.idle()
    await told(session.answer('c'))
    expect(await standing(store, session.id)).toEqual(['answer rejected: not-a-choice: a | b'])
    await session.answer('a')
    expect(await session.outcome).toMatchObject({ answer: 'You said a.' })
  })

  it('is named when several are open', async () => {
    const { runtime, store } = world()
    const two = loopOf('two', async (ctx) => ctx.map(['x', 'y'], (item, branch) => branch.askHuman(`${item}?`)))
    const session = await runtime.start(two, 'Go.', { model: idle })
    await session.idle()
    await told(session.answer('lost'))
    await told(session.answer('second', { question: 'map#1[1]/ask#1' }))
    await session.answer('first', { question: 'map#1[0]/ask#1' })
    expect(await session.outcome).toMatchObject({ answer: ['first', 'second'] })
    expect((await standing(store, session.id))[0]).toBe('answer rejected: question-ambiguous')
  })

  it('that nobody asked cannot be answered', async () => {
    const { runtime, store } = world()
    const session = await runtime.start(asking, 'Go.', { model: idle })
    await session.idle()
    await told(session.answer('a', { question: 'ask#9' }))
    await told(session.approve())
    expect(await standing(store, session.id)).toEqual([
      'answer rejected: no-question',
      'approve rejected: not-an-approval',
    ])
  })

  it('is asked once, though the process dies while it waits', async () => {
    const { runtime, afterCrash } = world()
    const session = await runtime.start(asking, 'Go.', { model: idle })
    await session.idle()
    const later = afterCrash(equipment(asking, idle))
    const resumed = await later.resume(session.id)
    await resumed.idle()
    await resumed.answer('a')
    expect(await resumed.outcome).toMatchObject({ answer: 'You said a.' })
    expect(await factsOfType(later, session.id, 'question.asked')).toHaveLength(1)
  })

  it('makes the command exit with 4, and a pause with 130', () => {
    expect([exitCodeOfPause('waiting'), exitCodeOfPause('paused')]).toEqual([4, 130])
  })
})

function letterTool(approval: ApprovalPolicy) {
  const sent: string[] = []
  const send = defineTool({
    name: 'send',
    description: 'Sends a letter.',
    input: z.object({ to: z.string() }),
    approval,
    run: ({ to }) => {
      sent.push(to)
      return `Sent to ${to}.`
    },
  })
  return { send, sent }
}

describe.each(reactShapes)('an approval, on $shape', ({ loop, prefix }) => {
  it('is asked for before the call, and lets it run', async () => {
    const { runtime } = world()
    const { send, sent } = letterTool('always')
    const model = scriptedModel(calls('send', { to: 'ada' }), says('Done.'))
    const session = await runtime.start(loop, 'Write.', { model, tools: [send] })
    expect(await session.idle()).toBe('waiting')
    expect(sent).toEqual([])
    expect([...(await runtime.read(session.id)).view.questions.values()]).toMatchObject([
      { path: `${prefix}act#1[0]/approve#1`, kind: 'approval', data: { tool: 'send', input: { to: 'ada' } } },
    ])

    await session.approve()
    expect(await session.outcome).toMatchObject({ answer: 'Done.' })
    expect(sent).toEqual(['ada'])
  })

  it('may change the arguments', async () => {
    const { runtime } = world()
    const { send, sent } = letterTool('always')
    const model = scriptedModel(calls('send', { to: 'ada' }), says('Done.'))
    const session = await runtime.start(loop, 'Write.', { model, tools: [send] })
    await session.idle()
    await session.approve({ input: { to: 'grace' } })
    await session.outcome
    expect(sent).toEqual(['grace'])
    expect(model.requests[1]?.messages.at(-1)?.parts[0]).toMatchObject({ text: 'Sent to grace.' })
  })

  it('may be refused with a reason the model reads', async () => {
    const { runtime } = world()
    const { send, sent } = letterTool('always')
    const model = scriptedModel(calls('send', { to: 'ada' }), says('Then not.'))
    const session = await runtime.start(loop, 'Write.', { model, tools: [send] })
    await session.idle()
    await session.reject('She moved.')
    expect(await session.outcome).toMatchObject({ answer: 'Then not.', usage: { toolCalls: 0 } })
    expect(sent).toEqual([])
    expect(model.requests[1]?.messages.at(-1)?.parts[0]).toMatchObject({
      text: 'Not run: a person refused this call of `send`: She moved.',
      error: true,
    })
  })
})

describe('an approval', () => {
  const twice = () => scriptedModel(calls('send', { to: 'ada' }), calls('send', { to: 'grace' }), says('Done.'))

  it('is never asked for by default', async () => {
    const { runtime } = world()
    const { send, sent } = letterTool('never')
    await (await runtime.start(react, 'Write.', { model: twice(), tools: [send] })).outcome
    expect(sent).toEqual(['ada', 'grace'])
  })

  it('of `first-use` is asked for once in a session', async () => {
    const { runtime } = world()
    const { send, sent } = letterTool('first-use')
    const session = await runtime.start(react, 'Write.', { model: twice(), tools: [send] })
    await session.idle()
    await session.approve()
    await session.outcome
    expect(sent).toEqual(['ada', 'grace'])
    expect(await factsOfType(runtime, session.id, 'question.asked')).toHaveLength(1)
  })

  it('of `first-use` is asked for again after a refusal', async () => {
    const { runtime } = world()
    const { send, sent } = letterTool('first-use')
    const session = await runtime.start(react, 'Write.', { model: twice(), tools: [send] })
    await session.idle()
    await told(session.reject())
    await session.idle()
    await session.approve()
    await session.outcome
    expect(sent).toEqual(['grace'])
  })

  it('of `first-use` holds after a restart', async () => {
    const { runtime, afterCrash } = world()
    const { send, sent } = letterTool('first-use')
    const hung = modelOf(async (_, { path }) =>
      path === 'think#1' ? calls('send', { to: 'ada' }) : new Promise(() => {}),
    )
    const session = await runtime.start(react, 'Write.', { model: hung, tools: [send] })
    await session.idle()
    await told(session.approve())
    await turns()
    const later = afterCrash(
      equipment(react as never, scriptedModel(calls('send', { to: 'grace' }), says('Done.')), send),
    )
    await (await later.resume(session.id)).outcome
    expect(sent).toEqual(['ada', 'grace'])
  })

  it('of `always` is asked for each time', async () => {
    const { runtime } = world()
    const { send, sent } = letterTool('always')
    const session = await runtime.start(react, 'Write.', { model: twice(), tools: [send] })
    await session.idle()
    await told(session.approve())
    await session.idle()
    await session.approve()
    await session.outcome
    expect(sent).toEqual(['ada', 'grace'])
  })

  it('of calls made at once is asked for each, and each goes its own way', async () => {
    const { runtime } = world()
    const { send, sent } = letterTool('always')
    const both = callsAll({ tool: 'send', input: { to: 'ada' } }, { tool: 'send', input: { to: 'grace' } })
    const session = await runtime.start(react, 'Write.', { model: scriptedModel(both, says('Done.')), tools: [send] })
    await session.idle()
    await told(session.reject('No.', { question: 'act#1[0]/approve#1' }))
    await session.approve({ question: 'act#1[1]/approve#1' })
    await session.outcome
    expect(sent).toEqual(['grace'])
  })

  it('with arguments that do not fit is rejected by field, and waited for', async () => {
    const { runtime, store } = world()
    const { send, sent } = letterTool('always')
    const model = scriptedModel(calls('send', { to: 'ada' }), says('Done.'))
    const session = await runtime.start(react, 'Write.', { model, tools: [send] })
    await session.idle()
    await told(session.approve({ input: { too: 'grace' } }))
    expect(await standing(store, session.id)).toEqual([expect.stringMatching(/^approve rejected: input-invalid: to: /)])
    expect(await session.idle()).toBe('waiting')
    await session.approve({ input: { to: 'grace' } })
    await session.outcome
    expect(sent).toEqual(['grace'])
  })

  it('that mends another is taken, though nobody had looked at the first', async () => {
    const { runtime, afterCrash, store } = world()
    const { send, sent } = letterTool('always')
    const session = await runtime.start(react, 'Write.', { model: twice(), tools: [send] })
    await session.idle()
    const later = afterCrash(
      equipment(
        react as never,
        modelOf(() => says('Done.')),
        send,
      ),
    )
    // At once: who is taken for dead here hears of what is sent, too, and must not look in between.
    const inputs = [{ too: 'grace' }, { to: 'grace' }, { to: 'lin' }]
    await Promise.all(inputs.map((input) => later.send(session.id, 'approve', { input })))
    await (await later.resume(session.id)).outcome
    expect(sent).toEqual(['grace'])
    expect(await standing(store, session.id)).toEqual([
      expect.stringMatching(/^approve rejected: input-invalid: to: /),
      'approve applied at act#1[0]/approve#1',
      'approve rejected: answered-already',
    ])
  })

  it('with arguments that do not fit is rejected, too, when it came while nobody ran the session', async () => {
    const { runtime, afterCrash, store } = world()
    const { send } = letterTool('always')
    const session = await runtime.start(react, 'Write.', { model: twice(), tools: [send] })
    await session.idle()
    const later = afterCrash(equipment(react as never, idle, send))
    await later.send(session.id, 'approve', { input: { too: 'grace' } })
    const resumed = await later.resume(session.id)
    expect(await resumed.idle()).toBe('waiting')
    expect(await standing(store, session.id)).toEqual([expect.stringMatching(/^approve rejected: input-invalid: to: /)])
    await resumed.abort()
  })

  it('that came before the process died is not asked for again', async () => {
    const { runtime, afterCrash } = world()
    const { send } = letterTool('always')
    const hung = defineTool({
      ...send,
      input: z.object({ to: z.string() }),
      effect: 'idempotent',
      run: () => new Promise(() => {}),
    })
    const model = scriptedModel(calls('send', { to: 'ada' }), says('Done.'))
    const session = await runtime.start(react, 'Write.', { model, tools: [hung] })
    await session.idle()
    await told(session.approve())
    const later = afterCrash(equipment(react as never, scriptedModel(says('Done.')), send))
    expect(await (await later.resume(session.id)).outcome).toMatchObject({ answer: 'Done.' })
    expect(await factsOfType(later, session.id, 'question.asked')).toHaveLength(1)
  })
})

describe('a tool that asks nobody', () => {
  it('holds no question open while it runs', async () => {
    const { runtime } = world()
    const plain = loopOf('plain', async (ctx) => (await ctx.generate([user('x')])).text)
    const session = await runtime.start(plain, 'Go.', { model: idle })
    await session.outcome
    expect(await factsOfType(runtime, session.id, 'question.asked')).toEqual([])
  })
})
