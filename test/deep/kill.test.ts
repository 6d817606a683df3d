/** Real processes on a SQLite file, killed by SIGKILL at every record and inside every effect. */
import { describe, expect, it } from 'vitest'
import { effectsIn, factsOf, stepsOf } from '../support/compare.ts'
import { scenarioNamed } from '../support/scenarios.ts'
import type { Order, Said } from './child/orders.ts'
import { inPairs, Place } from './children.ts'

type Kill = Pick<Order, 'killAfterAppend' | 'killInEffect'>

async function uninterrupted(scenario: string) {
  const place = new Place()
  const said = await place.child({ do: 'start', scenario }).said
  if (!said?.end) throw new Error('The uninterrupted run did not end.')
  const rows = await place.rows()
  return { end: said.end, appends: said.appends, effects: said.effects, steps: stepsOf(rows), facts: factsOf(rows) }
}

type Whole = Awaited<ReturnType<typeof uninterrupted>>

/** Kills a process there, lets another go on, and holds the two against the uninterrupted run. */
async function expectSurvival(scenario: string, kill: Kill, whole: Whole): Promise<void> {
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

function upTo(last: number): readonly number[] {
  return Array.from({ length: last }, (_, index) => index + 1)
}

describe.each(['react with native tools', 'loops in a loop', 'parallel branches with equal names'])(
  '%s',
  (scenario) => {
    it('ends as it is written down', async () => {
      const { end } = await uninterrupted(scenario)
      expect(end).toEqual(scenarioNamed(scenario).end)
    })

    it('goes on after a kill at any record', async () => {
      const whole = await uninterrupted(scenario)
      // Who is killed once its last record is durable has ended: there is nothing to go on with.
      await inPairs(upTo(whole.appends - 1), (killAfterAppend) => expectSurvival(scenario, { killAfterAppend }, whole))
    })

    it('goes on after a kill inside any effect', async () => {
      const whole = await uninterrupted(scenario)
      await inPairs(upTo(whole.effects), (killInEffect) => expectSurvival(scenario, { killInEffect }, whole))
    })
  },
)
