import { memoryStore } from '@gyre/stores'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  behind,
  equipment,
  gate,
  loopOf,
  turns,
  type World,
  withMethods,
  world,
} from '../../../../test/support/kernel.ts'
import { user } from '../messages.ts'
import type { Clock } from '../ports/clock.ts'
import type { Sessions, Store } from '../ports/store.ts'
import { modelOf, says, scriptedModel } from '../testing/scripted-model.ts'
import { simulatedClock } from '../testing/simulated-time.ts'
import type { Runtime } from './runtime.ts'
import type { RuntimeOptions } from './runtime-options.ts'

const saying = loopOf('saying', async (ctx) => (await ctx.generate([user('Say it.')])).text)
const asking = loopOf('asking', async (ctx) => `You said ${await ctx.askHuman('Which one?')}.`)
const talkative = modelOf(() => says('Done.'))

const leaseMs = 15_000

/** A session in the middle of its first model call, in a process whose clock stands still: as if it had died. */
async function hung(store: Store = memoryStore()) {
  const here = world({ store })
  const held = gate()
  const session = await here.runtime.start(saying, 'Go.', { model: scriptedModel(behind(held, says('Done.'))) })
  await held.isReached
  return { ...here, id: session.id, held }
}

/** Closes a runtime without waiting for calls in flight. */
async function closeNow({ runtime, clock }: Pick<World, 'runtime' | 'clock'>): Promise<void> {
  const closed = runtime.close({ keepStore: true, graceMs: 0 })
  await clock.advance(0)
  await closed
}

/** Another process that looks at the store so many ms after the session was started. */
async function lookingOn(store: Store, afterMs: number, options: Partial<RuntimeOptions> = {}) {
  const clock = simulatedClock(Date.UTC(2026, 0, 1) + afterMs)
  const { runtime } = world({ store, clock, ...equipment(saying, talkative), ...options })
  onTestFinished(() => closeNow({ runtime, clock }))
  return { clock, runtime }
}

/** What waiting for a session has come to: its outcome, the code of its error, or nothing yet. */
function watched(runtime: Runtime, id: string, what: 'outcome' | 'idle' = 'outcome') {
  const seen: { end?: unknown } = {}
  const waiting = what === 'idle' ? runtime.idleOf(id) : runtime.outcomeOf(id).then(({ outcome }) => outcome)
  waiting.then(
    (end) => {
      seen.end = end
    },
    (error) => {
      seen.end = error.code
    },
  )
  return seen
}

describe.each(['outcome', 'idle'] as const)('waiting for the %s of a session whose process died', (what) => {
  it('fails at once when its lease has run out, and tells how to go on', async () => {
    const { store, id } = await hung()
    const { runtime } = await lookingOn(store, leaseMs + 1)
    const session = await runtime.session(id)
    const waiting = what === 'idle' ? session.idle() : session.outcome
    await expect(waiting).rejects.toMatchObject({
      code: 'session-interrupted',
      message: `Nobody runs session \`${id}\`.`,
      fix: expect.stringContaining('runtime.resume(id)'),
    })
  })

  it('fails at once when the store knows that the process is dead, though the lease lasts', async () => {
    const real = memoryStore()
    const { id } = await hung(real)
    const sessions = withMethods(real.sessions, { abandoned: async () => [id] })
    const { runtime } = await lookingOn({ ...real, worker: 'another', sessions }, 1)
    const seen = watched(runtime, id, what)
    await turns()
    expect(seen).toEqual({ end: 'session-interrupted' })
  })

  it('goes on while the lease lasts, and for one more in which another process may go on', async () => {
    const { store, id } = await hung()
    const { runtime, clock } = await lookingOn(store, 0)
    const seen = watched(runtime, id, what)
    await clock.advance(2 * leaseMs)
    expect(seen).toEqual({})
    await clock.advance(leaseMs / 3)
    expect(seen).toEqual({ end: 'session-interrupted' })
  })
})

describe('waiting for the outcome of a session', () => {
  it('goes on as long as its process renews the lease', async () => {
    const here = world()
    const held = gate()
    const model = scriptedModel(behind(held, says('Done.')))
    const session = await here.runtime.start(saying, 'Go.', { model })
    const seen = watched(here.another(), session.id)
    await here.clock.advance(10 * leaseMs)
    expect(seen).toEqual({})
  })

  it('is answered by whoever takes it over meanwhile', async () => {
    const { store, id } = await hung()
    const { runtime, clock } = await lookingOn(store, 0)
    const seen = watched(runtime, id)
    await clock.advance(leaseMs + 1)
    await runtime.resume(id)
    await turns()
    expect(seen).toEqual({ end: 'answered' })
  })

  it('goes on when it was just offered to workers, for the time of a lease', async () => {
    const { store, id } = await hung()
    const dispatcher = { isShared: false, offer: async () => {}, work: () => async () => {} }
    const { runtime, clock } = await lookingOn(store, leaseMs + 1, { dispatcher })
    expect(await runtime.recover()).toEqual([id])
    const seen = watched(runtime, id)
    await clock.advance(leaseMs)
    expect(seen).toEqual({})
    await clock.advance(leaseMs / 3)
    expect(seen).toEqual({ end: 'session-interrupted' })
  })

  it('goes on in a process that recovers sessions itself', async () => {
    const { store, id } = await hung()
    const { runtime } = await lookingOn(store, leaseMs + 1, { recover: true })
    const seen = watched(runtime, id)
    await turns()
    expect(seen).toEqual({ end: 'answered' })
  })

  it('goes on when it was handed back, is parked or is queued', async () => {
    const here = world()
    const session = await here.runtime.start(asking, 'Go.', { model: talkative })
    await session.idle()
    await here.clock.advance(30_000)
    const handedBack = await hung()
    await closeNow(handedBack)
    for (const { store, id } of [{ store: here.store, id: session.id }, handedBack]) {
      const { runtime, clock } = await lookingOn(store, 60_000)
      const seen = watched(runtime, id)
      await clock.advance(10 * leaseMs)
      expect(seen).toEqual({})
    }
  })

  it('goes on with a session that was parked here and answered elsewhere before anybody waited', async () => {
    const { runtime, clock, another } = world()
    const session = await runtime.start(asking, 'Go.', { model: talkative })
    await session.idle()
    await clock.advance(30_000)
    const elsewhere = await another().session(session.id)
    await elsewhere.answer('this')
    await turns()
    expect((await runtime.list())[0]?.state).toBe('queued')
    expect(await session.outcome).toMatchObject({ answer: 'You said this.' })
  })

  it('fails when the runtime is closed before', async () => {
    const here = await hung()
    const seen = watched(here.runtime, here.id)
    await closeNow(here)
    expect(seen).toEqual({ end: 'session-interrupted' })
  })
})

