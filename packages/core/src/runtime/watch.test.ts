import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryStore, sqliteStore } from '@gyre/stores'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  behind,
  gate,
  loopOf,
  search,
  told,
  turns,
  untilFact,
  withMethods,
  world,
} from '../../../../test/support/kernel.ts'
import { isFact, type Session, type SessionEvent } from '../index.ts'
import type { FactEvent } from '../kernel/events.ts'
import { direct } from '../loops/direct.ts'
import { react } from '../loops/react.ts'
import { user } from '../messages.ts'
import type { Model } from '../ports/model.ts'
import type { Store } from '../ports/store.ts'
import { calls, modelOf, says, scriptedModel } from '../testing/scripted-model.ts'
import { Runtime } from './runtime.ts'

const look = calls('search', { query: 'x' })

async function factsSeen(session: Session): Promise<readonly FactEvent[]> {
  return (await Array.fromAsync(session.events)).filter(isFact)
}

describe('a watcher', () => {
  it('sees every fact once, in order and without gaps, the same as the journal holds', async () => {
    const { runtime } = world()
    const session = await runtime.start(react, 'Look.', { model: scriptedModel(look, says('Done.')), tools: [search] })
    const facts = await factsSeen(session)
    expect(facts.map(({ seq, type, path }) => [seq, type, path ?? ''])).toEqual([
      [1, 'session.created', ''],
      [2, 'step.finished', 'think#1'],
      [3, 'step.finished', 'act#1[0]'],
      [4, 'step.finished', 'think#2'],
      [5, 'session.ended', ''],
    ])
    expect(await factsSeen(session)).toEqual(facts)
  })

  it('sees events in one envelope', async () => {
    const { runtime } = world()
    const session = await runtime.start(direct, 'Hi.', { model: scriptedModel(says('Hello.')) })
    const [, answer] = await factsSeen(session)
    expect(answer).toMatchObject({
      v: 1,
      seq: 2,
      at: '2026-01-01T00:00:00.000Z',
      type: 'step.finished',
      session: session.id,
      path: 'answer#1',
      data: { kind: 'generate', model: 'test/scripted', result: { parts: [{ type: 'text', text: 'Hello.' }] } },
    })
  })

  it('sees a step begin, its text grow and its record come', async () => {
    const { runtime } = world()
    const held = gate()
    const reply = { ...calls('search', { query: 'x' }, 'I look.'), reasoning: 'Hm.' }
    const session = await runtime.start(react, 'Look.', {
      model: scriptedModel(behind(held, reply), says('Done.')),
      tools: [search],
    })
    const watching = Array.fromAsync(session.events)
    await held.isReached
    await turns(2)
    held.open()
    const events = (await watching).filter((event: SessionEvent) => event.path === 'think#1')
    expect(events.map(({ type }) => type)).toEqual([
      'step.started',
      'reasoning.delta',
      'text.delta',
      'tool.input.delta',
      'step.finished',
    ])
    expect(events.map(({ data }) => data['text'])).toEqual([undefined, 'Hm.', 'I look.', '{"query":"x"}', undefined])
    expect(events.filter((event) => !isFact(event) && 'seq' in event)).toEqual([])
  })

  it('is told when a step begins', async () => {
    const { runtime } = world()
    const held = gate()
    const model = scriptedModel(behind(held, look), says('Done.'))
    const session = await runtime.start(react, 'Look.', { model, tools: [search] })
    await held.isReached
    const watching = Array.fromAsync(session.events)
    await turns(2)
    held.open()
    const begun = (await watching).filter(({ type }) => type === 'step.started')
    expect(begun.map(({ path, data }) => [path, data['kind']])).toEqual([
      ['think#1', 'generate'],
      ['act#1[0]', 'tool'],
      ['think#2', 'generate'],
    ])
  })

  it('may begin after a fact it knows', async () => {
    const { runtime } = world()
    const session = await runtime.start(react, 'Look.', { model: scriptedModel(look, says('Done.')), tools: [search] })
    await session.outcome
    const rest = await Array.fromAsync(runtime.events(session.id, 3))
    expect(rest.filter(isFact).map(({ seq }) => seq)).toEqual([4, 5])
  })

  it.each([-1, 0, 0.5, Number.NaN])('that begins after %d begins with the first fact', async (from) => {
    const { runtime } = world()
    const session = await runtime.start(direct, 'Hi.', { model: scriptedModel(says('Hello.')) })
    await session.outcome
    const facts = (await Array.fromAsync(runtime.events(session.id, from))).filter(isFact)
    expect(facts.map(({ seq }) => seq)).toEqual([1, 2, 3])
  })

  it('that begins after the last fact of a session that has ended is done at once', async () => {
    const { runtime } = world()
    const session = await runtime.start(direct, 'Hi.', { model: scriptedModel(says('Hello.')) })
    await session.outcome
    expect(await Array.fromAsync(runtime.events(session.id, 3))).toEqual([])
  })

  it('that comes back while the session runs misses nothing in between', async () => {
    const { runtime } = world()
    const held = [gate(), gate()]
    const model = scriptedModel(behind(held[0]!, look), behind(held[1]!, says('Done.')))
    const session = await runtime.start(react, 'Look.', { model, tools: [search] })
    await held[0]?.isReached
    const first: number[] = []
    for await (const event of session.events) {
      if (isFact(event)) first.push(event.seq)
      if (first.length === 1) break
    }
    held[0]?.open()
    await held[1]?.isReached
    const rest = Array.fromAsync(runtime.events(session.id, 1))
    held[1]?.open()
    expect([...first, ...(await rest).filter(isFact).map(({ seq }) => seq)]).toEqual([1, 2, 3, 4, 5])
  })

  it('that is slow holds nobody up and misses no fact', async () => {
    const { runtime } = world()
    const chatty = loopOf('chatty', async (ctx) => {
      for (let turn = 0; turn < 3_000; turn++) ctx.note('turn', turn)
      await ctx.generate([user('x')])
      return 'Done.'
    })
    const held = gate()
    const slow = loopOf('slow', async (ctx) => {
      await ctx.generate([user('x')])
      return (await ctx.runLoop(chatty, 'x')).answer
    })
    const model = modelOf(async (_, { path }) => {
      if (path === 'generate#1') await held.pass()
      return says('x')
    })
    const session = await runtime.start(slow, 'Go.', { model })
    await held.isReached
    const watching = session.events[Symbol.asyncIterator]()
    const first = await watching.next()
    held.open()
    expect(await session.outcome).toMatchObject({ answer: 'Done.' })

    const seqs = [(first.value as FactEvent).seq]
    for (let next = await watching.next(); !next.done; next = await watching.next()) {
      if (isFact(next.value)) seqs.push(next.value.seq)
    }
    expect(seqs).toEqual(Array.from({ length: seqs.length }, (_, index) => index + 1))
    expect(seqs.length).toBe(3_000 + 5)
  })

  it('follows a session over a pause, its parking and its going on', async () => {
    const { runtime, clock } = world()
    const held = gate()
    const model = scriptedModel(behind(held, look), says('Done.'))
    const session = await runtime.start(react, 'Look.', { model, tools: [search] })
    const watching = factsSeen(session)
    await held.isReached
    await told(session.pause())
    held.open()
    await session.idle()
    await clock.advance(30_000)
    await session.resume()
    const facts = await watching
    expect(facts.map(({ seq }) => seq)).toEqual(facts.map((_, index) => index + 1))
    expect(facts.at(-1)?.type).toBe('session.ended')
  })

  it('of a session that is handed back is done when the runtime is closed', async () => {
    const { runtime, clock } = world()
    const held = gate()
    const model = scriptedModel(behind(held, look))
    const session = await runtime.start(react, 'Look.', { model, tools: [search] })
    const watching = factsSeen(session)
    await held.isReached
    await clock.runUntil(runtime.close({ keepStore: true }))
    expect((await watching).map(({ type }) => type)).toEqual(['session.created'])
  })

  it.each([
    ['memory', () => memoryStore()],
    ['SQLite', () => sqliteStore(':memory:', { key: 'test' })],
  ])('of a session that nobody runs is done when the runtime is closed: %s', async (_, open) => {
    const { runtime, clock, another } = world({ store: open() })
    const asking = loopOf('asking', (ctx) => ctx.askHuman('Which?'))
    const session = await runtime.start(asking, 'Go.', { model: scriptedModel() })
    await session.idle()
    await clock.advance(30_000)
    const outside = another()
    const watching = [session, await outside.session(session.id)].map(factsSeen)
    await turns()
    await runtime.close({ keepStore: true })
    await outside.close()
    for (const facts of await Promise.all(watching)) {
      expect(facts.map(({ type }) => type)).toEqual(['session.created', 'question.asked', 'session.status'])
    }
  })

  it('that comes when the runtime is closed sees what is stored, and is done', async () => {
    const { runtime, clock } = world()
    const asking = loopOf('asking', (ctx) => ctx.askHuman('Which?'))
    const session = await runtime.start(asking, 'Go.', { model: scriptedModel() })
    await session.idle()
    await clock.runUntil(runtime.close({ keepStore: true }))
    expect((await factsSeen(session)).map(({ type }) => type)).toEqual([
      'session.created',
      'question.asked',
      'session.status',
    ])
  })

  it('of an unknown session is told so', async () => {
    const { runtime } = world()
    await expect(Array.fromAsync(runtime.events('ses_none'))).rejects.toMatchObject({ code: 'session-unknown' })
  })
})

