import { memoryStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'
import { behind, equipment, gate, loopOf, withMethods, world } from '../../../../test/support/kernel.ts'
import { sharedQueue } from '../../../../test/support/shared-workers.ts'
import { GyreError } from '../errors.ts'
import { user } from '../messages.ts'
import { modelOf, says, scriptedModel } from '../testing/scripted-model.ts'

const saying = loopOf('saying', async (ctx) => (await ctx.generate([user('Say it.')])).text)
const asking = loopOf('asking', async (ctx) => `You said ${await ctx.askHuman('Which one?')}.`)
const model = modelOf(() => says('Done.'))
const known = { ...equipment(saying, model), loops: [saying, asking] }

/** A process that only begins sessions, and others that run them. */
function server() {
  const queue = sharedQueue()
  const here = world({ ...known, dispatcher: queue.dispatcher(0) })
  const worker = (most?: number) => here.another({ dispatcher: queue.dispatcher(most) })
  return { ...here, queue, worker }
}

describe('a session that is begun where the dispatcher is shared', () => {
  it('is queued and offered, and run by whoever takes it', async () => {
    const { runtime, queue, worker, store } = server()
    const session = await runtime.start('saying', 'Go.', { model: model.id })
    expect(await store.sessions.get(session.id)).toMatchObject({ state: 'queued', mirror: { status: 'queued' } })
    const outcome = session.outcome
    worker()
    await queue.dispatcher(0).offer(session.id)
    expect(await outcome).toMatchObject({ outcome: 'answered', answer: 'Done.' })
    expect(queue.offers[0]).toEqual({ session: session.id, waits: undefined })
  })

  it('notes what a worker must know to take it', async () => {
    const { runtime, store } = server()
    const { id } = await runtime.start('saying', 'Go.', { model: model.id, priority: 5 })
    expect(await store.sessions.get(id)).toMatchObject({
      waits: { priority: 5, notBefore: null },
      mirror: { loop: 'saying', loopVersion: 1, provider: 'test' },
    })
  })

  it('is queued with a model of the runtime, which is made anew for each who asks', async () => {
    const queue = sharedQueue()
    const fresh = () => ({ ...modelOf(() => says('Fresh.')), id: 'house/large' })
    const shared = { loops: [saying], models: () => fresh(), model: async () => fresh() }
    const { runtime, another } = world({ ...shared, dispatcher: queue.dispatcher(0) })
    const session = await runtime.start('saying', 'Go.')
    expect(queue.offers.map(({ session: id }) => id)).toEqual([session.id])
    another({ ...shared, dispatcher: queue.dispatcher() })
    await queue.dispatcher(0).offer(session.id)
    expect(await session.outcome).toMatchObject({ answer: 'Fresh.' })
    const own = await runtime.start('saying', 'Go.', { model: fresh() })
    expect(await own.outcome).toMatchObject({ answer: 'Fresh.' })
    expect(queue.offers).toHaveLength(2)
  })

  it('does not wait for its time when somebody resumes it', async () => {
    const { runtime, queue, clock, store } = server()
    const notBefore = new Date(clock.now() + 60_000)
    const { id } = await runtime.start('saying', 'Go.', { model: model.id, notBefore })
    await runtime.resume(id)
    expect(queue.offers).toEqual([
      { session: id, waits: { priority: 0, notBefore: notBefore.getTime() } },
      { session: id, waits: { priority: 0, notBefore: null, hasBegun: true } },
    ])
    expect(await store.sessions.get(id)).toMatchObject({ state: 'queued', waits: { notBefore: null } })
  })

  it.each(['abort', 'finish'] as const)('does not wait for its time when somebody ends it: %s', async (action) => {
    const { runtime, queue, clock } = server()
    const notBefore = new Date(clock.now() + 60_000)
    const { id } = await runtime.start('saying', 'Go.', { model: model.id, notBefore })
    await runtime.send(id, action)
    await runtime.wake(id)
    expect(queue.offers.at(-1)).toEqual({ session: id, waits: { priority: 0, notBefore: null, hasBegun: true } })
  })

  it('takes an answer although the store is away when others are to be told of it', async () => {
    const real = memoryStore()
    const queue = sharedQueue()
    const { runtime, another } = world({ ...known, store: real, dispatcher: queue.dispatcher() })
    const session = await runtime.start('asking', 'Go.', { model: model.id })
    await session.idle()
    let isAway = false
    const sessions = withMethods(real.sessions, {
      get: async (id) => {
        if (isAway) throw new GyreError('store-unreachable', 'It does not answer.')
        return real.sessions.get(id)
      },
    })
    const interventions = withMethods(real.interventions, {
      add: async (intervention) => {
        const added = await real.interventions.add(intervention)
        isAway = true
        return added
      },
    })
    const store = { ...real, sessions, interventions, worker: 'elsewhere' }
    const answering = another({ store, dispatcher: queue.dispatcher(0) })
    await (await answering.session(session.id)).answer('The red one')
    expect(await session.outcome).toMatchObject({ answer: 'You said The red one.' })
  })

  it('is run here when only this process has what it was begun with', async () => {
    const { runtime, queue } = server()
    const own = loopOf('own', async () => 'Mine.')
    expect(await (await runtime.start(own, 'Go.', { model })).outcome).toMatchObject({ answer: 'Mine.' })
    expect(queue.offers).toEqual([])
  })

  it('is offered again when an answer wakes it', async () => {
    const { runtime, queue, worker, store, clock } = server()
    worker()
    const session = await runtime.start('asking', 'Go.', { model: model.id })
    expect(await session.idle()).toBe('waiting')
    await clock.advance(1000)
    expect(await store.sessions.get(session.id)).toMatchObject({ state: 'parked' })
    await session.answer('this')
    expect(await session.outcome).toMatchObject({ answer: 'You said this.' })
    expect(queue.offers.map(({ session: id }) => id)).toEqual([session.id, session.id])
  })

  it('that is paused goes on at another worker when it is resumed', async () => {
    const { runtime, worker, clock } = server()
    worker()
    const session = await runtime.start('asking', 'Go.', { model: model.id })
    await session.idle()
    await session.pause()
    await clock.advance(30_000)
    await session.answer('that')
    await runtime.resume(session.id)
    expect(await session.outcome).toMatchObject({ answer: 'You said that.' })
  })

  it('is handed to others when its worker is closed', async () => {
    const { runtime, queue, worker, another, clock } = server()
    const held = gate()
    const slow = { ...scriptedModel(behind(held, says('Too late.'))), id: model.id }
    const first = another({ models: [slow], dispatcher: queue.dispatcher() })
    const session = await runtime.start('saying', 'Go.', { model: model.id })
    await held.isReached
    worker()
    const closed = first.close({ keepStore: true, graceMs: 0 })
    await clock.advance(0)
    await closed
    expect(await session.outcome).toMatchObject({ answer: 'Done.' })
    expect(queue.offers.map(({ session: id }) => id)).toEqual([session.id, session.id])
  })
})

describe('whoever waits for a session', () => {
  it('waits on when its worker loses it to another', async () => {
    const store = memoryStore()
    const queue = sharedQueue()
    const held = gate()
    const slow = scriptedModel(behind(held, says('Late.')))
    const first = world({ ...known, models: [slow], store, dispatcher: queue.dispatcher(1) })
    const session = await first.runtime.start('saying', 'Go.', { model: slow.id })
    const outcome = session.outcome
    await held.isReached
    const quick = { ...modelOf(() => says('Taken over.')), id: slow.id }
    const second = first.afterCrash({ models: [quick], dispatcher: queue.dispatcher() })
    await second.recover()
    expect(await second.outcomeOf(session.id)).toMatchObject({ answer: 'Taken over.' })
    held.open()
    expect(await outcome).toMatchObject({ answer: 'Taken over.' })
  })
})
