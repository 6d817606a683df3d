import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  behind,
  equipment,
  factsOfType,
  gate,
  loopOf,
  search,
  told,
  type World,
  world,
} from '../../../../test/support/kernel.ts'
import { GyreError } from '../errors.ts'
import type { StartOptions } from '../index.ts'
import type { Loop } from '../kernel/loop.ts'
import { cot } from '../loops/cot.ts'
import { react } from '../loops/react.ts'
import { type Message, system, user } from '../messages.ts'
import { reactGrammar } from '../parsing/react-grammar.ts'
import type { Model, ModelRequest } from '../ports/model.ts'
import { calls, callsAll, fails, modelOf, type ScriptedTurn, says, scripted } from '../testing/scripted-model.ts'
import { defineTool } from '../tools/tool.ts'
import { type PromptSources, promptAt } from './prompt-text.ts'

type Sent = Map<string, ModelRequest>

/** A model that notes the last request of each path. */
function noting(model: Model): Model & { readonly sent: Sent } {
  const sent: Sent = new Map()
  return {
    ...model,
    sent,
    stream(request, call) {
      sent.set(call.path, request)
      return model.stream(request, call)
    },
  }
}

/** Runs a loop and compares every prompt that was sent with what the journal gives back. */
async function check(loop: Loop, model: Model & { readonly sent: Sent }, options: StartOptions = {}, here = world()) {
  const session = await here.runtime.start(loop, 'Look.', { model, tools: [search], ...options })
  await session.outcome
  await expectAll(here, session.id, model.sent)
  return { ...here, session }
}

async function expectAll({ runtime, store }: World, id: string, sent: Sent, more: Partial<PromptSources> = {}) {
  const { rows } = await runtime.read(id)
  expect(sent.size).toBeGreaterThan(0)
  for (const [path, { messages }] of sent) {
    const rebuilt = await promptAt(rows, path, { payload: (address) => store.payloads.get(address), ...more })
    expect(JSON.parse(JSON.stringify(rebuilt))).toEqual(JSON.parse(JSON.stringify(messages)))
  }
}

const script = (turns: readonly ScriptedTurn[], options = {}) => noting(scripted(turns, options))
const look = calls('search', { query: 'x' }, 'I look.')

