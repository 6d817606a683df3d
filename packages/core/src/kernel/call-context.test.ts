import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { equipment, factsOf, factsOfType, loopOf, midnight, stepPaths, world } from '../../../../test/support/kernel.ts'
import type { Json } from '../json.ts'
import { type Message, type ToolCall, type ToolResult, user } from '../messages.ts'
import type { AdmissionFacts, ToolRunner } from '../ports/tool-runner.ts'
import { modelOf, says } from '../testing/scripted-model.ts'
import { simulatedClock } from '../testing/simulated-time.ts'
import { plainToolRunner } from '../tools/plain-runner.ts'
import { defineTool, type Tool, type ToolContext } from '../tools/tool.ts'

const call = (tool: string, input: Json = {}, id = '1'): ToolCall => ({ type: 'tool-call', id, tool, input })

const tool = (name: string, run: (context: ToolContext) => unknown, more: Partial<Tool> = {}): Tool => ({
  ...defineTool({
    name,
    description: 'For a test.',
    input: z.object({}),
    effect: 'pure',
    run: (_, context) => run(context),
  }),
  ...more,
})

const textOf = (messages: readonly Message[]) => messages.map(({ parts }) => (parts[0] as ToolResult).text).join(' ')

const model = modelOf(() => says('The model.'))

/** A loop that calls the first of these tools. */
const callFirst = (first: string) =>
  loopOf('calls', async (ctx) => textOf(await ctx.callTools([call(first)], { label: 'act' })))

describe('a running tool', () => {
  it('reads the time of the session', async () => {
    const { runtime } = world()
    const look = tool('look', ({ now }) => now())
    const session = await runtime.start(callFirst('look'), 'Go.', { model, tools: [look] })
    expect(await session.outcome).toMatchObject({ answer: String(midnight) })
  })

  it('calls other tools of its loop: steps under its own path', async () => {
    const { runtime } = world()
    const inner = tool('inner', () => 'found it')
    const outer = tool('outer', async ({ tools, callTools }) => {
      return `${tools.map(({ name }) => name).join(', ')}: ${textOf(await callTools([call('inner')]))}`
    })
    const session = await runtime.start(callFirst('outer'), 'Go.', { model, tools: [outer, inner] })
    expect(await session.outcome).toMatchObject({ answer: 'outer, inner: found it', usage: { toolCalls: 2 } })
    expect(await stepPaths(runtime, session.id)).toEqual(['act#1[0]/callTools#1[0]', 'act#1[0]'])
  })

  it('waits for a person, and finds the answer again after a crash', async () => {
    const asks = tool('asks', async ({ ask }) => `It is ${await ask('Which one?', { choices: ['A', 'B'] })}.`)
    const loop = callFirst('asks')
    const here = world(equipment(loop, model, asks))
    const session = await here.runtime.start(loop, 'Go.', { model, tools: [asks] })
    await session.idle()
    const [question] = await session.questions()
    expect(question).toMatchObject({ path: 'act#1[0]/ask#1', question: 'Which one?', choices: ['A', 'B'] })

    const later = here.afterCrash()
    const again = await later.resume(session.id)
    await again.answer('B')
    expect(await again.outcome).toMatchObject({ answer: 'It is B.' })
  })

  it('is not out of time while a person thinks', async () => {
    const here = world()
    const asks = tool('asks', async ({ ask }) => ask('Which one?'), { timeoutMs: 1000 })
    const session = await here.runtime.start(callFirst('asks'), 'Go.', { model, tools: [asks] })
    await session.idle()
    await here.clock.advance(20_000)
    await session.answer('This one.')
    expect(await here.clock.runUntil(session.outcome)).toMatchObject({ answer: 'This one.' })
  })

  it.each([
    ['once', 'running', 'It was begun 1 times: B.'],
    ['idempotent', 'parked', 'It was begun 2 times: B.'],
  ] as const)('that is `%s` and waits for a person is %s after the linger', async (effect, state, answer) => {
    let begun = 0
    const asks = tool(
      'asks',
      async ({ ask }) => {
        begun += 1
        const said = await ask('Which one?')
        return `It was begun ${begun} times: ${said}.`
      },
      { effect },
    )
    const here = world({ lingerMs: 1000 })
    const session = await here.runtime.start(callFirst('asks'), 'Go.', { model, tools: [asks] })
    await session.idle()
    await here.clock.advance(5000)
    expect((await here.store.sessions.get(session.id))?.state).toBe(state)
    await session.answer('B')
    expect(await session.outcome).toMatchObject({ answer })
  })

  it('is aborted when its session is handed back, and leaves no record', async () => {
    let signal: AbortSignal | undefined
    const slow = tool('slow', (context) => {
      signal = context.signal
      return new Promise((_, reject) => context.signal.addEventListener('abort', () => reject(new Error('aborted'))))
    })
    const loop = callFirst('slow')
    const here = world(equipment(loop, model, slow))
    const session = await here.runtime.start(loop, 'Go.', { model, tools: [slow] })
    await here.clock.advance(10)
    const closing = here.runtime.close({ graceMs: 100, keepStore: true })
    await here.clock.advance(100)
    await closing
    expect(signal?.aborted).toBe(true)
    const rows = await factsOf(here.another(), session.id)
    expect(rows.filter(({ kind }) => kind === 'tool')).toEqual([])
  })

  it('tells those who watch how far it is, and nobody else', async () => {
    const here = world({ secrets: ['hunter2hunter2'] })
    const works = tool('works', async ({ progress }) => {
      progress({ done: 1, total: 4, message: 'with hunter2hunter2' })
      progress({ done: 4 })
    })
    let begin = () => {}
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const loop = loopOf('calls', async (ctx) => {
      await begun
      return textOf(await ctx.callTools([call('works')], { label: 'act' }))
    })
    const session = await here.runtime.start(loop, 'Go.', { model, tools: [works] })
    const seen: unknown[] = []
    const watching = (async () => {
      for await (const event of session.events) if (event.type === 'tool.progress') seen.push([event.path, event.data])
    })()
    setImmediate(begin)
    await session.outcome
    await watching
    expect(seen).toEqual([
      ['act#1[0]', { done: 1, total: 4, message: 'with [redacted]' }],
      ['act#1[0]', { done: 4 }],
    ])
    const facts = await factsOf(here.runtime, session.id)
    expect(facts.filter(({ type }) => String(type) === 'tool.progress')).toEqual([])
  })
})

