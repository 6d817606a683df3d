import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  behind,
  factsOf,
  factsOfType,
  gate,
  loopOf,
  search,
  stepPaths,
  textsOf,
  told,
  world,
} from '../../../../test/support/kernel.ts'
import { planExecute } from '../loops/plan-execute/loop.ts'
import { react } from '../loops/react.ts'
import { reflexion } from '../loops/reflexion.ts'
import { system, textOf, user } from '../messages.ts'
import { calls, modelOf, says, scripted, scriptedModel } from '../testing/scripted-model.ts'
import { defineTool } from '../tools/tool.ts'
import { promptAt } from './prompt-text.ts'

const look = (query: string) => calls('search', { query })

/** A finished session of react: two looks, one answer. */
async function finished() {
  const here = world()
  const model = scriptedModel(look('a'), look('b'), says('Done.'))
  const session = await here.runtime.start(react, 'Look.', { model, tools: [search] })
  await session.outcome
  return { ...here, session, model }
}

const other = (...turns: Parameters<typeof scripted>[0]) => scripted(turns, { id: 'test/other' })

describe('a fork', () => {
  it('keeps the steps up to the one named by its path, and goes on from there', async () => {
    const { runtime, session } = await finished()
    const model = other(says('Otherwise.'))
    const fork = await session.fork({ at: 'act#1[0]', model })
    expect(await fork.outcome).toMatchObject({ outcome: 'answered', answer: 'Otherwise.' })
    expect(await stepPaths(runtime, fork.id)).toEqual(['think#1', 'act#1[0]', 'think#2'])
    expect(model.requests).toHaveLength(1)
    expect(model.requests[0]?.messages.at(-1)?.parts[0]).toMatchObject({ text: 'Found a.' })
  })

  it('keeps the steps up to the one named by its seq', async () => {
    const { runtime, session } = await finished()
    const [, , act] = await factsOf(runtime, session.id)
    expect(act?.path).toBe('act#1[0]')
    const fork = await session.fork({ at: act?.seq ?? 0, model: other(says('Otherwise.')) })
    expect(await fork.outcome).toMatchObject({ answer: 'Otherwise.' })
    expect(await stepPaths(runtime, fork.id)).toEqual(['think#1', 'act#1[0]', 'think#2'])
  })

  it('was begun by whoever forked, not by who began its source', async () => {
    const here = world()
    const model = scriptedModel(says('Done.'), says('Done.'), says('Done.'))
    const session = await here.runtime.start(react, 'Look.', { model, by: 'key:ann' })
    await session.outcome
    const begunBy = async (options: { readonly by?: string }) => {
      const fork = await session.fork({ at: 'think#1', ...options })
      return (await here.runtime.read(fork.id)).view.definition?.by
    }
    expect(await begunBy({ by: 'key:bob' })).toBe('key:bob')
    expect(await begunBy({})).toBeUndefined()
  })

  it('never touches its source', async () => {
    const { runtime, store, session } = await finished()
    const before = JSON.stringify([(await runtime.read(session.id)).rows, await store.sessions.get(session.id)])
    await (await session.fork({ at: 'think#1', model: other(says('Otherwise.')), steer: 'Be brief.' })).outcome
    expect(JSON.stringify([(await runtime.read(session.id)).rows, await store.sessions.get(session.id)])).toBe(before)
  })

  it('tells where it comes from, and numbers its facts anew', async () => {
    const { runtime, session } = await finished()
    const fork = await session.fork({ at: 'act#1[0]', model: other(says('x')) })
    await fork.outcome
    const { view, rows } = await runtime.read(fork.id)
    expect(view.definition?.fork).toEqual({ session: session.id, at: 3, allowOnce: false })
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1))
    expect(await runtime.verify(fork.id)).toMatchObject({ ok: true })
  })

  it('has the model of its source when none is given', async () => {
    const here = world()
    const model = modelOf(({ messages }) => (messages.length < 4 ? look('a') : says('Done.')))
    const session = await here.runtime.start(react, 'Look.', { model, tools: [search] })
    await session.outcome
    const fork = await session.fork({ at: 'think#1' })
    expect(await fork.outcome).toMatchObject({ answer: 'Done.' })
    expect(model.requests).toHaveLength(3)
  })

  it('keeps the loops inside of its source, and what is not named of their settings', async () => {
    const { runtime } = world({ loops: [reflexion, planExecute, react] })
    const inner = { loop: 'plan-execute', config: { maxSteps: 6 } }
    const model = modelOf(() => says('Done.'))
    const session = await runtime.start(reflexion, 'Go.', { model, config: { inner, maxReflections: 0 } })
    await session.outcome
    const fork = await session.fork({ at: 1, config: { inner: { config: { parallel: false } } } })
    expect((await runtime.read(fork.id)).view.definition?.config).toMatchObject({
      maxReflections: 0,
      inner: { loop: 'plan-execute', config: { maxSteps: 6, parallel: false } },
    })
    await fork.outcome
  })

  it('keeps the settings of a loop that stands by default inside of a loop inside', async () => {
    const { runtime } = world({ loops: [reflexion, planExecute, react] })
    const inner = { loop: 'plan-execute', config: { step: { config: { maxIterations: 4 } } } }
    const model = modelOf(() => says('Done.'))
    const session = await runtime.start(reflexion, 'Go.', { model, config: { inner, maxReflections: 0 } })
    await session.outcome
    const fork = await session.fork({ at: 1, config: { inner: { config: { step: { loop: 'react' } } } } })
    expect((await runtime.read(fork.id)).view.definition?.config).toMatchObject({
      inner: { loop: 'plan-execute', config: { step: { loop: 'react', config: { maxIterations: 4 } } } },
    })
    await fork.outcome
  })

  it('may have another config, and other instructions', async () => {
    const { runtime, session } = await finished()
    const model = other(says('At the limit.'))
    const fork = await session.fork({ at: 'act#1[0]', model, config: { maxIterations: 1 }, instructions: 'Be brief.' })
    expect(await fork.outcome).toMatchObject({ outcome: 'limit:turns', answer: 'At the limit.' })
    expect(await stepPaths(runtime, fork.id)).toEqual(['think#1', 'act#1[0]', 'answer#1'])
    expect(textsOf(model.requests[0])).toContain('Be brief.')
  })

  it('is given guidance for its first request', async () => {
    const { session } = await finished()
    const model = other(look('c'), says('x'))
    await (await session.fork({ at: 'act#1[0]', model, steer: 'Look at the second page.' })).outcome
    expect(model.requests.map((request) => textsOf(request).at(-1))).toEqual([
      '[USER GUIDANCE] Look at the second page.',
      '',
    ])
  })

  it('needs only path and kind of what it inherits: other prompts before are no drift', async () => {
    const { runtime, session } = await finished()
    const changed = {
      ...react,
      run: ((ctx, task, config) => react.run(ctx, { ...task, goal: 'Changed.' }, config)) as typeof react.run,
    }
    const again = await runtime.start(changed, 'Look.', { model: scriptedModel(says('x')) })
    await again.outcome
    const fork = await session.fork({ at: 'act#1[0]', model: other(says('Otherwise.')) })
    await fork.outcome
    expect(await factsOfType(runtime, fork.id, 'drift')).toEqual([])
  })

  it('is refused where chains side by side on one ctx may have changed places', async () => {
    const chains = loopOf('chains', async (ctx) => {
      const chain = async (name: string) => {
        const messages = [user(name)]
        messages.push((await ctx.generate(messages)).message)
        return (await ctx.generate([...messages, user(`${name} again`)])).text
      }
      return (await Promise.all([chain('a'), chain('b')])).join()
    })
    const slow = gate()
    const { runtime } = world()
    const model = modelOf(async ({ messages }) => {
      const asked = textOf(messages.at(-1) ?? user(''))
      if (asked === 'a') await slow.pass()
      if (asked === 'b again') slow.open()
      return says(asked)
    })
    const session = await runtime.start(chains, 'Go.', { model })
    expect(await session.outcome).toMatchObject({ answer: 'a again,b again' })
    const fork = await session.fork({ at: 'generate#4' })
    await expect(fork.outcome).rejects.toMatchObject({ code: 'journal-mismatch' })
  })

  it('leaves behind what people did to its source, except what they added to its prompts', async () => {
    const here = world()
    const held = gate()
    const model = scriptedModel(behind(held, look('a')), look('b'), says('Done.'))
    const session = await here.runtime.start(react, 'Look.', { model, tools: [search] })
    await held.isReached
    await told(session.addContext('It is late.'))
    await told(session.steer('Be brief.'))
    await told(session.pause())
    held.open()
    await session.idle()
    await session.resume()
    await session.outcome

    const forked = other(says('Otherwise.'))
    const fork = await session.fork({ at: 'act#1[0]', model: forked })
    expect(await fork.outcome).toMatchObject({ answer: 'Otherwise.' })
    expect(textsOf(forked.requests[0])).toContain('[CONTEXT] It is late.')
    expect(textsOf(forked.requests[0]).join()).not.toContain('Be brief.')
    expect(await here.store.interventions.list(fork.id)).toEqual([])
  })

  it('may be forked again', async () => {
    const { runtime, session } = await finished()
    const fork = await session.fork({ at: 'act#1[0]', model: other(look('c'), says('Otherwise.')) })
    await fork.outcome
    const second = await fork.fork({ at: 'act#2[0]', model: scripted([says('Thirdly.')], { id: 'test/third' }) })
    expect(await second.outcome).toMatchObject({ answer: 'Thirdly.' })
    expect(await stepPaths(runtime, second.id)).toEqual(['think#1', 'act#1[0]', 'think#2', 'act#2[0]', 'think#3'])
  })

  it('may cut into a child loop and into the branches of a map', async () => {
    const { runtime } = world()
    const parent = loopOf('parent', async (ctx) => {
      const ends = await ctx.map(['a', 'b'], (item, branch) => branch.runLoop(react, item))
      return ends.map(({ answer }) => answer)
    })
    const model = modelOf(({ messages }) =>
      messages.length < 4 ? look(textsOf({ messages }).at(-1) ?? '') : says('old'),
    )
    const session = await runtime.start(parent, 'Go.', { model, tools: [search] })
    await session.outcome
    const fork = await session.fork({
      at: 'map#1[1]/runLoop#1/react/act#1[0]',
      model: modelOf(() => says('new'), { id: 'test/new' }),
    })
    expect((await fork.outcome).answer).toEqual(['new', 'new'])
  })

  it('shows its prompts whole, though its source is gone', async () => {
    const here = world()
    const wordy = loopOf('wordy', async (ctx) => {
      const messages = [system('s'.repeat(5_000)), user('?')]
      messages.push((await ctx.generate(messages)).message, user('!'))
      return (await ctx.generate(messages)).text
    })
    const session = await here.runtime.start(wordy, 'Go.', { model: scriptedModel(says('a'), says('b')) })
    await session.outcome
    const model = other(says('c'))
    const fork = await session.fork({ at: 'generate#1', model })
    await fork.outcome
    await here.store.sessions.remove([session.id])
    const { rows } = await here.runtime.read(fork.id)
    const prompt = await promptAt(rows, 'generate#2', { payload: (address) => here.store.payloads.get(address) })
    expect(JSON.parse(JSON.stringify(prompt))).toEqual(JSON.parse(JSON.stringify(model.requests[0]?.messages)))
  })

  it('counts what it inherited against its budget, and has one of its own when given', async () => {
    const { session } = await finished()
    const tight = await session.fork({ at: 'act#1[0]', model: other(says('x')), budget: { modelCalls: 2 } })
    expect(await tight.outcome).toMatchObject({ outcome: 'limit:calls', usage: { modelCalls: 2 } })
  })
})

