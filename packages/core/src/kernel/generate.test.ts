import { describe, expect, it } from 'vitest'
import {
  behind,
  equipment,
  factsOfType,
  gate,
  loopOf,
  search,
  stepPaths,
  textsOf,
  turns,
  world,
} from '../../../../test/support/kernel.ts'
import type { StartOptions } from '../index.ts'
import { system, type ToolCall, user } from '../messages.ts'
import { reactGrammar } from '../parsing/react-grammar.ts'
import type { Model, ModelPart } from '../ports/model.ts'
import { calls, modelOf, type ScriptedModel, says, scripted, scriptedModel } from '../testing/scripted-model.ts'
import type { GenerateOptions, LoopContext, Reply } from './context.ts'

/** Runs `use` as a loop and gives back what it returned. */
async function within<T>(model: Model, use: (ctx: LoopContext) => Promise<T>, options: StartOptions = {}) {
  const { runtime } = world()
  let made: T | undefined
  const loop = loopOf('use', async (ctx) => {
    made = await use(ctx)
    return 'Done.'
  })
  const session = await runtime.start(loop, 'Go.', { model, tools: [search], ...options })
  const end = await session.outcome
  return { runtime, session, end, made: made as T }
}

const streaming = (...parts: readonly ModelPart[]): Model => ({
  id: 'test/parts',
  async *stream() {
    yield* parts
    yield { type: 'finish', reason: 'stop', usage: { inputTokens: 1, outputTokens: 1 } }
  },
})

