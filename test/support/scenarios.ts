/** Every loop with what it meets in the crash tests. */
import { autoScenarios } from './auto-scenarios.ts'
import { budgetScenarios, limitScenarios, unansweredScenarios } from './budget-scenarios.ts'
import { criticScenarios } from './critic-scenarios.ts'
import { expertsScenarios } from './experts-scenarios.ts'
import { loopScenarios } from './loop-scenarios.ts'
import { memoryScenarios } from './memory-scenarios.ts'
import { planExecuteScenarios } from './plan-execute-scenarios.ts'
import { reactScenarios } from './react-scenarios.ts'
import { reasonScenarios } from './reason-scenarios.ts'
import { reflexionScenarios } from './reflexion-scenarios.ts'
import { researchScenarios } from './research-scenarios.ts'
import type { Scenario } from './scenario.ts'
import { selfAskScenarios } from './self-ask-scenarios.ts'
import { treeOfThoughtsScenarios } from './tree-of-thoughts-scenarios.ts'
import { unrulyScenarios, verbScenarios } from './verb-scenarios.ts'
import { wavesScenarios } from './waves-scenarios.ts'

export const scenarios: readonly Scenario[] = [
  ...loopScenarios,
  ...reactScenarios,
  ...planExecuteScenarios,
  ...reflexionScenarios,
  ...selfAskScenarios,
  ...criticScenarios,
  ...treeOfThoughtsScenarios,
  ...wavesScenarios,
  ...reasonScenarios,
  ...expertsScenarios,
  ...researchScenarios,
  ...autoScenarios,
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
