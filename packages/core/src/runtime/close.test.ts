import { describe, expect, it } from 'vitest'
import { behind, equipment, gate, loopOf, midnight, search, stepPaths, world } from '../../../../test/support/kernel.ts'
import { defineLoop } from '../kernel/loop.ts'
import { react } from '../loops/react.ts'
import { calls, modelOf, says, scriptedModel } from '../testing/scripted-model.ts'

const look = calls('search', { query: 'x' })

describe('closing a runtime', () => {
  const closed = { code: 'runtime-closed', message: 'The runtime is closed.' }

  it('begins and forks no session any more, whatever its store would take', async () => {
    const { runtime } = world()
    const session = await runtime.start(react, 'Look.', { model: scriptedModel(says('Done.')) })
    await session.outcome
    await runtime.close({ keepStore: true })
    await expect(runtime.start(react, 'Look.', { model: scriptedModel() })).rejects.toMatchObject(closed)
    await expect(session.fork({ at: 'think#1' })).rejects.toMatchObject(closed)
    expect(await runtime.list()).toHaveLength(1)
  })

  it('begins none that was being prepared, either', async () => {
    const { runtime } = world()
    const held = gate()
    const load = async () => {
      await held.pass()
      return { run: async () => 'late' }
    }
    const begun = runtime.start(defineLoop({ name: 'late', load }), 'Look.', { model: scriptedModel() })
    await held.isReached
    await runtime.close({ keepStore: true })
    held.open()
    await expect(begun).rejects.toMatchObject(closed)
    expect(await runtime.list()).toEqual([])
  })

  it('lets steps in flight end, begins no other and hands the sessions back', async () => {
    const { runtime, store, afterCrash } = world()
    const held = gate()
    const model = scriptedModel(behind(held, look))
    const session = await runtime.start(react, 'Look.', { model, tools: [search] })
    await held.isReached
    const closed = runtime.close({ keepStore: true })
    held.open()
    await closed
    expect(await store.sessions.get(session.id)).toMatchObject({ state: 'queued', worker: null })

    const later = afterCrash(equipment(react as never, scriptedModel(says('Done.')), search))
    expect(await stepPaths(later, session.id)).toEqual(['think#1'])
    expect(await (await later.resume(session.id)).outcome).toMatchObject({ answer: 'Done.' })
  })

  it('waits no longer for a session whose last step ends it', async () => {
    const { runtime, store } = world()
    const held = gate()
    const session = await runtime.start(react, 'Look.', { model: scriptedModel(behind(held, says('Done.'))) })
    await held.isReached
    const closed = runtime.close({ keepStore: true })
    held.open()
    await closed
    expect(await store.sessions.get(session.id)).toMatchObject({ state: 'ended', mirror: { outcome: 'answered' } })
  })

  it('leaves a step that takes longer than the grace to whoever goes on', async () => {
    const { runtime, store, clock } = world()
    const held = gate()
    const session = await runtime.start(react, 'Look.', { model: scriptedModel(behind(held, look)), tools: [search] })
    await held.isReached
    const closed = runtime.close({ keepStore: true, graceMs: 5_000 })
    await clock.advance(5_000)
    await closed
    expect((await store.sessions.get(session.id))?.state).toBe('queued')
  })

  it('holds the lease of a session as long as its step may take', async () => {
    const { runtime, store, clock, another } = world(equipment(react as never, scriptedModel(), search))
    const held = gate()
    const model = scriptedModel(behind(held, says('Done.')))
    const session = await runtime.start(react, 'Look.', { model, tools: [search] })
    await held.isReached
    const closed = runtime.close({ keepStore: true, graceMs: 60_000 })
    await clock.advance(50_000)
    expect(await store.sessions.get(session.id)).toMatchObject({ leaseUntil: midnight + 65_000 })
    await expect(another().resume(session.id)).rejects.toMatchObject({ code: 'session-busy' })
    held.open()
    await closed
    expect(await store.sessions.get(session.id)).toMatchObject({ state: 'ended', mirror: { outcome: 'answered' } })
  })

  it('hands back a session that waits for a person at once, with its question open', async () => {
    const { runtime, store } = world()
    const asking = loopOf('asking', async (ctx) => ctx.askHuman('Which?'))
    const session = await runtime.start(asking, 'Go.', { model: modelOf(() => says('x')) })
    await session.idle()
    await runtime.close({ keepStore: true })
    expect((await store.sessions.get(session.id))?.state).toBe('queued')
    expect((await runtime.read(session.id)).view.questions.size).toBe(1)
  })
})