describe('a tool that must not be repeated, in a fork', () => {
  function letters() {
    const sent: string[] = []
    const send = defineTool({
      name: 'send',
      description: 'Sends a letter.',
      input: z.object({ to: z.string() }),
      run: ({ to }) => {
        sent.push(to)
        return `Sent to ${to}.`
      },
    })
    return { send, sent }
  }

  async function sentTo(to: string) {
    const { send, sent } = letters()
    const here = world()
    const model = scriptedModel(calls('send', { to }), says('Done.'))
    const session = await here.runtime.start(react, 'Write.', { model, tools: [send] })
    await session.outcome
    return { ...here, session, sent }
  }

  it('answers with the result that was recorded', async () => {
    const { runtime, session, sent } = await sentTo('ada')
    const model = other(says('x'))
    const fork = await session.fork({ at: 'think#1', model })
    expect(await fork.outcome).toMatchObject({ answer: 'x', usage: { toolCalls: 0 } })
    expect(sent).toEqual(['ada'])
    expect(model.requests[0]?.messages.at(-1)?.parts[0]).toMatchObject({ text: 'Sent to ada.' })
    const [, act] = await factsOfType(runtime, fork.id, 'step.finished')
    expect(act?.data).toMatchObject({ stubbed: true })
  })

  it.each([
    ['approve', ['ada', 'grace'], 'Sent to grace.'],
    ['reject', ['ada'], 'Not run: this is a fork, and a person kept `send` from running again.'],
  ])('asks a person when there is no such result: %s', async (answer, letters, text) => {
    const { session, sent } = await sentTo('ada')
    const model = other(calls('send', { to: 'grace' }), says('x'))
    const fork = await session.fork({ at: 'act#1[0]', model })
    expect(await fork.idle()).toBe('waiting')
    await fork.answer(answer)
    await fork.outcome
    expect(sent).toEqual(letters)
    expect(model.requests[1]?.messages.at(-1)?.parts[0]).toMatchObject({ text })
  })

  it('answers in a fork of a fork with the result that was recorded, too', async () => {
    const { session, sent } = await sentTo('ada')
    const fork = await session.fork({ at: 'think#1', model: other(says('x')) })
    await fork.outcome
    const again = await fork.fork({ at: 'think#1', model: other(says('y')) })
    expect(await again.outcome).toMatchObject({ answer: 'y', usage: { toolCalls: 0 } })
    expect(sent).toEqual(['ada'])
  })

  it('runs when that was allowed', async () => {
    const { session, sent } = await sentTo('ada')
    const fork = await session.fork({ at: 'think#1', model: other(says('x')), allowOnce: true })
    await fork.outcome
    expect(sent).toEqual(['ada', 'ada'])
  })

  it('is kept with its result when the fork is made at it', async () => {
    const { runtime, session, sent } = await sentTo('ada')
    const fork = await session.fork({ at: 'act#1[0]', model: other(says('x')), allowOnce: true })
    await fork.outcome
    expect(sent).toEqual(['ada'])
    expect(await stepPaths(runtime, fork.id)).toEqual(['think#1', 'act#1[0]', 'think#2'])
  })
})

