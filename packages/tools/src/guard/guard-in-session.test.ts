/** Sessions whose calls go through the guard. */
import {
  type Fact,
  type Json,
  type JsonObject,
  type Loop,
  type Runtime,
  react,
  type Session,
  shownText,
  type Tool,
  type ToolResult,
  toolOutput,
} from '@gyre/core'
import { calls, says, scriptedModel, simulatedClock } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { ringOf, toolOf } from '../../../../test/guard/guarded.ts'
import { calling, callTo, type Given, model, processWith, resultIn } from '../../../../test/guard/guarded-process.ts'
import {
  equipment,
  factsOf,
  gate,
  hour,
  loopOf,
  midnight,
  told,
  turns,
  untilFact,
} from '../../../../test/support/kernel.ts'

async function ended(runtime: Runtime, session: Session): Promise<readonly Fact[]> {
  await session.outcome
  expect((await runtime.replay(session.id)).isEqual).toBe(true)
  return factsOf(runtime, session.id)
}

const notesOf = (facts: readonly Fact[]) =>
  facts
    .filter(({ type }) => type === 'note')
    .map(({ path, data }) => ({ path, ...(data as { readonly name: string; readonly value: Json }) }))
const dataOf = (facts: readonly Fact[], path: string) =>
  facts.find((fact) => fact.path === path && fact.type === 'step.finished')?.data as JsonObject | undefined

describe('a call that the guard refuses', () => {
  it('is a fact beside the record of its step, and the model reads what to do', async () => {
    const { runtime } = processWith()
    const scripted = scriptedModel(calls('ad', { a: 1 }), says('Enough.'))
    const session = await runtime.start(react, 'Add.', { model: scripted, tools: [toolOf()] })
    const facts = await ended(runtime, session)
    const why = 'Not run: there is no tool `ad`; did you mean `add`? Tools: add.'
    expect(notesOf(facts)).toEqual([
      { path: 'act#1[0]/note#1', name: 'tool.denied', value: { tool: 'ad', by: 'registry', why } },
    ])
    expect(dataOf(facts, 'act#1[0]')).toMatchObject({ made: false, denied: 'registry' })
    expect(JSON.stringify(scripted.requests[1]?.messages)).toContain(why)
  })

  it('uses up its rate, and the session goes on', async () => {
    const { runtime } = processWith({ limits: { add: { perMinute: 1 } } })
    const session = await runtime.start(calling(callTo('add'), callTo('add', { a: 2 })), 'Add.', {
      model,
      tools: [toolOf()],
    })
    const facts = await ended(runtime, session)
    expect(dataOf(facts, 'act#2[0]')).toMatchObject({ denied: 'rate-limit' })
    expect((await session.outcome).answer).toEqual([
      'done',
      'Not run: `add` may be called 1 time a minute, and was. Try again in 60 s, or go on without it.',
    ])
  })
})

describe('a call that a person approves', () => {
  /** Adds to a list, which tells what really ran. */
  function adding(approval: Tool['approval']) {
    const ran: unknown[] = []
    const tool = toolOf((input) => ran.push(input), { approval, effect: 'idempotent' })
    return { ran, tool }
  }

  it('runs with the arguments they left', async () => {
    const { runtime } = processWith()
    const { ran, tool } = adding('always')
    const session = await runtime.start(calling(callTo('add')), 'Add.', { model, tools: [tool] })
    expect(await session.idle()).toBe('waiting')
    await session.approve({ input: { a: 7 } })
    await ended(runtime, session)
    expect(ran).toEqual([{ a: 7 }])
  })

  it('waits for others when they left arguments that cannot run', async () => {
    const { runtime } = processWith()
    const { ran, tool } = adding('always')
    const session = await runtime.start(calling(callTo('add')), 'Add.', { model, tools: [tool] })
    await session.idle()
    await told(session.approve({ input: { a: 'seven' } }))
    expect(await session.idle()).toBe('waiting')
    await session.approve({ input: { a: 8 } })
    await ended(runtime, session)
    expect(ran).toEqual([{ a: 8 }])
  })

  it('is asked about once when its first use is what is approved', async () => {
    const { runtime } = processWith()
    const { ran, tool } = adding('first-use')
    const loop = calling(callTo('add'), callTo('add', { a: 2 }))
    const session = await runtime.start(loop, 'Add.', { model, tools: [tool] })
    await session.idle()
    await session.approve()
    const facts = await ended(runtime, session)
    expect(ran).toEqual([{ a: 1 }, { a: 2 }])
    expect(facts.filter(({ type }) => type === 'question.asked')).toHaveLength(1)
  })

  it('is not asked about when its arguments cannot run', async () => {
    const { runtime } = processWith()
    const session = await runtime.start(calling(callTo('add', {})), 'Add.', { model, tools: [adding('always').tool] })
    expect(dataOf(await ended(runtime, session), 'act#1[0]')).toMatchObject({ denied: 'input' })
  })
})