describe('a tool that is limited to some tools', () => {
  const words = tool('words.count', () => 'three')
  const math = tool('math.add', () => 'five')

  it('offers and calls these alone, its steps counted on', async () => {
    const { runtime } = world()
    const outer = tool('outer', async (context) => {
      await context.callTools([call('math.add')])
      const narrow = context.limitedTo(['words.*'])
      const said = textOf(await narrow.callTools([call('words.count'), call('math.add')]))
      return `${narrow.tools.map(({ name }) => name).join(', ')}: ${said}`
    })
    const session = await runtime.start(callFirst('outer'), 'Go.', { model, tools: [outer, words, math] })
    expect(await session.outcome).toMatchObject({
      answer: 'words.count: three Not run: there is no tool `math.add`. Tools: words.count.',
    })
    expect(await stepPaths(runtime, session.id)).toEqual([
      'act#1[0]/callTools#1[0]',
      'act#1[0]/callTools#2[0]',
      'act#1[0]/callTools#2[1]',
      'act#1[0]',
    ])
  })

  it('has no more rights than the runner grants it within those of its loop', async () => {
    const granted: unknown[] = []
    const used: (string | undefined)[] = []
    const plain = plainToolRunner(simulatedClock())
    const noteToken = <T>(facts: AdmissionFacts, then: () => T) => {
      used.push(facts.token)
      return then()
    }
    const toolRunner: ToolRunner = {
      ...plain,
      grant: ({ session, tools, within }) => {
        granted.push([session.slice(0, 4), tools.map(({ name }) => name), within])
        return `token ${granted.length}`
      },
      admit: (made, facts) => noteToken(facts, () => plain.admit(made, facts)),
    }
    const { runtime } = world({ toolRunner })
    const outer = tool('outer', async (context) => {
      await context.limitedTo(['words.*']).callTools([call('words.count')])
    })
    const child = loopOf('child', async (ctx) => textOf(await ctx.callTools([call('outer')])))
    const loop = loopOf('parent', async (ctx) => (await ctx.runLoop(child, 'Go.', { tools: [outer, words] })).answer)
    const session = await runtime.start(loop, 'Go.', { model, tools: [outer, words, math] })
    await session.outcome
    expect(granted).toEqual([
      ['ses_', ['outer', 'words.count', 'math.add'], undefined],
      ['ses_', ['outer', 'words.count'], 'token 1'],
      ['ses_', ['words.count'], 'token 2'],
    ])
    expect(used).toEqual(['token 2', 'token 3'])
  })
})