describe('generate', () => {
  it('gives what the model said, as text and as a message for the conversation', async () => {
    const { made } = await within(scriptedModel(says('Hello.')), (ctx) => ctx.generate([user('Hi.')]))
    expect(made).toEqual({
      message: { role: 'assistant', parts: [{ type: 'text', text: 'Hello.' }] },
      text: 'Hello.',
      toolCalls: [],
      finish: 'stop',
    })
  })

  it('keeps reasoning beside the text, with the signature of the provider', async () => {
    const model = streaming(
      { type: 'reasoning', text: 'Let me ' },
      { type: 'reasoning', text: 'think.', signature: 'sig' },
      { type: 'text', text: '42' },
    )
    const { made } = await within(model, (ctx) => ctx.generate([user('?')]))
    expect(made.message.parts).toEqual([
      { type: 'reasoning', text: 'Let me think.', signature: 'sig' },
      { type: 'text', text: '42' },
    ])
    expect(made.text).toBe('42')
  })

  it('keeps what the model thought aloud out of its text, and in its message', async () => {
    const { made } = await within(scriptedModel(says('<think>hm</think>42')), (ctx) => ctx.generate([user('?')]))
    expect([made.text, made.message.parts]).toEqual(['42', [{ type: 'text', text: '<think>hm</think>42' }]])
  })

  it('gives tool calls with their arguments read', async () => {
    const { made } = await within(scriptedModel(calls('search', { query: 'x' }, 'I look.')), (ctx) =>
      ctx.generate([user('?')], { tools: ctx.tools }),
    )
    expect(made.text).toBe('I look.')
    expect(made.toolCalls).toEqual([{ type: 'tool-call', id: 'call_1_0', tool: 'search', input: { query: 'x' } }])
  })

  it.each([
    ['nothing as no arguments', '', {}],
    ['a comma too many', '{"query":"x",}', { query: 'x' }],
  ])('reads %s', async (_, input, read) => {
    const model = streaming({ type: 'tool-call', id: '1', tool: 'search', input })
    const { made } = await within(model, (ctx) => ctx.generate([user('?')], { tools: ctx.tools }))
    expect(made.toolCalls).toEqual([{ type: 'tool-call', id: '1', tool: 'search', input: read }])
  })

  it('says why arguments cannot be read, and keeps them as text', async () => {
    const model = streaming({ type: 'tool-call', id: '1', tool: 'search', input: 'query: x' })
    const { made } = await within(model, (ctx) => ctx.generate([user('?')], { tools: ctx.tools }))
    expect(made.toolCalls).toMatchObject([{ tool: 'search', input: 'query: x', fault: expect.any(String) }])
  })

  it('hands out each call as soon as it is complete, while the reply still streams', async () => {
    const held = gate()
    const model: Model = {
      id: 'test/slow',
      async *stream() {
        yield { type: 'tool-call', id: '1', tool: 'search', input: '{"query":"x"}' }
        await held.pass()
        yield { type: 'finish', reason: 'tool-calls', usage: { inputTokens: 1, outputTokens: 1 } }
      },
    }
    const handed: ToolCall[] = []
    const running = within(model, (ctx) =>
      ctx.generate([user('?')], { tools: ctx.tools, onToolCall: (call) => handed.push(call) }),
    )
    await held.isReached
    expect(handed).toMatchObject([{ tool: 'search', input: { query: 'x' } }])
    held.open()
    expect((await running).made.toolCalls).toEqual(handed)
  })

  it('hands out the same calls on replay', async () => {
    const { runtime, afterCrash } = world()
    const held = gate()
    const handed: string[] = []
    const eager = loopOf('eager', async (ctx) => {
      await ctx.generate([user('?')], { tools: ctx.tools, onToolCall: ({ id }) => handed.push(id) })
      await ctx.generate([user('!')])
      return 'Done.'
    })
    const model = scriptedModel(calls('search', { query: 'x' }), behind(held, says('never')))
    const session = await runtime.start(eager, 'Go.', { model, tools: [search] })
    await held.isReached
    await (
      await afterCrash(
        equipment(
          eager,
          modelOf(() => says('x')),
          search,
        ),
      ).resume(session.id)
    ).outcome
    expect(handed).toEqual(['call_1_0', 'call_1_0'])
  })

  it('passes on what it is asked for, and nothing else', async () => {
    const model = scriptedModel(says('x'), says('y'))
    const options: GenerateOptions = {
      temperature: 0.2,
      maxOutputTokens: 100,
      seed: 7,
      stop: ['END'],
      toolChoice: 'required',
    }
    await within(model, async (ctx) => {
      await ctx.generate([user('a')])
      await ctx.generate([user('b')], { ...options, tools: ctx.tools })
    })
    const plain = Object.entries(model.requests[0] ?? {}).filter(([, value]) => value !== undefined)
    expect(plain).toEqual([['messages', [user('a')]]])
    const { name, description, input } = search
    expect(model.requests[1]).toEqual({ messages: [user('b')], tools: [{ name, description, input }], ...options })
  })

  it('gives the model a list of its own: what the loop adds later does not reach it', async () => {
    const model = scriptedModel(says('x'), says('y'))
    await within(model, async (ctx) => {
      const messages = [user('a')]
      const reply = await ctx.generate(messages)
      messages.push(reply.message, user('b'))
      await ctx.generate(messages)
    })
    expect(model.requests.map(textsOf)).toEqual([['a'], ['a', 'x', 'b']])
  })

  it('asks the model of the role, and the author when none is named', async () => {
    const author = scriptedModel(says('author'))
    const judge = scriptedModel(says('judge'))
    const { made } = await within(
      author,
      async (ctx) => [
        (await ctx.generate([user('?')])).text,
        (await ctx.generate([user('?')], { role: 'judge' })).text,
      ],
      { models: { judge } },
    )
    expect(made).toEqual(['author', 'judge'])
  })

  it('says the instructions to the author alone, after the system messages', async () => {
    const model = scriptedModel(says('x'), says('y'))
    await within(
      model,
      async (ctx) => {
        await ctx.generate([system('You are kind.'), user('a')])
        await ctx.generate([system('You are kind.'), user('a')], { role: 'judge' })
      },
      { instructions: 'Answer in Danish.' },
    )
    expect(model.requests.map(textsOf)).toEqual([
      ['You are kind.', 'Answer in Danish.', 'a'],
      ['You are kind.', 'a'],
    ])
  })

  it('records model, usage and cost', async () => {
    const price = { input: 1, output: 2 }
    const model: Model = {
      id: 'test/priced',
      price,
      async *stream() {
        yield { type: 'text', text: 'x' }
        yield { type: 'finish', reason: 'stop', usage: { inputTokens: 1_000, outputTokens: 500 } }
      },
    }
    const { runtime, session } = await within(model, (ctx) => ctx.generate([user('a')]))
    expect((await factsOfType(runtime, session.id, 'step.finished'))[0]).toMatchObject({
      kind: 'generate',
      data: {
        model: 'test/priced',
        usage: { inputTokens: 1_000, outputTokens: 500 },
        costUsd: 0.002,
        ms: 0,
      },
    })
  })

  it('refuses a label that cannot be part of a path', async () => {
    const { end } = await within(scriptedModel(), (ctx) => ctx.generate([user('a')], { label: 'a/b' }))
    expect(end).toMatchObject({
      outcome: 'failed:label-invalid',
      error: { message: '`a/b` cannot be a label: a letter, then letters, digits, `_`, `-` and `.`.' },
    })
  })
})

const act = 'Thought: look\nAction: search\nAction Input: {"query":"x"}'

