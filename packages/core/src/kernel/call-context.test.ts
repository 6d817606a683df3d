import { describe, expect, it } from 'vitest'

import { equipment, factsOf, loopOf, midnight, stepPaths, world } from '../../../../test/support/kernel.ts'
import { call, callFirst, model, textOf, tool } from '../../../../test/support/tool-calls.ts'

import { user } from '../messages.ts'
import type { AdmissionFacts, ToolRunner } from '../ports/tool-runner.ts'

import { simulatedClock } from '../testing/simulated-time.ts'
import { plainToolRunner } from '../tools/plain-runner.ts'
import type { ToolContext } from '../tools/tool.ts'

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

describe('a tool whose call has ended', () => {
  it.each<[string, (context: ToolContext) => Promise<unknown>]>([
    ['generate', ({ generate }) => generate([user('More?')])],
    ['callTools', ({ callTools }) => callTools([call('late')])],
    ['ask', ({ ask }) => ask('More?')],
    ['callTools of a narrower context', (context) => context.limitedTo(['late']).callTools([call('late')])],
  ])('can do nothing more: %s', async (_, more) => {
    let given: ToolContext | undefined
    let isRun = false
    const first = tool('first', async (context) => {
      given = context
    })
    const late = tool('late', () => {
      isRun = true
    })
    const { runtime } = world()
    const session = await runtime.start(callFirst('first'), 'Go.', { model, tools: [first, late] })
    await session.outcome
    await expect(more(given as ToolContext)).rejects.toThrow('This call has ended')
    expect(isRun).toBe(false)
  })

  it('by its time does nothing in its name any more', async () => {
    const here = world()
    let told: unknown
    const slow = tool(
      'slow',
      async ({ signal, callTools }) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        told = await new Promise((resolve) => setImmediate(resolve)).then(() => callTools([call('late')])).catch(String)
      },
      { timeoutMs: 1000 },
    )
    const late = tool('late', () => 'late')
    const session = await here.runtime.start(callFirst('slow'), 'Go.', { model, tools: [slow, late] })
    expect(await here.clock.runUntil(session.outcome)).toMatchObject({
      answer: '`slow` failed: no answer within 1000 ms',
      usage: { toolCalls: 1 },
    })
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(told).toContain('This call has ended')
  })
})

it.each(['approve', 'uncertain', 'fork', 'budget', 'note'])(
  'a tool cannot call a step of its own `%s`',
  async (label) => {
    const { runtime } = world()
    const asks = tool('asks', ({ ask }) => ask('Which one?', { label }))
    const session = await runtime.start(callFirst('asks'), 'Go.', { model, tools: [asks] })
    expect(await session.outcome).toMatchObject({
      answer: expect.stringContaining(`\`${label}\` is the label of a step`),
    })
  },
)

it('calls that a tool makes count as repeated within it alone, after a crash as before', async () => {
  const inner = tool('inner', () => 'found')
  const outer = tool('outer', async ({ callTools }) => textOf(await callTools([call('inner'), call('inner')])))
  const loop = loopOf('calls', async (ctx) => {
    const first = textOf(await ctx.callTools([call('outer')]))
    await ctx.askHuman('Go on?')
    return `${first} / ${textOf(await ctx.callTools([call('inner')]))}`
  })
  const here = world(equipment(loop, model, outer, inner))
  for (const crash of [false, true]) {
    const session = await here.runtime.start(loop, 'Go.', { model, tools: [outer, inner] })
    await session.idle()
    const again = crash ? await here.afterCrash().resume(session.id) : session
    await again.answer('Yes')
    expect(await again.outcome).toMatchObject({ answer: 'found found / found' })
  }
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

  it('is one level below its loop when it calls others, limited or not', async () => {
    const granted: unknown[] = []
    const plain = plainToolRunner(simulatedClock())
    const toolRunner: ToolRunner = {
      ...plain,
      grant: ({ within }) => {
        granted.push(within)
        return `${within ?? 'root'}+`
      },
    }
    const { runtime } = world({ toolRunner })
    const outer = tool('outer', async ({ callTools }) => {
      await callTools([call('words.count')])
      await callTools([call('math.add')])
    })
    const session = await runtime.start(callFirst('outer'), 'Go.', { model, tools: [outer, words, math] })
    await session.outcome
    expect(granted).toEqual([undefined, 'root+'])
  })
})