describe('a tool that fails', () => {
  const failing = toolOf(({ a }: never) => {
    throw new Error(`offline ${a}`)
  })
  const attempts = [1, 2, 3, 4].map((a) => callTo('add', { a }))

  it('is left alone after three times, and a fact says so', async () => {
    const { runtime, store } = processWith()
    const session = await runtime.start(calling(...attempts), 'Add.', { model, tools: [failing] })
    const facts = await ended(runtime, session)
    const until = midnight + 300_000
    expect(notesOf(facts)).toEqual([
      { path: 'act#3[0]/note#1', name: 'breaker.opened', value: { tool: 'add', failures: 3, until } },
      { path: 'act#4[0]/note#1', name: 'tool.denied', value: expect.objectContaining({ tool: 'add', by: 'breaker' }) },
    ])
    expect(await store.keyValue.get('breaker/add')).toEqual({ state: 'open', failures: 3, since: midnight, until })
  })

  it('is tried again after its rest, by another session and another process', async () => {
    const { runtime, store } = processWith()
    await ended(runtime, await runtime.start(calling(...attempts), 'Add.', { model, tools: [failing] }))
    const clock = simulatedClock(midnight + 300_000)
    const next = processWith({ store, clock })
    await next.guard.recall(['add'])
    const session = await next.runtime.start(calling(callTo('add')), 'Add.', { model, tools: [toolOf()] })
    expect(notesOf(await ended(next.runtime, session)).map(({ name }) => name)).toEqual([
      'breaker.half-open',
      'breaker.closed',
    ])
  })

  it('has not failed when it is the session that was aborted', async () => {
    const { runtime, guard } = processWith()
    const held = gate()
    const hung = toolOf(async (_, { signal }) => {
      await held.pass()
      signal.throwIfAborted()
    })
    for (let nth = 0; nth < 3; nth++) {
      const session = await runtime.start(calling(callTo('add')), 'Add.', { model, tools: [hung] })
      await held.isReached
      await turns(2)
      await told(session.abort())
      await session.outcome
    }
    held.open()
    await turns(3)
    expect(await guard.breakers.list(['add'])).toMatchObject([{ state: 'closed', failures: 0 }])
  })

  it.each<[string, Tool['run'], RegExp]>([
    ['throws', () => Promise.reject(new Error('offline')), /^`add` failed: offline$/],
    ['returns a cycle', cyclic, /^`add` failed: Converting circular/],
    [
      'returns what throws at every touch',
      () => new Proxy({}, { get: refuse, has: refuse, ownKeys: refuse }),
      /^`add` failed: no$/,
    ],
    ['returns fifty megabytes', () => 'x'.repeat(50_000_000), /characters are shown\.\]$/],
    ['hangs', () => new Promise(() => {}), /^`add` failed: no answer within 120000 ms$/],
  ])('because it %s is an observation, and the session goes on', async (_, run, text) => {
    const { runtime, clock } = processWith()
    const loop = calling(callTo('add'), callTo('other'))
    const session = await runtime.start(loop, 'Add.', {
      model,
      tools: [toolOf(run), toolOf(() => 'fine', { name: 'other' })],
    })
    const { answer, outcome } = await clock.runUntil(session.outcome)
    expect(outcome).toBe('answered')
    expect(answer).toEqual([expect.stringMatching(text), 'fine'])
    expect((await runtime.replay(session.id)).isEqual).toBe(true)
  })

  it('has no more time than the loop gives it, whatever is said of the tool', async () => {
    const { runtime, clock } = processWith({ limits: { add: { timeoutMs: 900_000 } } })
    const loop = loopOf('hurried', async (ctx) => {
      const [message] = await ctx.callTools([callTo('add')], { timeoutMs: 5_000 })
      return resultIn(message).text
    })
    const session = await runtime.start(loop, 'Add.', { model, tools: [toolOf(() => new Promise(() => {}))] })
    expect((await clock.runUntil(session.outcome)).answer).toBe('`add` failed: no answer within 5000 ms')
  })

  it('changes nothing that is journaled when it changes its arguments', async () => {
    const { runtime } = processWith()
    const tool = toolOf((input) => Object.assign(input as object, { a: 99 }))
    const session = await runtime.start(calling(callTo('add')), 'Add.', { model, tools: [tool] })
    const step = (await ended(runtime, session)).find(({ path }) => path === 'act#1[0]')
    expect(step?.request).toEqual({ id: 'add', tool: 'add', input: { a: 1 } })
  })
})

function refuse(): never {
  throw new Error('no')
}

function cyclic(): unknown {
  const object: Record<string, unknown> = {}
  object['self'] = object
  return object
}

