/** Every loop with what it meets in the crash tests. */
import { budgetScenarios, limitScenarios, unansweredScenarios } from './budget-scenarios.ts'
import { loopScenarios } from './loop-scenarios.ts'
import { memoryScenarios } from './memory-scenarios.ts'
import type { Scenario } from './scenario.ts'
import { unrulyScenarios, verbScenarios } from './verb-scenarios.ts'

export const scenarios: readonly Scenario[] = [
  ...loopScenarios,
  ...budgetScenarios,
  ...limitScenarios,
  ...unansweredScenarios,
  ...memoryScenarios,
  ...verbScenarios,
  ...unrulyScenarios,
]

export function scenarioNamed(name: string): Scenario {
  const found = scenarios.find((scenario) => scenario.name === name)
  if (!found) throw new Error(`There is no scenario \`${name}\`.`)
  return found
}
