/** The whole lab with more tasks than the quick tests have time for. */
import { beforeAll, describe, expect, it } from 'vitest'
import { measureArm } from '../../packages/lab/src/measure-arm.ts'
import { type LabReport, type Measure, runLab } from '../../packages/lab/src/run-lab.ts'
import { beyondSuite } from '../../packages/lab/src/suite/beyond-suite.ts'
import { suite } from '../../packages/lab/src/suite/suite.ts'
import { isHeld } from '../../packages/lab/test/held-row.ts'
import { memoryStore } from '../../packages/stores/src/index.ts'

const measure = measureArm({ store: memoryStore })

/** Fewer where a task makes dozens or hundreds of calls: all of it is less than a minute. */
const sizes: readonly (readonly [RegExp, number])[] = [
  [/^tree, (?:game of 24|3 slots), b = 5/, 60],
  [/^tree, game of 24, b = 1/, 100],
  [/^(?:mcts|best of 70|dfs|without going back)/, 70],
  [/^(?:tree|best of 16)/, 120],
]
const usual = 300
const sized: Measure = (arm, n, ...rest) => measure(arm, sizes.find(([name]) => name.test(arm.name))?.[1] ?? n, ...rest)

describe.each([
  ['suite', suite],
  ['suite of what goes beyond', beyondSuite],
])('the %s', (_, claimed) => {
  let report: LabReport
  beforeAll(async () => {
    report = await runLab(claimed, { n: usual, seed: 2 }, sized)
  }, 600_000)

  it.each(claimed.claims.map(({ loop, claim }, index) => [loop, claim, index] as const))(
    '%s: %s',
    (_loop, _claim, at) => {
      const row = report.rows[at]!
      expect(isHeld(row) ? 'held' : row).toBe('held')
    },
  )

  it('is not too far off together', () => expect(report.total.chiSquared).toBeLessThan(report.total.limit))
})