describe('the prompt at a path', () => {
  it('is what react sent, turn by turn', async () => {
    const both = callsAll({ tool: 'search', input: { query: 'y' } }, { tool: 'nothing', input: {} })
    const model = script([{ ...look, reasoning: 'Hm.' }, both, says('Done.')])
    await check(react as never, model, { instructions: 'Be brief.' })
    expect([...model.sent.keys()]).toEqual(['think#1', 'think#2', 'think#3'])
  })

  it('is what react sent for its last answer when its turns ran out', async () => {
    await check(react as never, script([look, says('Enough.')]), { config: { maxIterations: 1 } })
  })

  it('is what every branch of a map sent', async () => {
    const model = noting(modelOf((_, { path }) => says(`FINAL ANSWER: ${path}`)))
    await check(cot as never, model, { config: { samples: 4 } })
    expect(model.sent.size).toBe(4)
  })

  it('is what loops inside of loops sent, with instructions of their own', async () => {
    const parent = loopOf('parent', async (ctx) => {
      const messages: Message[] = [system('s'), user('first')]
      const reply = await ctx.generate(messages)
      messages.push(reply.message)
      await ctx.map(['a', 'b'], async (item, branch) => {
        const own = [...messages, user(item)]
        own.push((await branch.generate(own)).message)
        await branch.runLoop(react, { goal: item, messages: own, files: [] }, { instructions: `Mind ${item}.` })
        await branch.runLoop(react, item, { instructions: '' })
        await branch.generate(own)
      })
      return (await ctx.generate([...messages, user('last')])).text
    })
    const model = noting(modelOf(({ messages }) => (messages.length < 4 ? look : says('Done.'))))
    await check(parent, model, { instructions: 'Be brief.' })
    expect(model.sent.size).toBeGreaterThan(10)
  })

  it('is what was sent to be repaired, and what was asked for as an object', async () => {
    const typed = loopOf('typed', async (ctx) => {
      const value = await ctx.generateObject(z.object({ n: z.number() }), [user('?')], { role: 'judge' })
      return value
    })
    await check(typed, script([says('no'), says('{"n":1}')]), { instructions: 'Be brief.' })
  })

  it('is what a tool asked', async () => {
    const sum = defineTool({
      name: 'sum',
      description: 'Sums up.',
      input: z.object({}),
      run: async (_, { generate }) => (await generate([user('Sum up.')])).text,
    })
    await check(react as never, script([calls('sum'), says('Short.'), says('Done.')]), { tools: [sum] })
  })

  it('holds messages that are large, too, though they are stored apart', async () => {
    const long = system('s'.repeat(5_000))
    const wordy = loopOf('wordy', async (ctx) => {
      const messages = [long, user('u'.repeat(20_000))]
      messages.push((await ctx.generate(messages)).message, user('v'.repeat(2_000)))
      return (await ctx.generate(messages)).text
    })
    await check(wordy, script([says('r'.repeat(30_000)), says('Done.')]))
  })

  it('holds what people said meanwhile, from when they said it', async () => {
    const here = world()
    const held = [gate(), gate()]
    const model = script([behind(held[0]!, look), behind(held[1]!, calls('search', { query: 'y' })), says('Done.')])
    const session = await here.runtime.start(react, 'Look.', { model, tools: [search], instructions: 'Be brief.' })
    await held[0]?.isReached
    await told(session.steer('Look twice.'))
    await told(session.addContext('It is late.'))
    held[0]?.open()
    await held[1]?.isReached
    await told(session.addContext({ name: 'a.txt', mediaType: 'text/plain', data: 'x' }))
    held[1]?.open()
    await session.outcome
    await expectAll(here, session.id, model.sent)
  })

  it('is shorter where it was made shorter', async () => {
    const read = defineTool({
      ...search,
      input: z.object({ query: z.string() }),
      run: ({ query }) => query.repeat(2_000),
    })
    const overflow = fails(new GyreError('model-overflow', 'Too long.'))
    const reads = (query: string) => calls('search', { query })
    const model = script([reads('a'), reads('b'), overflow, reads('c'), says('Done.')])
    await check(react as never, model, { tools: [read] })
  })

  it('is what was sent for the last answer of a session that ran out', async () => {
    const model = noting(modelOf(() => calls('search', { query: 'x' }, 'Once more.')))
    await check(react as never, model, { budget: { modelCalls: 3 } })
    expect([...model.sent.keys()].at(-1)).toBe('wrap-up#1')
  })

  it('is what was sent as text, given the grammar and the tools', async () => {
    const here = world()
    const act = says('Thought: look\nAction: search\nAction Input: {"query":"x"}')
    const model = script([act, says('Thought: hm'), says('FINAL_ANSWER: 42')], { nativeTools: false })
    const session = await here.runtime.start(react, 'Look.', { model, tools: [search], instructions: 'Be brief.' })
    await session.outcome
    expect([...model.sent.keys()]).toEqual(['think#1', 'think#2', 'think#2/repair#1'])
    await expectAll(here, session.id, model.sent, { spoken: { grammar: reactGrammar, tools: [search] } })
  })

  it('is the same in a session that went on after a crash', async () => {
    const here = world()
    const held = gate()
    const first = script([look, behind(held, says('never'))])
    const session = await here.runtime.start(react, 'Look.', { model: first, tools: [search] })
    await held.isReached
    const second = script([calls('search', { query: 'y' }), says('Done.')])
    await (await here.afterCrash(equipment(react as never, second, search)).resume(session.id)).outcome
    await expectAll(here, session.id, new Map([...first.sent, ...second.sent]))
  })

  it('does not exist where no model was asked', async () => {
    const { runtime, session, store } = await check(react as never, script([look, says('Done.')]))
    const { rows } = await runtime.read(session.id)
    const sources = { payload: (address: string) => store.payloads.get(address) }
    await expect(promptAt(rows, 'act#1[0]', sources)).rejects.toMatchObject({ code: 'step-unknown' })
    await expect(promptAt(rows, 'think#9', sources)).rejects.toMatchObject({ code: 'step-unknown' })
  })
})

describe('`runtime.prompt`', () => {
  const act = says('Thought: look\nAction: search\nAction Input: {"query":"x"}')
  const spokenScript = () => script([act, says('FINAL_ANSWER: 42')], { nativeTools: false })
  const plain = (messages: readonly Message[] | undefined) => JSON.parse(JSON.stringify(messages))

  it('gives the messages a model was sent at a step', async () => {
    const { runtime } = world()
    const model = script([look, says('Done.')])
    const session = await runtime.start(react, 'Look.', { model, tools: [search], instructions: 'Be brief.' })
    await session.outcome
    expect(plain(await runtime.prompt(session.id, 'think#2'))).toEqual(plain(model.sent.get('think#2')?.messages))
  })

  it('gives the very text where tools were written as text, when the runtime knows the tools', async () => {
    const { runtime } = world()
    const model = spokenScript()
    const session = await runtime.start(react, 'Look.', { model, tools: [search] })
    await session.outcome
    for (const path of ['think#1', 'think#2']) {
      expect(plain(await runtime.prompt(session.id, path))).toEqual(plain(model.sent.get(path)?.messages))
    }
  })

  it('gives them as the loop holds them when the runtime does not', async () => {
    const { runtime, another } = world()
    const model = spokenScript()
    const session = await runtime.start(react, 'Look.', { model, tools: [search] })
    await session.outcome
    const roles = (await another().prompt(session.id, 'think#2')).map(({ role }) => role)
    expect(roles).toEqual(['system', 'user', 'assistant', 'tool'])
  })

  it('puts them into the words of a grammar of your own', async () => {
    const { runtime } = world()
    const grammar = { ...reactGrammar, name: 'own', version: 3, preamble: () => 'Say it my way.' }
    const own = loopOf('own', async (ctx) => (await ctx.generate([user('a')], { grammar, tools: ctx.tools })).text)
    const model = script([says('FINAL_ANSWER: 42')], { nativeTools: false })
    const session = await runtime.start(own, 'Look.', { model, tools: [search] })
    await session.outcome
    expect(await runtime.prompt(session.id, 'generate#1')).toEqual([user('a')])
    expect(await runtime.prompt(session.id, 'generate#1', grammar)).toEqual([system('Say it my way.'), user('a')])
  })

  it('knows neither sessions nor steps that are not there', async () => {
    const { runtime } = world()
    const session = await runtime.start(react, 'Look.', { model: script([says('Done.')]) })
    await session.outcome
    await expect(runtime.prompt('ses_none', 'think#1')).rejects.toMatchObject({ code: 'session-unknown' })
    await expect(runtime.prompt(session.id, 'think#2')).rejects.toMatchObject({ code: 'step-unknown' })
  })
})