describe('generate with a grammar', () => {
  const speak = (model: Model, options: GenerateOptions = {}) =>
    within(model, (ctx) =>
      ctx.generate([system('s'), user('?')], { tools: ctx.tools, grammar: reactGrammar, ...options }),
    )

  it('teaches a model without native tools the form, and reads its calls', async () => {
    const model = scripted([says(act)], { nativeTools: false })
    const { made } = await speak(model)
    expect(made.toolCalls).toMatchObject([{ tool: 'search', input: { query: 'x' } }])
    expect([made.text, made.finish]).toEqual(['look', 'tool-calls'])
    expect(textsOf(model.requests[0])).toEqual(['s', reactGrammar.preamble([search]), '?'])
    expect(model.requests[0]).toMatchObject({ tools: undefined, stop: ['\nObservation:'] })
  })

  it('offers native tools to a model that has them, and still understands calls written as text', async () => {
    const model = scriptedModel(says(act))
    const { made } = await speak(model)
    expect(made.toolCalls).toMatchObject([{ tool: 'search', input: { query: 'x' } }])
    expect(model.requests[0]?.tools).toHaveLength(1)
    expect(textsOf(model.requests[0])).toEqual(['s', '?'])
  })

  it.each([
    ['text', undefined, true],
    ['native', false, false],
  ] as const)('speaks %s when told to', async (protocol, nativeTools, isText) => {
    const model = scripted([says('FINAL_ANSWER: 42')], nativeTools === undefined ? {} : { nativeTools })
    const { made } = await speak(model, { protocol })
    expect(made.text).toBe('42')
    expect(model.requests[0]?.tools === undefined).toBe(isText)
  })

  it('shows earlier calls and results as text', async () => {
    const model = scripted([says(act), says('FINAL_ANSWER: 42')], { nativeTools: false })
    await within(model, async (ctx) => {
      const messages = [user('?')]
      const reply = await ctx.generate(messages, { tools: ctx.tools, grammar: reactGrammar })
      messages.push(reply.message, ...(await ctx.callTools(reply.toolCalls)))
      await ctx.generate(messages, { tools: ctx.tools, grammar: reactGrammar })
    })
    expect(model.requests[1]?.messages.slice(-2)).toEqual([
      { role: 'assistant', parts: [{ type: 'text', text: act }] },
      user('Observation: [search] Found x.'),
    ])
  })

  it('keeps the raw reply for the audit where it is something else than the text', async () => {
    const { runtime, session } = await speak(scripted([says(act)], { nativeTools: false }))
    const [fact] = await factsOfType(runtime, session.id, 'step.finished')
    expect(fact?.result).toMatchObject({ raw: act })
  })

  it('asks once more with a shorter prompt and the exact fault when a reply cannot be read', async () => {
    const model: ScriptedModel = scripted([says('Thought: hm'), says('FINAL_ANSWER: 42')], { nativeTools: false })
    const { runtime, session, made } = await speak(model)
    expect(made).toMatchObject({ text: '42' })
    expect(made.fault).toBeUndefined()
    expect(await stepPaths(runtime, session.id)).toEqual(['generate#1', 'generate#1/repair#1'])
    const [first, second] = model.requests.map(textsOf)
    expect(second?.join('')).toContain('there is a `Thought:` but neither an `Action:` nor a `FINAL_ANSWER:`')
    expect(second?.join('')).toContain('Your reply was:\nThought: hm')
    expect(second?.some((text) => text === first?.[0])).toBe(false)
  })

  it('shows no more than the beginning of a long malformed reply again', async () => {
    const long = `Thought: ${'x'.repeat(10_000)}`
    const model = scripted([says(long), says('FINAL_ANSWER: 42')], { nativeTools: false })
    await speak(model)
    expect((textsOf(model.requests[1]).at(-1) ?? '').length).toBeLessThan(6_000)
  })

  it('gives the fault and the prose that can be shown when the repair fails too', async () => {
    const model = scripted([says('Thought: one'), says('Thought: two')], { nativeTools: false })
    const { made } = await speak(model)
    expect(made).toMatchObject({
      text: 'two',
      toolCalls: [],
      fault: 'there is a `Thought:` but neither an `Action:` nor a `FINAL_ANSWER:`',
    })
  })

  it('repairs the same way on replay', async () => {
    const model = scripted([says('Thought: one'), says('Thought: two')], { nativeTools: false })
    const { runtime, session } = await speak(model)
    await turns(1)
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [], unused: [] })
  })
})

describe('a reply', () => {
  it('is the same live and on replay', async () => {
    const { runtime, afterCrash } = world()
    const held = gate()
    const seen: Reply[] = []
    const twice = loopOf('twice', async (ctx) => {
      seen.push(await ctx.generate([user('?')], { tools: ctx.tools }))
      await ctx.generate([user('!')])
      return 'Done.'
    })
    const first = { ...calls('search', { query: 'x' }, '<think>a</think>b'), reasoning: 'r' }
    const session = await runtime.start(twice, 'Go.', {
      model: scriptedModel(first, behind(held, says('never'))),
      tools: [search],
    })
    await held.isReached
    await (
      await afterCrash(
        equipment(
          twice,
          modelOf(() => says('x')),
          search,
        ),
      ).resume(session.id)
    ).outcome
    expect(seen[1]).toEqual(seen[0])
  })
})