describe('a call that is begun before its time', () => {
  const begins = (...wanted: readonly ReturnType<typeof callTo>[]) =>
    loopOf('begins', async (ctx) => {
      for (const each of wanted) await ctx.begin(each)
      const [message] = await ctx.callTools([callTo('add', { a: 9 })], { label: 'act' })
      return resultIn(message).text
    })
  const three = [1, 2, 3].map((a) => callTo('add', { a }))
  const counting = (more: Partial<Tool> = {}) => {
    const ran: unknown[] = []
    return { ran, tool: { ...toolOf(({ a }: never) => ran.push(a)), effect: 'pure' as const, ...more } }
  }

  it.each([
    ['its rate is limited', { perMinute: 1 }],
    ['it has places', { concurrency: 1 }],
  ])('does not begin when %s', async (_, limits) => {
    const { runtime } = processWith({ limits: { add: limits } })
    const { ran, tool } = counting()
    const session = await runtime.start(begins(...three), 'Add.', { model, tools: [tool] })
    await session.outcome
    expect(ran).toEqual([9])
  })

  it('says nothing of the tool when it fails and is never made', async () => {
    const { runtime, guard } = processWith()
    const failing = toolOf(({ a }: never) => {
      if (a !== 9) throw new Error('offline')
      return 'fine'
    })
    const tool = { ...failing, effect: 'pure' as const }
    const session = await runtime.start(begins(...three), 'Add.', { model, tools: [tool] })
    expect((await session.outcome).answer).toBe('fine')
    expect(await guard.breakers.list(['add'])).toMatchObject([{ state: 'closed', failures: 0 }])
  })

  it('passes all checks when it is made', async () => {
    const { runtime } = processWith({ limits: { add: { outputChars: 12 } } })
    const { tool } = counting({ run: () => 'word '.repeat(8) })
    const session = await runtime.start(begins(callTo('add', { a: 9 })), 'Add.', { model, tools: [tool] })
    const facts = await ended(runtime, session)
    expect(dataOf(facts, 'act#1[0]')).toMatchObject({ tool: 'add', guard: { cut: 40 }, begunMs: 0 })
  })
})

describe('an answer from outside', () => {
  it('is shown to the model behind a fence, and what was cut from it is in the record', async () => {
    const { runtime } = processWith({ limits: { add: { outputChars: 10 } } })
    const tool = toolOf(() => toolOutput({ text: 'word '.repeat(8), untrusted: { from: 'https://example.org' } }), {
      trusted: false,
    })
    const results: ToolResult[] = []
    const loop = loopOf('reading', async (ctx) => {
      const [message] = await ctx.callTools([callTo('add')], { label: 'act' })
      results.push(resultIn(message))
      return 'Read.'
    })
    const facts = await ended(runtime, await runtime.start(loop, 'Read.', { model, tools: [tool] }))
    const [live] = results
    expect(shownText(live!)).toBe(
      '<untrusted from="https://example.org">\nword word\n[Cut: the first 9 of 40 characters are shown.]\n</untrusted>',
    )
    expect(dataOf(facts, 'act#1[0]')).toMatchObject({ tool: 'add', guard: { cut: 40 } })
  })
})

