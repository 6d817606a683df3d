/** A store that fails for a while: what runs in the background tries again, and nothing is lost. */
import { GyreError, react, type Store } from '@gyre/core'
import { calls, says } from '@gyre/core/testing'
import { expect, it } from 'vitest'
import { begun } from '../support/compare.ts'
import { conclude, type Scenario } from '../support/scenario.ts'
import { scenarioNamed } from '../support/scenarios.ts'
import { begin, MemoryWorld, start } from '../support/world.ts'

const walk: Scenario = {
  name: 'a walk',
  loop: react,
  task: 'Walk.',
  tools: ['put'],
  replies: { 'think#1': calls('put', { name: 'left' }), 'think#2': says('Walked.') },
  end: { answer: 'Walked.', outcome: 'answered' },
}

const asking = scenarioNamed('questions and an approval')

type Trouble = { isOn: boolean; failures: number }

/** A world in which some calls of the store fail as long as there is trouble. */
class TroubledWorld extends MemoryWorld {
  readonly trouble: Trouble = { isOn: true, failures: 0 }
  readonly #calls: ReadonlySet<string>

  constructor(scenario: Scenario, ...calls: readonly string[]) {
    super(scenario)
    this.#calls = new Set(calls)
  }

  protected override open(...args: Parameters<MemoryWorld['open']>): Store {
    const store = super.open(...args)
    return { ...store, sessions: this.#troubled(store.sessions) }
  }

  #troubled<T extends object>(port: T): T {
    return new Proxy(port, {
      get: (target, name) => {
        if (!this.#calls.has(String(name)) || !this.trouble.isOn) return Reflect.get(target, name)
        return async () => {
          this.trouble.failures += 1
          throw new GyreError('store-locked', 'Another program holds the database.')
        }
      },
    })
  }
}

it('a lease that cannot be renewed for a while does not end its session', async () => {
  const world = new TroubledWorld(walk, 'renew')
  const process = world.process({ pace: (clock) => clock.sleep(20_000) })
  expect(await start(world, process)).toMatchObject(walk.end)
  expect(world.trouble.failures).toBeGreaterThan(3)
})

it('a process that looks for abandoned sessions goes on looking', async () => {
  const world = new TroubledWorld(walk, 'abandoned')
  await start(world, world.process({ death: { afterAppend: 1 } }))
  const next = world.process({ recover: true })
  await next.clock.advance(60_000)
  expect(begun(next.hand.effects)).toEqual([])
  world.trouble.isOn = false
  await next.clock.advance(60_000)
  expect(begun(next.hand.effects)).toEqual(['model think#2', 'tool act#1[0]'])
})

it('a waiting session that cannot be parked is parked later', async () => {
  const world = new TroubledWorld(asking, 'park')
  const process = world.process()
  const session = await begin(world, process)
  expect(await session.idle()).toBe('waiting')
  await process.clock.advance(60_000)
  expect(await process.runtime.list({})).toMatchObject([{ state: 'running' }])
  expect(world.trouble.failures).toBe(2)
  world.trouble.isOn = false
  await process.clock.advance(60_000)
  expect(await process.runtime.list({})).toMatchObject([{ state: 'parked' }])
  expect(await conclude(process.runtime, session.id, asking.answers)).toMatchObject(asking.end)
})
