/** A process that is killed in the middle of a scenario, another that goes on, and what both must come to. */
import { expect } from 'vitest'
import { effectsIn, factsOf, stepsOf } from '../support/compare.ts'
import type { Order, Said } from './child/orders.ts'
import { Place } from './children.ts'

/** Where a process is killed. */
export type Kill = Pick<Order, 'killAfterAppend' | 'killInEffect'>

/** What a scenario comes to when nobody kills it. */
export async function uninterrupted(scenario: string) {
  const place = new Place()
  const said = await place.child({ do: 'start', scenario }).said
  if (!said?.end) throw new Error('The uninterrupted run did not end.')
  const rows = await place.rows()
  return { end: said.end, appends: said.appends, effects: said.effects, steps: stepsOf(rows), facts: factsOf(rows) }
}

type Whole = Awaited<ReturnType<typeof uninterrupted>>

/** Kills a process there, lets another go on, and holds the two against the uninterrupted run. */
export async function expectSurvival(scenario: string, kill: Kill, whole: Whole): Promise<void> {
  const place = new Place()
  expect(await place.child({ do: 'start', scenario, ...kill }).said).toBeUndefined()
  const before = await place.rows()
  const next = place.child({ do: 'resume', scenario })
  const said: Said | undefined = await next.said
  const rows = await place.rows()
  const found = {
    kill,
    end: said?.end,
    steps: stepsOf(rows),
    facts: factsOf(rows),
    committed: rows.slice(0, before.length),
    effects: place.effects({ pid: next.pid }).toSorted(),
  }
  const { steps, facts } = whole
  // A record that rides may share its commit with the end: then there was nothing to go on with.
  const end = before.at(-1)?.type === 'session.ended' ? undefined : whole.end
  expect(found).toEqual({ kill, end, steps, facts, committed: before, effects: effectsIn(rows.slice(before.length)) })
}