describe('rights', () => {
  const tools = ['one', 'two'].map((name) => toolOf(() => `${name} ran`, { name }))
  const [one, two] = tools as [Tool, Tool]
  const both = calling(callTo('one'), callTo('two'))

  /** What the child loops said that were nested so deep, the innermost making the calls. */
  const nested = (depth: number, given: readonly Tool[] | undefined, inner = both): Loop =>
    loopOf(`level${depth}`, async (ctx, task) => {
      const loop = depth === 1 ? inner : nested(depth - 1, given, inner)
      return (await ctx.runLoop(loop, task, given && { tools: given })).answer
    })

  const answerOf = async (loop: Loop, given: readonly Tool[]) => {
    const { runtime } = processWith({ isKnown: (name) => name === 'one' || name === 'two' })
    const session = await runtime.start(loop, 'Go.', { model, tools: given })
    await ended(runtime, session)
    return (await session.outcome).answer
  }

  it('of a child loop are those of its parent', async () => {
    expect(await answerOf(nested(1, undefined), tools)).toEqual(['one ran', 'two ran'])
  })

  it('of a child loop are narrower when it is given fewer tools', async () => {
    expect(await answerOf(nested(1, [one]), tools)).toEqual([
      'one ran',
      'Not run: `two` is not one of the tools of this loop; there are `one`.',
    ])
  })

  it('of a child loop do not grow when it is given other tools', async () => {
    expect(await answerOf(nested(1, [one, two]), [one])).toEqual([
      'one ran',
      'Not run: this loop may not use `two`: the loop around this one did not grant `two`; it granted `one`. Go on without it.',
    ])
  })

  it('of a child loop do not grow when its tool of the same name touches more', async () => {
    const wider = toolOf(() => 'sent', { name: 'one', permissions: ['net'] })
    expect(await answerOf(nested(1, [wider], calling(callTo('one'))), [one])).toEqual([
      'Not run: this loop may not use `one`: it needs the permission `net`, which is not granted. Go on without it.',
    ])
  })

  it('of a child of a child are what both leave', async () => {
    const inner = nested(1, [one, two])
    expect(await answerOf(nested(1, [one], inner), tools)).toEqual([
      'one ran',
      'Not run: this loop may not use `two`: the loop around this one did not grant `two`; it granted `one`. Go on without it.',
    ])
  })

  it.each([
    [3, 'one ran'],
    [
      4,
      'Not run: this loop may not use `one`: loops and tools inside each other have rights 3 levels deep at most. Go on without it.',
    ],
  ])('end below the third level: %i', async (depth, text) => {
    expect(await answerOf(nested(depth, undefined, calling(callTo('one'))), tools)).toEqual([text])
  })

  it('of a tool that calls others are those it limits itself to', async () => {
    const skill = toolOf(
      async (_, context) => {
        const made = await context.limitedTo(['one']).callTools([callTo('one'), callTo('two')])
        return made.map((message) => resultIn(message).text).join(' | ')
      },
      { name: 'skill' },
    )
    expect(await answerOf(calling(callTo('skill')), [...tools, skill])).toEqual([
      'one ran | Not run: `two` is not one of the tools of this loop; there are `one`.',
    ])
  })

  it('never show in the journal', async () => {
    const { runtime } = processWith()
    const session = await runtime.start(nested(2, [one]), 'Go.', { model, tools })
    expect(JSON.stringify(await ended(runtime, session))).not.toContain('gyre/1')
  })
})

describe('a session that another process goes on with', () => {
  /** Starts a session that makes two calls, and dies in the second. */
  async function interrupted(given: Given) {
    const first = processWith(given)
    const loop = calling(callTo('add'), callTo('add', { a: 2 }))
    const ran: unknown[] = []
    const hung = toolOf(
      (input) => {
        ran.push(input)
        return ran.length === 1 ? 'first' : new Promise(() => {})
      },
      { effect: 'idempotent' },
    )
    const session = await first.runtime.start(loop, 'Add.', { model, tools: [hung] })
    await untilFact(session, 'step.finished', 'act#1[0]')
    await turns(3)
    expect(ran).toEqual([{ a: 1 }, { a: 2 }])
    return { ...first, loop, session, ran }
  }

  async function goneOn({ store, loop, session }: Awaited<ReturnType<typeof interrupted>>, given: Given = {}) {
    const later = processWith({ store, clock: simulatedClock(midnight + hour), ...given })
    const ran: unknown[] = []
    const tool = toolOf(
      (input) => {
        ran.push(input)
        return 'second'
      },
      { effect: 'idempotent' },
    )
    const resumed = await later.open(equipment(loop, model, tool)).resume(session.id)
    return { ran, answer: (await resumed.outcome).answer }
  }

  it('makes what was not done, and nothing twice', async () => {
    expect(await goneOn(await interrupted({}))).toEqual({ ran: [{ a: 2 }], answer: ['first', 'second'] })
  })

  it('has rights there though its own have expired', async () => {
    const before = await interrupted({ tokenTtlMs: 1_000 })
    expect(await goneOn(before, { tokenTtlMs: 1_000 })).toEqual({ ran: [{ a: 2 }], answer: ['first', 'second'] })
  })

  it.each([
    ['a newer key', ['k1', 'k2']],
    ['no key but a newer one', ['k2']],
  ])('has rights there with %s on the ring', async (_, names) => {
    const before = await interrupted({ keys: ringOf('k1') })
    expect(await goneOn(before, { keys: ringOf(...names) })).toEqual({ ran: [{ a: 2 }], answer: ['first', 'second'] })
  })

  it('keeps its rights when the key is changed while it runs, until that key is gone', async () => {
    const keys = ringOf('k1')
    const { runtime } = processWith({ keys })
    const rotating = toolOf(({ a }: never) => {
      if (a === 1) keys.keys = [...keys.keys, ...ringOf('k2').keys]
      if (a === 2) keys.keys = keys.keys.slice(1)
      return 'done'
    })
    const loop = calling(...[1, 2, 3].map((a) => callTo('add', { a })))
    const session = await runtime.start(loop, 'Add.', { model, tools: [rotating] })
    const facts = await ended(runtime, session)
    expect(['act#1[0]', 'act#2[0]', 'act#3[0]'].map((path) => dataOf(facts, path)?.['denied'])).toEqual([
      undefined,
      undefined,
      'token',
    ])
  })
})