/** Errors that nobody was told, from here to the end of the test. */
function unheard(): unknown[] {
  const errors: unknown[] = []
  const note = (error: unknown) => errors.push(error)
  process.on('unhandledRejection', note)
  onTestFinished(() => {
    process.off('unhandledRejection', note)
  })
  return errors
}

describe.each(['outcome', 'idle'] as const)('waiting for the %s of a session', (what) => {
  const waitFor = (runtime: Runtime, id: string) => (what === 'idle' ? runtime.idleOf(id) : runtime.outcomeOf(id))

  it('that was removed fails, and leaves nobody waiting', async () => {
    const { runtime } = world()
    const session = await runtime.start(saying, 'Go.', { model: talkative })
    await session.outcome
    expect(await runtime.prune({ maxCount: 0 })).toEqual([session.id])
    const errors = unheard()
    await expect(waitFor(runtime, session.id)).rejects.toMatchObject({ code: 'session-unknown' })
    await runtime.close({ keepStore: true })
    await turns()
    expect(errors).toEqual([])
  })

  it('that the store fails to tell of fails, and leaves nobody waiting', async () => {
    const real = memoryStore()
    const { id } = await hung(real)
    const sessions = withMethods(real.sessions, { abandoned: () => Promise.reject(new Error('The disk is away.')) })
    const clock = lifelines(simulatedClock())
    const { runtime } = world({ store: { ...real, worker: 'another', sessions }, clock })
    const errors = unheard()
    await expect(waitFor(runtime, id)).rejects.toThrow('The disk is away.')
    expect(clock.open.size).toBe(0)
    await runtime.close({ keepStore: true })
    await turns()
    expect(errors).toEqual([])
  })

  it('is told, though another was removed meanwhile', async () => {
    const real = memoryStore()
    const [gone, other] = [await hung(real), await hung(real)]
    let isRemoved = false
    const get: Sessions['get'] = async (id) => (isRemoved && id === gone.id ? undefined : real.sessions.get(id))
    const store = { ...real, sessions: withMethods(real.sessions, { get }) }
    const { runtime } = await lookingOn(store, 0)
    const seen = [gone, other].map(({ id }) => watched(runtime, id, what))
    await turns()
    isRemoved = true
    other.held.open()
    await turns()
    expect(seen).toEqual([{ end: 'session-unknown' }, { end: what === 'idle' ? 'ended' : 'answered' }])
  })
})

/** A clock that tells for how many timers the process would stay alive. */
function lifelines(clock: Clock) {
  const open = new Set<object>()
  const after: Clock['after'] = (ms, call, options) => {
    const timer = {}
    if (options?.keepsAlive) open.add(timer)
    const cancel = clock.after(ms, () => {
      open.delete(timer)
      call()
    })
    return () => {
      open.delete(timer)
      cancel()
    }
  }
  return { now: () => clock.now(), after, open }
}

describe('a process', () => {
  it('stays alive while somebody waits for a session that waits for a person, and no longer', async () => {
    const clock = lifelines(simulatedClock())
    const { runtime } = world({ clock })
    const session = await runtime.start(asking, 'Go.', { model: talkative })
    const ended = session.outcome
    await session.idle()
    expect(clock.open.size).toBe(1)
    await session.answer('b')
    expect(await ended).toMatchObject({ answer: 'You said b.' })
    expect(clock.open.size).toBe(0)
  })

  it('stays alive while somebody waits for a session of another process, until it is closed', async () => {
    const { store, id } = await hung()
    const clock = lifelines(simulatedClock())
    const { runtime } = world({ store, clock })
    const seen = watched(runtime, id)
    await turns()
    expect([clock.open.size, seen]).toEqual([1, {}])
    await runtime.close({ keepStore: true })
    expect(clock.open.size).toBe(0)
  })

  it('does not stay alive for a session nobody waits for', async () => {
    const clock = lifelines(simulatedClock())
    const { runtime } = world({ clock })
    const session = await runtime.start(asking, 'Go.', { model: talkative })
    expect(await session.idle()).toBe('waiting')
    expect(clock.open.size).toBe(0)
  })
})
