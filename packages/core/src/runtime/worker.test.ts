import { memoryStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'
import { equipment, gate, loopOf, told, withMethods, world } from '../../../../test/support/kernel.ts'
import { GyreError } from '../errors.ts'
import type { Session } from '../index.ts'
import { user } from '../messages.ts'
import type { Store } from '../ports/store.ts'
import { modelOf, says } from '../testing/scripted-model.ts'
import { setAside } from './set-aside.ts'

const twice = loopOf('twice', async (ctx) => {
  await ctx.generate([user('x')])
  await ctx.askHuman('Which one?')
  return (await ctx.generate([user('y')])).text
})
const model = modelOf((_, { path }) => says(path))

/** A session that was handed back, and a process whose store is in trouble. The clock stands still: no lease runs out. */
async function handedBack(trouble: (real: Store) => Partial<Store>, before?: (session: Session) => Promise<unknown>) {
  const real = memoryStore()
  const { runtime, another } = world({ store: real, ...equipment(twice, model) })
  const session = await runtime.start(twice, 'Go.', { model })
  await session.idle()
  await before?.(session)
  await runtime.close({ keepStore: true })
  const { id } = session
  /** The end, in a process that is well. */
  const goneOn = async () => {
    const resumed = await another().resume(id)
    await resumed.answer('b')
    return resumed.outcome
  }
  return { id, real, troubled: another({ store: { ...real, ...trouble(real) } }), goneOn }
}

const away = () => Promise.reject(new Error('The disk is away.'))

describe('a session that cannot be run because the store fails', () => {
  it('is let go of when what people sent cannot be read', async () => {
    const { id, troubled, goneOn } = await handedBack(({ interventions }) => ({
      interventions: withMethods(interventions, { list: away }),
    }))
    await expect(troubled.resume(id)).rejects.toThrow('The disk is away.')
    expect(await goneOn()).toMatchObject({ answer: 'generate#2' })
  })

  it('is let go of when that cannot be read any more once it runs', async () => {
    const { id, troubled, goneOn } = await handedBack(({ interventions }) => {
      let looks = 0
      const list: typeof interventions.list = (...args) => (++looks > 1 ? away() : interventions.list(...args))
      return { interventions: withMethods(interventions, { list }) }
    })
    await expect((await troubled.resume(id)).outcome).rejects.toThrow('The disk is away.')
    expect(await goneOn()).toMatchObject({ answer: 'generate#2' })
  })

  it.each([
    ['when the store does not answer', new GyreError('store-failed', 'It took too long.'), 'queued'],
    ['waiting when its journal is damaged', new GyreError('store-corrupt', 'It has no beginning.'), 'parked'],
  ])('is left %s as it is read', async (_, failure, state) => {
    let isTaken = false
    const { id, troubled, real } = await handedBack(({ journal, sessions }) => ({
      sessions: withMethods(sessions, {
        acquire: async (...args) => {
          isTaken = true
          return sessions.acquire(...args)
        },
      }),
      journal: withMethods(journal, {
        read: (...args) => (isTaken ? Promise.reject(failure) : journal.read(...args)),
      }),
    }))
    await expect(troubled.resume(id)).rejects.toBe(failure)
    expect(await real.sessions.get(id)).toMatchObject({ state })
  })

  it('is let go of when its journal cannot be read after it was taken over', async () => {
    const { id, troubled, goneOn } = await handedBack(({ journal, sessions }) => {
      let isTaken = false
      return {
        sessions: withMethods(sessions, {
          acquire: async (...args) => {
            isTaken = true
            return sessions.acquire(...args)
          },
        }),
        journal: withMethods(journal, { read: (...args) => (isTaken ? away() : journal.read(...args)) }),
      }
    })
    await expect(troubled.resume(id)).rejects.toThrow('The disk is away.')
    expect(await goneOn()).toMatchObject({ answer: 'generate#2' })
  })

  it('is let go of when nothing can be written', async () => {
    const { id, troubled, goneOn } = await handedBack(({ journal }) => ({
      journal: withMethods(journal, {
        append: () => {
          throw new Error('The disk is full.')
        },
      }),
    }))
    await expect((await troubled.resume(id)).outcome).rejects.toMatchObject({ code: 'store-failed' })
    expect(await goneOn()).toMatchObject({ answer: 'generate#2' })
  })

  it('is let go of when it was paused and that cannot be lifted', async () => {
    const { id, troubled, goneOn } = await handedBack(
      ({ interventions }) => ({ interventions: withMethods(interventions, { add: away }) }),
      (session) => told(session.pause()),
    )
    await expect(troubled.resume(id)).rejects.toThrow('The disk is away.')
    expect(await goneOn()).toMatchObject({ answer: 'generate#2' })
  })
})

describe('a session whose facts the store refuses', () => {
  /** A store that refuses the result of one step as long as it is told to, and a model that counts how often it is asked. */
  async function refused(code: 'store-failed' | 'store-unreachable') {
    const real = memoryStore()
    const trouble = { isOn: true }
    const journal = withMethods(real.journal, {
      append: (lease, facts, options) => {
        if (trouble.isOn && facts.some(({ path }) => path === 'generate#1'))
          throw new GyreError(code, 'hunter2 will not do.')
        return real.journal.append(lease, facts, options)
      },
    })
    const asked: string[] = []
    const counted = modelOf((_, { path }) => {
      asked.push(path)
      return says(path)
    })
    const here = world({
      store: { ...real, journal },
      ...equipment(twice, counted),
      recover: true,
      secrets: ['hunter2'],
    })
    const session = await here.runtime.start(twice, 'Go.', { model: counted })
    await expect(session.outcome).rejects.toMatchObject({ code })
    return { ...here, session, asked, trouble }
  }

  it('waits for a person, with the reason: nobody pays for the same call again and again', async () => {
    const { runtime, session, asked, clock, store } = await refused('store-failed')
    await clock.advance(600_000)
    expect(asked).toEqual(['generate#1'])
    expect(await store.sessions.get(session.id)).toMatchObject({ state: 'parked', mirror: { status: 'waiting' } })
    expect((await runtime.read(session.id)).view.refusal).toMatchObject({
      code: 'store-failed',
      message: '[redacted] will not do.',
    })
  })

  it('goes on when somebody resumes it and the store takes them', async () => {
    const { runtime, session, asked, trouble } = await refused('store-failed')
    trouble.isOn = false
    const resumed = await runtime.resume(session.id)
    expect(await resumed.idle()).toBe('waiting')
    await resumed.answer('b')
    expect(await resumed.outcome).toMatchObject({ answer: 'generate#2' })
    expect(asked).toEqual(['generate#1', 'generate#1', 'generate#2'])
  })

  it('is gone on with by itself when the store was away and is back', async () => {
    const { session, clock, trouble, store } = await refused('store-unreachable')
    trouble.isOn = false
    await clock.advance(60_000)
    expect(await store.sessions.get(session.id)).toMatchObject({ mirror: { status: 'waiting' } })
    await session.answer('b')
    expect(await session.outcome).toMatchObject({ answer: 'generate#2' })
  })

  /** A session under a lease, and something to send to it. */
  async function underLease() {
    const { runtime, store } = world(equipment(twice, model))
    const { id } = await runtime.start(twice, 'Go.', { model })
    await (await runtime.session(id)).idle()
    await runtime.close({ keepStore: true })
    const terms = { worker: 'w', leaseMs: 1000, now: 0 }
    const lease = await store.sessions.acquire(id, terms)
    if (!lease) throw new Error('Somebody else has it.')
    const pause = { id: 'itv_1', session: id, action: 'pause', body: {}, by: 'me', at: 0, key: null }
    return { store, lease, terms, id, send: () => store.interventions.add(pause) }
  }

  const reason = { code: 'store-failed', message: 'It will not do.' }

  it('is left to others when something was sent to it before', async () => {
    const { store, lease, terms, send } = await underLease()
    await send()
    expect(await setAside(store, lease, { reason, terms: () => terms })).toBe(false)
  })

  it('is left to others when something is sent to it while it is set aside', async () => {
    const { store, lease, terms, id, send } = await underLease()
    const sessions = withMethods(store.sessions, {
      acquire: async (...args) => {
        await send()
        return store.sessions.acquire(...args)
      },
    })
    await setAside({ ...store, sessions }, lease, { reason, terms: () => terms })
    expect(await store.sessions.get(id)).toMatchObject({ state: 'queued', worker: null })
  })
})

describe('a session whose journal takes long to read', () => {
  /** One that was handed back, and a process that has its lease and reads. */
  async function reading(trouble: (real: Store) => Partial<Store['sessions']> = () => ({})) {
    const real = memoryStore()
    const { runtime, another, clock } = world({ store: real, ...equipment(twice, model) })
    const session = await runtime.start(twice, 'Go.', { model })
    await session.idle()
    await runtime.close({ keepStore: true })
    const held = gate()
    let reads = 0
    const journal = withMethods(real.journal, {
      read: async (...args) => {
        // The first look is at its definition.
        if (++reads > 1) await held.pass()
        return real.journal.read(...args)
      },
    })
    const sessions = withMethods(real.sessions, trouble(real))
    const resumed = another({ store: { ...real, journal, sessions, worker: 'slow' } }).resume(session.id)
    await held.isReached
    return { real, another, clock, session, resumed, held }
  }

  it('is kept meanwhile: its lease is renewed', async () => {
    const { real, another, clock, session, resumed, held } = await reading()
    await clock.advance(60_000)
    await expect(another({ store: { ...real, worker: 'other' } }).resume(session.id)).rejects.toMatchObject({
      code: 'session-busy',
    })
    held.open()
    const goesOn = await resumed
    await goesOn.answer('b')
    expect(await goesOn.outcome).toMatchObject({ answer: 'generate#2' })
  })

  it('is not begun when another took it meanwhile', async () => {
    const { clock, resumed, held } = await reading(() => ({
      renew: async (leases) => leases.map(({ session }) => session),
    }))
    const refused = expect(resumed).rejects.toMatchObject({ code: 'session-busy' })
    await clock.advance(60_000)
    held.open()
    await refused
  })
})
