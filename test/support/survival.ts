/** What it means to survive a crash: the end, the steps and the effects of a run that nothing interrupted. */
import { expect } from 'vitest'
import { begun, effectsIn, faultsOf, type Recording, recordingOf } from './compare.ts'
import type { Effect } from './effects.ts'
import type { Death } from './life.ts'
import { goOn, type ProcessOptions, start, type World } from './world.ts'

/** A run that nothing interrupted. */
export type Reference = {
  readonly recording: Recording
  /** What models were sent, by path. */
  readonly requests: Readonly<Record<string, string>>
  readonly appends: number
  readonly commits: number
  readonly effects: number
}

export async function reference(world: World, options?: ProcessOptions): Promise<Reference> {
  const process = world.process(options)
  const recording = await recordingOf(world, await start(world, process))
  expect(recording.end).toMatchObject(world.scenario.end)
  const { appends, commits, effects } = process.life
  return { recording, requests: requestsOf(process.hand.effects), appends, commits, effects }
}

function requestsOf(effects: readonly Effect[]): Record<string, string> {
  return Object.fromEntries(effects.flatMap(({ at, request }) => (request === undefined ? [] : [[at, request]])))
}

/** Lets a session's process die, goes on in another, and holds the result against the uninterrupted run. */
export async function expectSurvival(
  world: World,
  death: Death,
  expected: Reference,
  options: {
    readonly how?: 'resume' | 'recover'
    readonly first?: ProcessOptions
    readonly second?: ProcessOptions
  } = {},
): Promise<void> {
  await start(world, world.process({ ...options.first, death }))
  const before = await world.rows()
  const second = world.process(options.second)
  const end = await goOn(world, second, options.how)
  const rows = await world.rows()
  const requests = requestsOf(second.hand.effects)
  const known = Object.keys(requests).map((path) => [path, expected.requests[path]])

  const found = {
    death,
    ...(await recordingOf(world, end)),
    // What was committed stands, and exactly the rest was done by the second process.
    committed: rows.slice(0, before.length),
    effects: begun(second.hand.effects),
    requests,
    faults: await faultsOf(world),
  }
  expect(found).toEqual({
    death,
    ...expected.recording,
    committed: before,
    effects: effectsIn(rows.slice(before.length)),
    requests: Object.fromEntries(known),
    faults: [],
  })
}