describe('a fork that cannot be made', () => {
  it.each([
    ['at a step that is not there', { at: 'think#9' }, 'step-unknown'],
    ['at a seq that is not there', { at: 99 }, 'step-unknown'],
    ['with a config that does not fit', { at: 'think#1', config: { maxIterations: 0 } }, 'config-invalid'],
    ['with a budget that is none', { at: 'think#1', budget: { modelCalls: -1 } }, 'budget-invalid'],
    ['with a limit in USD that has no price', { at: 'think#1', budget: { costUsd: 1 } }, 'price-unknown'],
  ])('%s is refused, and nothing is stored', async (_, options, code) => {
    const { runtime, session } = await finished()
    await expect(session.fork(options)).rejects.toMatchObject({ code })
    expect(await runtime.list()).toHaveLength(1)
  })

  it.each([
    ['act#1', 'The session has no step `act#1`: did you mean `act#1[0]`?'],
    [99, 'The session has no step `99`: there are `think#1`, `act#1[0]`, `think#2`, `act#2[0]`, `think#3`.'],
    [
      undefined,
      'A fork needs `at`, the last step that it keeps: there are `think#1`, `act#1[0]`, `think#2`, `act#2[0]`, `think#3`.',
    ],
  ])('at %s is told which steps there are', async (at, message) => {
    const { session } = await finished()
    await expect(session.fork({ at } as never)).rejects.toMatchObject({ code: 'step-unknown', message })
  })

  it('because a tool is not known here is refused, and nothing is stored', async () => {
    const { another, session, model } = await finished()
    const elsewhere = another({ loops: [react as never], models: () => model })
    await expect((await elsewhere.session(session.id)).fork({ at: 'think#1' })).rejects.toMatchObject({
      code: 'tool-unknown',
    })
    expect(await elsewhere.list()).toHaveLength(1)
  })
})