describe('a fact', () => {
  /** A store whose writes are durable when the test says so. */
  function slowStore() {
    const real = memoryStore()
    const waiting: (() => void)[] = []
    const journal = withMethods(real.journal, {
      append: (...args) => {
        real.journal.append(...args)
        return new Promise<void>((resolve) => waiting.push(resolve))
      },
    })
    const store: Store = { ...real, journal }
    const flush = async () => {
      for (const resolve of waiting.splice(0)) resolve()
      await turns(2)
    }
    return { store, flush }
  }

  it('is shown only once it is durable, and nothing goes on before', async () => {
    const { store, flush } = slowStore()
    const { runtime } = world({ store })
    const once = { ...search, effect: 'idempotent' as const }
    const model = scriptedModel(look, says('Done.'))
    const session = await runtime.start(react, 'Look.', { model, tools: [once] })
    const seen: string[] = []
    const watching = (async () => {
      for await (const event of runtime.events(session.id, 1)) if (isFact(event)) seen.push(event.path ?? event.type)
    })()
    await turns()
    expect([seen, model.requests.length]).toEqual([[], 1])
    await flush()
    expect([seen, model.requests.length]).toEqual([['think#1'], 1])
    await flush()
    expect([seen, model.requests.length]).toEqual([['think#1', 'act#1[0]'], 2])
    await flush()
    await flush()
    await watching
    expect(seen).toEqual(['think#1', 'act#1[0]', 'think#2', 'session.ended'])
  })

  it('of a pure tool is not waited for, but shown only once it is durable', async () => {
    const { store, flush } = slowStore()
    const { runtime } = world({ store })
    const model = scriptedModel(look, says('Done.'))
    const session = await runtime.start(react, 'Look.', { model, tools: [search] })
    const seen: string[] = []
    const watching = (async () => {
      for await (const event of runtime.events(session.id, 1)) if (isFact(event)) seen.push(event.path ?? event.type)
    })()
    await turns()
    await flush()
    expect([seen, model.requests.length]).toEqual([['think#1'], 2])
    await flush()
    expect(seen).toEqual(['think#1', 'act#1[0]', 'think#2'])
    await flush()
    await watching
  })
})

