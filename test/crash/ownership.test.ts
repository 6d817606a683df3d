/** Two processes on one store: a session has one owner, and one that lost it does nothing more. */
import { react } from '@gyre/core'
import { calls, says, simulatedClock } from '@gyre/core/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { begun, faultsOf } from '../support/compare.ts'
import type { Scenario } from '../support/scenario.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { begin, goOn, MemoryWorld, type Process, SqliteWorld, start } from '../support/world.ts'

const walk: Scenario = {
  name: 'a walk',
  loop: react,
  task: 'Walk.',
  tools: ['look', 'put'],
  replies: {
    'think#1': calls('look', { name: 'left' }),
    'think#2': calls('put', { name: 'right' }),
    'think#3': says('Walked.'),
  },
  end: { answer: 'Walked.', outcome: 'answered' },
}

const effects = ['model think#1', 'model think#2', 'model think#3', 'tool act#1[0]', 'tool act#2[0]']

/** A gate that an effect waits at. */
function gate() {
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const pace = (stop: string) => async (_: unknown, at: string) => {
    if (at !== stop) return
    reach()
    await opened
  }
  return { reached, open, pace }
}

/** The clock of a process that can be stopped: time goes on, and its timers do not fire. */
function sleeper() {
  const clock = simulatedClock()
  let slept = 0
  const oversleep = (ms: number) => {
    slept += ms
  }
  return { ...clock, now: () => clock.now() + slept, oversleep }
}

/** How waiting for the session ends in this process. */
async function ending({ runtime }: Process, id: string): Promise<unknown> {
  try {
    return (await (await runtime.session(id)).outcome).outcome
  } catch (error) {
    return (error as { code: string }).code
  }
}

const worlds = {
  memory: () => new MemoryWorld(walk),
  sqlite: () => {
    const world = new SqliteWorld(walk, temporaryFolder())
    onTestFinished(() => world.close())
    return world
  },
}

describe.each(Object.entries(worlds))('on %s', (_, makeWorld) => {
  it('a running session is refused to others, as long as its lease is renewed', async () => {
    const world = makeWorld()
    const clock = simulatedClock()
    const { reached, open, pace } = gate()
    const owner = world.process({ clock, pace: pace('act#2[0]') })
    const { id } = await begin(world, owner)
    const end = ending(owner, id)
    await reached
    const other = world.process({ clock })
    await clock.advance(60_000)
    await expect(other.runtime.resume(id)).rejects.toMatchObject({ code: 'session-busy' })
    expect(await other.runtime.recover()).toEqual([])
    open()
    expect(await end).toBe('answered')
    expect(begun(other.hand.effects)).toEqual([])
  })

  it('an owner that was taken over cannot write, and makes no further effect', async () => {
    const world = makeWorld()
    const { reached, open, pace } = gate()
    // Its clock stands still, as that of a process that is stopped: it renews nothing.
    const owner = world.process({ pace: pace('act#2[0]') })
    const { id } = await begin(world, owner)
    await reached
    const lost = ending(owner, id)
    const next = world.process()
    expect(await goOn(world, next)).toMatchObject(walk.end)
    const rows = await world.rows()
    open()
    expect(await lost).toBe('lease-lost')
    await owner.clock.advance(60_000)
    expect(begun(owner.hand.effects)).toEqual(effects.filter((effect) => effect !== 'model think#3'))
    expect(begun(next.hand.effects)).toEqual(['model think#3', 'tool act#2[0]'])
    expect(await world.rows()).toEqual(rows)
    expect(await faultsOf(world)).toEqual([])
  })

  it('an owner that was taken over notices when it renews, before its effect has ended', async () => {
    const world = makeWorld()
    const { reached, open, pace } = gate()
    const owner = world.process({ pace: pace('act#2[0]') })
    const { id } = await begin(world, owner)
    await reached
    const lost = ending(owner, id)
    expect(await goOn(world, world.process())).toMatchObject(walk.end)
    await owner.clock.advance(owner.runtime.store.leaseMs)
    expect(await lost).toBe('lease-lost')
    const rows = await world.rows()
    open()
    await owner.clock.advance(60_000)
    expect(await world.rows()).toEqual(rows)
    expect(begun(owner.hand.effects)).not.toContain('model think#3')
  })

  it('an owner that slept past its lease begins nothing before it has renewed it', async () => {
    const world = makeWorld()
    const { reached, open, pace } = gate()
    const clock = sleeper()
    // The record of a pure tool rides: nothing that is written holds the loop up before its next effect.
    const owner = world.process({ clock, pace: pace('act#1[0]') })
    const { id } = await begin(world, owner)
    await reached
    const lost = ending(owner, id)
    expect(await goOn(world, world.process())).toMatchObject(walk.end)
    clock.oversleep(120_000)
    open()
    expect(await lost).toBe('lease-lost')
    expect(begun(owner.hand.effects)).toEqual(['model think#1', 'tool act#1[0]'])
  })

  it('an owner that slept past its lease goes on when nobody took its session', async () => {
    const world = makeWorld()
    const { reached, open, pace } = gate()
    const clock = sleeper()
    const owner = world.process({ clock, pace: pace('act#1[0]') })
    const { id } = await begin(world, owner)
    await reached
    clock.oversleep(120_000)
    open()
    expect(await ending(owner, id)).toBe('answered')
    expect(begun(owner.hand.effects)).toEqual(effects)
    expect(await world.process().runtime.recover()).toEqual([])
  })

  it('two that resume one session at once: one runs it', async () => {
    const world = makeWorld()
    await start(world, world.process({ death: { afterAppend: 1 } }))
    const id = await world.sessionId()
    const clock = simulatedClock(Date.UTC(2027, 0, 1))
    const both = [world.process({ clock }), world.process({ clock })]
    const resumed = await Promise.allSettled(both.map(({ runtime }) => runtime.resume(id)))
    expect(resumed.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = resumed.find((each) => each.status === 'rejected')
    expect(refused?.reason).toMatchObject({ code: 'session-busy' })
    const winner = both[resumed.findIndex(({ status }) => status === 'fulfilled')]!
    expect(await clock.runUntil(ending(winner, id))).toBe('answered')
    expect(begun(both.flatMap(({ hand }) => hand.effects))).toEqual(effects.slice(1))
  })

  it('two that look for abandoned sessions at once: each is run by one', async () => {
    const world = makeWorld()
    await start(world, world.process({ death: { afterAppend: 1 } }))
    const id = await world.sessionId()
    const clock = simulatedClock(Date.UTC(2027, 0, 1))
    const both = [world.process({ clock }), world.process({ clock })]
    expect(await Promise.all(both.map(({ runtime }) => runtime.recover()))).toEqual([[id], [id]])
    await clock.runUntil(Promise.race(both.map((process) => ending(process, id))))
    expect(begun(both.flatMap(({ hand }) => hand.effects))).toEqual(effects.slice(1))
    expect(await faultsOf(world)).toEqual([])
  })

  it('a process that recovers takes a session over by itself once its lease has run out', async () => {
    const world = makeWorld()
    const clock = simulatedClock()
    const other = world.process({ clock, recover: true })
    await start(world, world.process({ clock, death: { afterAppend: 2 } }))
    const { leaseMs } = other.runtime.store
    await clock.advance(leaseMs / 2)
    expect(begun(other.hand.effects)).toEqual([])
    await clock.advance(leaseMs)
    expect(await ending(other, await world.sessionId())).toBe('answered')
    expect(begun(other.hand.effects)).toEqual(['model think#2', 'model think#3', 'tool act#2[0]'])
  })
})
