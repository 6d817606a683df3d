/** Many sessions of several loops in one runtime: each has a hand of its own, found by its id. */
import type { Model, Tool } from '@gyre/core'
import type { Hand } from '../../support/effects.ts'
import { equipment, type Scenario } from '../../support/scenario.ts'
import { scenarioNamed } from '../../support/scenarios.ts'

const members = [
  'react with native tools',
  'loops in a loop',
  'parallel branches with equal names',
  'plan, notes, phases and proposals',
  'react that spends its calls',
].map(scenarioNamed)

export function crowdScenario(index: number): Scenario {
  const scenario = members[index % members.length]
  if (!scenario) throw new Error('The crowd is empty.')
  return scenario
}

export function crowdId(index: number): string {
  return `ses_crowd-${index}`
}

type Equipment = { readonly model: Model; readonly tools: readonly Tool[] }

/** Models and tools that act by the hand of the session that asks. */
export function crowdEquipment(handOf: (index: number) => Hand) {
  const known = new Map<string, Equipment>()
  const of = (session: string): Equipment => {
    const index = Number(session.split('-')[1])
    const own = known.get(session) ?? equipment(crowdScenario(index), handOf(index))
    known.set(session, own)
    return own
  }
  const model: Model = { id: 'test/path', stream: (request, call) => of(call.session).model.stream(request, call) }
  const byName = new Map(members.flatMap((scenario) => equipment(scenario, handOf(-1)).tools.map((tool) => [tool.name, tool])))
  const tools = [...byName.values()].map((tool): Tool => ({
    ...tool,
    run: (input, context) =>
      of(context.session)
        .tools.find(({ name }) => name === tool.name)
        ?.run(input, context),
  }))
  return { model, tools, loops: members.map(({ loop }) => loop) }
}
