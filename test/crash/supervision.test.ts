/** Loops that people supervise: whatever is sent and wherever processes die, it counts once, and the end is the same. */
import { describe, it } from 'vitest'
import { expectSupervised, supervisedScenarios } from '../support/supervised-scenarios.ts'

const seeds = 5

describe.each(supervisedScenarios)('$name', (scenario) => {
  it('keeps account of what people did at random records, through crashes at others', { timeout: 60_000 }, async () => {
    for (let seed = 1; seed <= seeds; seed++) await expectSupervised(scenario, seed)
  })
})
