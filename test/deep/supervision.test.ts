/** The same as the quick test of supervised loops, with many more moments. */
import { describe, it } from 'vitest'
import { expectSupervised, supervisedScenarios } from '../support/supervised-scenarios.ts'

const firstSeed = 6
const lastSeed = 120

describe.each(supervisedScenarios)('$name', (scenario) => {
  it('keeps account of what people did at random records, through crashes at others', async () => {
    for (let seed = firstSeed; seed <= lastSeed; seed++) await expectSupervised(scenario, seed)
  })
})
