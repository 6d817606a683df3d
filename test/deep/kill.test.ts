/** Real processes on a SQLite file, killed by SIGKILL at every record and inside every effect. */
import { describe, expect, it } from 'vitest'
import { scenarioNamed } from '../support/scenarios.ts'
import { inPairs } from './children.ts'
import { expectSurvival, uninterrupted } from './kills.ts'

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