describe('a session that another runtime over the same store runs', () => {
  it.each([
    ['memory', () => memoryStore()],
    ['SQLite', () => sqliteStore(':memory:', { key: 'test' })],
  ])('is watched to its end, fact by fact: %s', async (_, open) => {
    const store: Store = open()
    const { runtime, another } = world({ store })
    const held = gate()
    const model = scriptedModel(behind(held, look), says('Done.'))
    const session = await runtime.start(react, 'Look.', { model, tools: [search] })
    await held.isReached
    const outside = await another().session(session.id)
    const watching = factsSeen(outside)
    const ended = outside.outcome
    await turns()
    held.open()
    expect((await watching).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
    expect(await ended).toMatchObject({ outcome: 'answered', answer: 'Done.' })
    await store.close()
  })

  it('tells that it is parked', async () => {
    const { runtime, another, clock } = world()
    const asking = loopOf('asking', (ctx) => ctx.askHuman('Which?'))
    const session = await runtime.start(asking, 'Go.', { model: scriptedModel() })
    const outside = await another().session(session.id)
    const idle = outside.idle()
    await session.idle()
    await clock.advance(30_000)
    expect(await idle).toBe('waiting')
  })
})

describe('a session of another process', () => {
  function sharedFile(): (options?: { readonly lingerMs?: number }) => Runtime {
    const folder = mkdtempSync(join(tmpdir(), 'gyre-watch-'))
    const runtimes: Runtime[] = []
    onTestFinished(async () => {
      for (const runtime of runtimes) await runtime.close({ graceMs: 0 })
      rmSync(folder, { recursive: true, force: true })
    })
    return (options = {}) => {
      const runtime = new Runtime({ store: sqliteStore(join(folder, 'gyre.db')), ...options })
      runtimes.push(runtime)
      return runtime
    }
  }

  it('is watched to its end, fact by fact', async () => {
    const open = sharedFile()
    const [here, there] = [open(), open()]
    const held = gate()
    const model = scriptedModel(behind(held, look), says('Done.'))
    const session = await here.start(react, 'Look.', { model, tools: [search] })
    await held.isReached
    const outside = await there.session(session.id)
    const watching = factsSeen(outside)
    held.open()
    expect((await watching).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
    expect(await outside.outcome).toMatchObject({ outcome: 'answered', answer: 'Done.' })
  })

  it.each(['before', 'after'])(
    'that is parked goes on for who waits %s it is answered by one that lacks its loop',
    async (when) => {
      const open = sharedFile()
      const asking = loopOf('asking', async (ctx) => `You said ${await ctx.askHuman('Which one?')}.`)
      const [here, there] = [open({ lingerMs: 0 }), open()]
      const session = await here.start(asking, 'Go.', { model: scriptedModel() })
      while ((await here.list())[0]?.state !== 'parked') await turns()
      const waiting = when === 'before' ? session.outcome : undefined
      await (await there.session(session.id)).answer('this')
      expect(await (waiting ?? session.outcome)).toMatchObject({ answer: 'You said this.' })
    },
  )

  it('obeys an intervention from here, and its end is told here', async () => {
    const open = sharedFile()
    const [here, there] = [open(), open()]
    const held = gate()
    const model = scriptedModel(behind(held, look), says('Done.'))
    const session = await here.start(react, 'Look.', { model, tools: [search] })
    await held.isReached
    const outside = await there.session(session.id)
    const ended = outside.outcome
    await outside.steer('From elsewhere.')
    await untilFact(session, 'intervention.queued')
    held.open()
    expect(await ended).toMatchObject({ answer: 'Done.' })
    expect(JSON.stringify(model.requests[1])).toContain('[USER GUIDANCE] From elsewhere.')
  })
})

describe('whoever begins to watch while a step is under way', () => {
  it('is told that it began, and shown its text from the beginning', async () => {
    const { runtime } = world()
    const [said, rest] = [gate(), gate()]
    const model: Model = {
      id: 'test/slow',
      async *stream() {
        yield { type: 'text', text: 'The ' }
        await said.pass()
        yield { type: 'text', text: 'end' }
        await rest.pass()
        yield { type: 'finish', reason: 'stop', usage: { inputTokens: 1, outputTokens: 1 } }
      },
    }
    const session = await runtime.start(direct, 'How?', { model })
    await said.isReached
    let seen = ''
    const watching = (async () => {
      for await (const { type, data } of session.events) {
        if (type === 'step.started') seen += `started ${data['kind']}: `
        if (type === 'text.delta') seen += data['text']
      }
    })()
    await turns()
    said.open()
    await rest.isReached
    await turns()
    rest.open()
    await watching
    expect(seen).toBe('started generate: The end')
  })
})