describe('a call that is refused', () => {
  it('is a fact of its own, and the record says which check refused it', async () => {
    const { runtime } = world()
    const session = await runtime.start(callFirst('gone'), 'Go.', { model, tools: [] })
    await session.outcome
    const why = 'Not run: there is no tool `gone`. Tools: none.'
    const [denial] = await factsOfType(runtime, session.id, 'note')
    expect(denial).toMatchObject({
      path: 'act#1[0]/note#1',
      data: { name: 'tool.denied', value: { tool: 'gone', by: 'registry', why } },
    })
    const [step] = await factsOfType(runtime, session.id, 'step.finished')
    expect(step).toMatchObject({ path: 'act#1[0]', data: { made: false, denied: 'registry' } })
  })

  it('by a person is one, too', async () => {
    const { runtime } = world()
    const risky = tool('risky', () => 'done', { approval: 'always' })
    const session = await runtime.start(callFirst('risky'), 'Go.', { model, tools: [risky] })
    await session.idle()
    await session.reject('too early')
    await session.outcome
    expect((await factsOfType(runtime, session.id, 'note'))[0]).toMatchObject({
      data: { name: 'tool.denied', value: { tool: 'risky', by: 'approval' } },
    })
  })
})

it('what a runner notes of a call is a fact each, what it records is in the record', async () => {
  const plain = plainToolRunner(simulatedClock())
  const toolRunner: ToolRunner = {
    ...plain,
    execute: () => ({
      output: { text: 'ok' },
      record: { marked: 2 },
      notes: [{ name: 'breaker.opened', value: { tool: 'x' } }],
    }),
  }
  const { runtime } = world({ toolRunner })
  const session = await runtime.start(callFirst('x'), 'Go.', { model, tools: [tool('x', () => 'ok')] })
  await session.outcome
  expect((await factsOfType(runtime, session.id, 'note'))[0]).toMatchObject({
    path: 'act#1[0]/note#1',
    data: { name: 'breaker.opened', value: { tool: 'x' } },
  })
  expect((await factsOfType(runtime, session.id, 'step.finished'))[0]).toMatchObject({ data: { tool: 'x', marked: 2 } })
})

it('text from outside is handed to the model with its source, and kept as it is', async () => {
  const fetch = tool('fetch', () => 'x')
  const plain = plainToolRunner(simulatedClock())
  const untrusted = { from: 'https://example.com' }
  const toolRunner: ToolRunner = { ...plain, execute: () => ({ output: { text: 'Buy now.', untrusted } }) }
  const place = world({ toolRunner })
  const loop = loopOf('asks', async (ctx) => {
    const seen = await ctx.callTools([call('fetch')], { label: 'act' })
    await ctx.generate([user('What is it?'), ...seen], { label: 'think' })
    return textOf(seen)
  })
  const session = await place.runtime.start(loop, 'Go.', { model, tools: [fetch] })
  expect(await session.outcome).toMatchObject({ answer: 'Buy now.' })
  const [, observed] = (await place.runtime.prompt(session.id, 'think#1')) ?? []
  expect(observed?.parts).toEqual([{ type: 'tool-result', id: '1', tool: 'fetch', text: 'Buy now.', untrusted }])
})