describe('what the journal stores of a prompt', () => {
  it('is the prompt before and what is new: messages that steps made are named by path', async () => {
    const { runtime, session } = await check(react as never, script([look, calls('search', { query: 'y' }), says('x')]))
    const steps = (await factsOfType(runtime, session.id, 'step.finished')).filter(({ kind }) => kind === 'generate')
    expect(steps.map(({ request }) => request)).toMatchObject([
      { append: [{ role: 'system' }, { role: 'user' }] },
      { parent: 'think#1', append: ['think#1', 'act#1[0]'] },
      { parent: 'think#2', append: ['think#2', 'act#2[0]'] },
    ])
    expect(steps[0]?.request).not.toHaveProperty('parent')
  })

  it('does not depend on what a child loop, a tool or a cache asked in between: a resumed session finds no drift', async () => {
    const sum = defineTool({
      name: 'sum',
      description: 'Sums up.',
      input: z.object({}),
      effect: 'pure',
      run: async (_, { generate }) => (await generate([user('s')])).text,
    })
    const mixed = loopOf('mixed', async (ctx) => {
      const messages = [user('start')]
      messages.push((await ctx.generate(messages)).message)
      await ctx.runLoop(react, 'child')
      await ctx.callTools([{ type: 'tool-call', id: '1', tool: 'sum', input: {} }])
      await ctx.cache('k', async (inside) => (await inside.generate(messages)).text)
      return (await ctx.generate([...messages, user('last')])).text
    })
    const { runtime, afterCrash } = world()
    const held = gate()
    const model = modelOf(async (_, { path }) => {
      if (path === 'generate#2') await held.pass()
      return says(path)
    })
    const session = await runtime.start(mixed, 'Go.', { model, tools: [sum], strict: true })
    await held.isReached
    const later = afterCrash(
      equipment(
        mixed,
        modelOf((_, { path }) => says(path)),
        sum,
      ),
    )
    expect(await (await later.resume(session.id)).outcome).toMatchObject({ answer: 'generate#2' })
    expect(await later.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
    const [last] = (await factsOfType(later, session.id, 'step.finished')).filter(({ path }) => path === 'generate#2')
    expect(last?.request).toMatchObject({ parent: 'generate#1', append: ['generate#1', { role: 'user' }] })
  })

  it('is the whole prompt when the loop gave its list another beginning', async () => {
    const changing = loopOf('changing', async (ctx) => {
      const messages = [system('memory: nothing'), user('?')]
      messages.push((await ctx.generate(messages)).message)
      messages[0] = system('memory: something')
      return (await ctx.generate(messages)).text
    })
    await check(changing, script([says('a'), says('b')]))
  })

  it('is the whole prompt when the loop put another message in the middle of its list', async () => {
    const revising = loopOf('revising', async (ctx) => {
      const messages = [system('s'), user('draft one'), user('?')]
      messages.push((await ctx.generate(messages)).message)
      messages[1] = user('draft two')
      return (await ctx.generate(messages)).text
    })
    await check(revising, script([says('a'), says('b')]))
  })

  it('is what was asked, though the loop adds to its list while the model is being asked', async () => {
    const hasty = loopOf('hasty', async (ctx) => {
      const messages = [user('a')]
      const asked = ctx.generate(messages)
      messages.push(user('b'))
      await asked
      return (await ctx.generate(messages)).text
    })
    const model = script([says('x'), says('y')])
    await check(hasty, model)
    expect(model.sent.get('generate#1')?.messages).toEqual([user('a')])
  })
})
