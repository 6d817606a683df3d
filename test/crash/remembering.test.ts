/** Whenever a process dies, what a session remembers is there once when it has ended. */
import type { Memory, MemoryRecord } from '@gyre/core'
import { letterEmbedder, simulatedClock } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'
import { sessionMemory } from '../../packages/knowledge/src/memory/session-memory.ts'
import { loopOf } from '../support/kernel.ts'
import type { Death } from '../support/life.ts'
import { memoryScenarios } from '../support/memory-scenarios.ts'
import type { Scenario } from '../support/scenario.ts'
import { reference } from '../support/survival.ts'
import { goOn, MemoryWorld, start } from '../support/world.ts'

/** A memory of its own kind for each world: kept in a store, with ids that nobody makes twice. */
function storedMemory() {
  const { memories } = memoryStore()
  const clock = simulatedClock(0)
  let last = 0
  const ids = { next: (prefix: string) => `${prefix}_${++last}` }
  const memory: Memory = sessionMemory({ store: memories, embedder: letterEmbedder, clock, ids })
  const kept = async () => (await memories.list({ owner: 'local', now: 0 })).map(told).sort()
  return { memory, kept }
}

function told({ session, key, kind, text }: MemoryRecord): string {
  return `${kind} ${key?.slice(`${session}/`.length)} ${text}`
}

async function keptAfter(scenario: Scenario, death: Death): Promise<readonly string[]> {
  const { memory, kept } = storedMemory()
  const world = new MemoryWorld(scenario, { memory })
  await start(world, world.process({ death }))
  await goOn(world, world.process())
  return kept()
}

const expected: Readonly<Record<string, readonly string[]>> = {
  'a result that is remembered': ['reasoning memory#1 Task: Tidy up.\n\nAnswer: All is tidy.'],
  'a result at a limit that is remembered': [
    'reasoning memory#1 Task: Look around.\n\nAnswer (limit:calls): Only the left.',
  ],
  'steps and a result that are remembered': [
    'reasoning memory#1 Task: dig fill\n\nAnswer: 0 before, seen',
    'step remember#1 dig',
    'step remember#2 fill',
  ],
}

describe.each(memoryScenarios)('$name', (scenario) => {
  it('is remembered once, after a crash at any record and inside any effect', async () => {
    const { appends, effects } = await reference(new MemoryWorld(scenario, { memory: storedMemory().memory }))
    const deaths: Death[] = [
      ...Array.from({ length: appends + 1 }, (_, afterAppend) => ({ afterAppend })),
      ...Array.from({ length: appends }, (_, at) => ({ atAppend: at + 1 })),
      ...Array.from({ length: effects }, (_, at) => ({ inEffect: at + 1 })),
    ]
    for (const death of deaths) {
      expect({ death, kept: await keptAfter(scenario, death) }).toEqual({ death, kept: expected[scenario.name] })
    }
  })

  it('is remembered no second time by a replay', async () => {
    const { memory, kept } = storedMemory()
    const world = new MemoryWorld(scenario, { memory })
    await start(world, world.process())
    expect(await world.process().runtime.replay(await world.sessionId())).toMatchObject({ isEqual: true })
    expect(await kept()).toEqual(expected[scenario.name])
  })
})

describe('a strict session whose loop comes to another answer after a crash', () => {
  const saying = (answer: string) => loopOf('saying', async () => answer)
  const strict: Scenario = {
    name: 'strict',
    loop: saying('north'),
    task: 'Where?',
    options: { strict: true },
    remembers: {},
    replies: {},
    end: { answer: 'north', outcome: 'answered' },
  }

  it('is refused, and remembers nothing more', async () => {
    const { memory, kept } = storedMemory()
    const world = new MemoryWorld(strict, { memory })
    await start(world, world.process({ death: { afterAppend: 1 } }))
    expect((await world.rows()).map(({ path }) => path)).toEqual([null, 'memory#1'])
    const { runtime } = world.process({ loop: saying('south') })
    const session = await runtime.resume(await world.sessionId())
    await expect(session.outcome).rejects.toMatchObject({ code: 'journal-drift', details: { path: 'memory#1' } })
    expect((await world.rows()).filter(({ type }) => type === 'note')).toEqual([])
    expect(await kept()).toEqual(['reasoning memory#1 Task: Where?\n\nAnswer: north'])
  })
})
