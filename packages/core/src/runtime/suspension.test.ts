import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { memoryStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'
import {
  behind,
  equipment,
  factsOfType,
  gate,
  loopOf,
  reactShapes,
  search,
  standing,
  textsOf,
  told,
  turns,
  withMethods,
  world,
} from '../../../../test/support/kernel.ts'
import { react } from '../loops/react.ts'
import { user } from '../messages.ts'
import type { Store } from '../ports/store.ts'
import { calls, modelOf, says, scriptedModel } from '../testing/scripted-model.ts'
import type { Tool } from '../tools/tool.ts'

const look = calls('search', { query: 'x' })

const asking = loopOf('asking', async (ctx) => `You said ${await ctx.askHuman('Which one?')}.`)

describe.each(reactShapes)('a paused session, as $shape', ({ loop }) => {
  it('is parked after the linger, and goes on from its journal when it is resumed', async () => {
    const { runtime, store, clock } = world({ lingerMs: 30_000 })
    const held = gate()
    const model = scriptedModel(behind(held, look), says('Done.'))
    const session = await runtime.start(loop, 'Look.', { model, tools: [search] })
    await held.isReached
    await told(session.pause())
    held.open()
    await session.idle()

    await clock.advance(29_999)
    expect((await store.sessions.get(session.id))?.state).toBe('running')
    await clock.advance(1)
    expect(await store.sessions.get(session.id)).toMatchObject({ state: 'parked', worker: null, leaseUntil: null })
    expect(await session.idle()).toBe('paused')

    await session.resume()
    expect(await session.outcome).toMatchObject({ answer: 'Done.' })
    expect(model.requests).toHaveLength(2)
  })
})

describe('a session that was paused', () => {
  const pausing = async (held = gate()) => {
    const model = scriptedModel(behind(held, look), says('Done.'))
    const place = world(equipment(react as never, model, search))
    const session = await place.runtime.start(react, 'Look.', { model, tools: [search] })
    await held.isReached
    await told(session.pause())
    held.open()
    await session.idle()
    return { ...place, session }
  }

  it('is shown at work as soon as another process goes on with it', async () => {
    const { afterCrash, session } = await pausing()
    const runtime = afterCrash()
    await (await runtime.resume(session.id)).outcome
    const statuses = (await factsOfType(runtime, session.id, 'session.status')).map(({ data }) => data)
    expect(statuses).toMatchObject([{ status: 'paused' }, { status: 'running', resumed: true }])
    const { rows } = await runtime.read(session.id)
    const resumed = rows.findIndex(({ data }) => data?.includes('"resumed":true'))
    expect(rows.findIndex(({ path }) => path === 'act#1[0]')).toBeGreaterThan(resumed)
  })

  it('goes on where it is held when another process resumes it, whatever that one lacks', async () => {
    const { another, session, store } = await pausing()
    const resumed = await another({ loops: [], models: [], tools: [] }).resume(session.id)
    expect(await resumed.outcome).toMatchObject({ answer: 'Done.' })
    // Nobody took it over.
    expect(await store.sessions.get(session.id)).toMatchObject({ token: 1 })
  })

  it('and whose process has not seen that yet is told to go on as well', async () => {
    const held = gate()
    const model = scriptedModel(behind(held, look), says('Done.'))
    const { another, store } = world(equipment(react as never, model, search))
    const deaf = another({ store: { ...store, onChange: () => () => {} } })
    const session = await deaf.start(react, 'Look.', { model, tools: [search] })
    await held.isReached
    const other = another()
    await other.send(session.id, 'pause')
    await other.resume(session.id)
    const sent = await store.interventions.list(session.id)
    expect(sent.map(({ action, state }) => [action, state])).toEqual([
      ['pause', 'queued'],
      ['resume', 'queued'],
    ])
    await expect(other.resume(session.id)).rejects.toMatchObject({ code: 'session-busy' })
    held.open()
    await session.outcome
  })

  it('goes on in the process that resumes it when the other one lets go of it meanwhile', async () => {
    const { runtime, another, session, store } = await pausing()
    const add: typeof store.interventions.add = async (...args) => {
      await runtime.close({ keepStore: true })
      return store.interventions.add(...args)
    }
    const other = another({ store: { ...store, interventions: withMethods(store.interventions, { add }) } })
    expect(await (await other.resume(session.id)).outcome).toMatchObject({ answer: 'Done.' })
    const sent = await store.interventions.list(session.id)
    expect(sent.map(({ action, state }) => [action, state])).toEqual([
      ['pause', 'applied'],
      ['resume', 'applied'],
    ])
  })

  it('before it began goes on with the first resume', async () => {
    const { runtime, clock } = world()
    const session = await runtime.start(react, 'Look.', {
      model: scriptedModel(says('Done.')),
      notBefore: new Date(clock.now() + 60_000),
    })
    await session.pause()
    expect(await (await runtime.resume(session.id)).outcome).toMatchObject({ answer: 'Done.' })
  })

  it('does not count the pause as time of the step that waited', async () => {
    const { runtime, session, clock } = await pausing()
    await clock.advance(5_000)
    await told(session.resume())
    await session.outcome
    const steps = await factsOfType(runtime, session.id, 'step.finished')
    expect(steps.map(({ path, data }) => [path, (data as { ms: number }).ms])).toEqual([
      ['think#1', 0],
      ['act#1[0]', 0],
      ['think#2', 0],
    ])
  })
})

describe('a waiting session', () => {
  it('is parked, wakes by its answer and ends right', async () => {
    const { runtime, store, clock } = world()
    const session = await runtime.start(asking, 'Go.', { model: modelOf(() => says('x')) })
    expect(await session.idle()).toBe('waiting')
    await clock.advance(30_000)
    expect(await store.sessions.get(session.id)).toMatchObject({ state: 'parked', mirror: { status: 'waiting' } })

    await session.answer('b')
    expect(await session.outcome).toMatchObject({ answer: 'You said b.' })
    expect(await factsOfType(runtime, session.id, 'question.asked')).toHaveLength(1)
  })

  it('leaves no timer behind when it is parked', async () => {
    const timers = new Set<object>()
    const { runtime, store, clock } = world()
    const watched = {
      now: () => clock.now(),
      after: (ms: number, call: () => void) => {
        const timer = {}
        timers.add(timer)
        const cancel = clock.after(ms, () => {
          timers.delete(timer)
          call()
        })
        return () => {
          timers.delete(timer)
          cancel()
        }
      },
    }
    await runtime.close({ keepStore: true })
    const { runtime: counted } = world({ store, clock: watched, lingerMs: 30_000 })
    const session = await counted.start(asking, 'Go.', { model: modelOf(() => says('x')) })
    await session.idle()
    expect(timers.size).toBeGreaterThan(0)
    await clock.advance(60_000)
    expect(timers.size).toBe(0)
  })

  it('is let go of by the runtime: its memory can be collected', async () => {
    const { runtime, clock } = world()
    let kept: WeakRef<object> | undefined
    const holding = loopOf('holding', async (ctx) => {
      const big = { bytes: new Uint8Array(1024) }
      kept = new WeakRef(big)
      const answer = await ctx.askHuman('Which one?')
      return `${answer} ${big.bytes.length}`
    })
    const session = await runtime.start(holding, 'Go.', { model: modelOf(() => says('x')) })
    await session.idle()
    await clock.advance(30_000)
    expect(await isCollected(() => kept?.deref())).toBe(true)
    await session.answer('b')
    expect(await session.outcome).toMatchObject({ answer: 'b 1024' })
  })

  it('can be answered and run by another process', async () => {
    const model = modelOf(() => says('x'))
    const { runtime, clock, another } = world(equipment(asking, model))
    const session = await runtime.start(asking, 'Go.', { model })
    await session.idle()
    await clock.advance(30_000)
    const other = await another().session(session.id)
    await other.answer('c')
    expect(await other.outcome).toMatchObject({ answer: 'You said c.' })
  })

  it('is not timed: active time stops while it waits, in memory and in the store', async () => {
    const { runtime, clock } = world()
    const timed = loopOf('timed', async (ctx) => {
      await ctx.generate([user('x')])
      await ctx.askHuman('Which one?')
      await ctx.generate([user('y')])
      return 'Done.'
    })
    const model = modelOf(async () => {
      await clock.sleep(1_000)
      return says('x')
    })
    const session = await runtime.start(timed, 'Go.', { model, budget: { activeMs: 5_000 } })
    await clock.runUntil(session.idle())
    await clock.advance(10_000)
    await clock.advance(3_600_000)
    await told(session.answer('b'))
    const end = await clock.runUntil(session.outcome)
    expect(end).toMatchObject({ outcome: 'answered', answer: 'Done.', usage: { activeMs: 2_000 } })
  })

  it('that goes on before the linger is over stays, and lingers anew the next time', async () => {
    const { runtime, store, clock } = world()
    const twice = loopOf('twice', async (ctx) => {
      await ctx.askHuman('First?')
      return ctx.askHuman('Second?')
    })
    const session = await runtime.start(twice, 'Go.', { model: modelOf(() => says('x')) })
    await session.idle()
    await clock.advance(20_000)
    await told(session.answer('a'))
    expect(await session.idle()).toBe('waiting')
    await clock.advance(20_000)
    expect((await store.sessions.get(session.id))?.state).toBe('running')
    await clock.advance(10_000)
    expect((await store.sessions.get(session.id))?.state).toBe('parked')
  })
})

describe('a parked session', () => {
  const parked = async () => {
    const here = world()
    const talking = loopOf('talking', async (ctx) => {
      ctx.propose('Perhaps.')
      await ctx.generate([user('x')])
      const answer = await ctx.askHuman('Which one?')
      return (await ctx.generate([user(answer)])).text
    })
    const model = modelOf((_, { path }) => says(path))
    const session = await here.runtime.start(talking, 'Go.', { model })
    await session.idle()
    await here.clock.advance(30_000)
    expect((await here.store.sessions.get(session.id))?.state).toBe('parked')
    return { ...here, session, model }
  }

  it('can be aborted', async () => {
    const { session, model } = await parked()
    await session.abort()
    expect(await session.outcome).toMatchObject({ outcome: 'aborted', answer: 'Perhaps.' })
    expect(model.requests).toHaveLength(1)
  })

  it('can be finished', async () => {
    const { session } = await parked()
    await session.finish()
    expect(await session.outcome).toMatchObject({ outcome: 'answered', answer: 'wrap-up#1' })
  })

  it('can be steered, and keeps that until it is asked again', async () => {
    const { session, model } = await parked()
    await told(session.steer('Be brief.'))
    await session.idle()
    await session.answer('b')
    expect(await session.outcome).toMatchObject({ answer: 'generate#2' })
    expect(textsOf(model.requests[1])).toEqual(['b', '[USER GUIDANCE] Be brief.'])
  })

  it('can be paused: its answer is then taken, and nothing else', async () => {
    const { session, model } = await parked()
    await told(session.pause())
    await session.idle()
    await told(session.answer('b'))
    expect(await session.idle()).toBe('paused')
    expect(model.requests).toHaveLength(1)
    await session.resume()
    expect(await session.outcome).toMatchObject({ answer: 'generate#2' })
  })

  it('can be forked', async () => {
    const { session } = await parked()
    const fork = await session.fork({ at: 'generate#1' })
    await fork.idle()
    await fork.answer('c')
    expect(await fork.outcome).toMatchObject({ answer: 'generate#2' })
  })
})

describe('parking', () => {
  it('gives way to an intervention that came at the same moment', async () => {
    const real = memoryStore()
    let race: (() => Promise<unknown>) | undefined
    const sessions = withMethods(real.sessions, {
      park: async (lease) => {
        const seen = { ...lease }
        await race?.()
        race = undefined
        return real.sessions.park(seen)
      },
    })
    const store: Store = { ...real, sessions }
    const { runtime, clock } = world({ store })
    const session = await runtime.start(asking, 'Go.', { model: modelOf(() => says('x')) })
    await session.idle()
    race = () => session.answer('just in time')
    await clock.advance(30_000)
    expect(await session.outcome).toMatchObject({ answer: 'You said just in time.' })
    expect(await standing(real, session.id)).toEqual(['answer applied at ask#1'])
  })

  it('gives way to an intervention that is just being looked at', async () => {
    const real = memoryStore()
    const held = gate()
    let isSlow = false
    const interventions = withMethods(real.interventions, {
      list: async (id) => {
        if (isSlow) await held.pass()
        return real.interventions.list(id)
      },
    })
    const { runtime, clock } = world({ store: { ...real, interventions } })
    const session = await runtime.start(asking, 'Go.', { model: modelOf(() => says('x')) })
    await session.idle()
    isSlow = true
    await session.answer('in time')
    await held.isReached
    await clock.advance(30_000)
    held.open()
    expect(await session.outcome).toMatchObject({ answer: 'You said in time.' })
  })

  it('is undone by an intervention that came right after', async () => {
    const { runtime, store, clock } = world()
    const session = await runtime.start(asking, 'Go.', { model: modelOf(() => says('x')) })
    await session.idle()
    const ended = session.outcome
    await clock.advance(30_000)
    await store.interventions.add({
      id: 'itv_1',
      session: session.id,
      action: 'answer',
      body: { text: 'late' },
      by: 'ada',
      at: clock.now(),
      key: null,
    })
    await runtime.wake(session.id)
    expect(await ended).toMatchObject({ answer: 'You said late.' })
  })

  it('keeps a session that is paused and asked, paused', async () => {
    const { runtime, clock } = world()
    const held = gate()
    const both = loopOf('both', async (ctx) => {
      await ctx.generate([user('x')])
      await ctx.askHuman('Which one?')
      return (await ctx.generate([user('y')])).text
    })
    const model = scriptedModel(behind(held, says('x')), says('Done.'))
    const session = await runtime.start(both, 'Go.', { model })
    await held.isReached
    await told(session.step())
    held.open()
    expect(await session.idle()).toBe('waiting')
    await clock.advance(30_000)
    await session.answer('b')
    await turns()
    expect(await session.idle()).toBe('paused')
    expect(model.requests).toHaveLength(1)
    await session.resume()
    expect(await session.outcome).toMatchObject({ answer: 'Done.' })
  })
})

describe('an ended session', () => {
  it('is let go of by the runtime, with a tool of its own by the name of another', async () => {
    const { runtime } = world()
    const ranWith = async (tool: Tool) => {
      const session = await runtime.start(react, 'Look.', { model: modelOf(() => says('Done.')), tools: [tool] })
      await session.outcome
      return new WeakRef(tool)
    }
    await ranWith(search)
    const kept = await ranWith({ ...search })
    expect(await isCollected(() => kept.deref())).toBe(true)
  })
})

/** Whether nothing refers to a value any more. */
async function isCollected(value: () => unknown): Promise<boolean> {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  for (let round = 0; round < 10 && value() !== undefined; round++) {
    await turns(2)
    gc()
  }
  return value() === undefined
}
