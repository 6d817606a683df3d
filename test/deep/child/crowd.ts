/** Many sessions of several loops in one runtime: each has a hand of its own, found by its id. */
import type { Model, Tool } from '@gyre/core'
import { says } from '@gyre/core/testing'
import type { Hand } from '../../support/effects.ts'
import { marathon } from '../../support/loops.ts'
import { equipment, type Scenario } from '../../support/scenario.ts'
import { scenarioNamed } from '../../support/scenarios.ts'

/** Long enough to be under way however often the process is killed. */
const longRun: Scenario = {
  name: 'a long run',
  loop: marathon,
  task: '400',
  tools: ['put'],
  replies: () => says('on'),
  end: { answer: 401, outcome: 'answered' },
}

const members = [
  longRun,
  scenarioNamed('react with native tools'),
  scenarioNamed('loops in a loop'),
  scenarioNamed('parallel branches with equal names'),
  scenarioNamed('react that spends its calls'),
]

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
  const byName = new Map(
    members.flatMap((scenario) => equipment(scenario, handOf(-1)).tools.map((tool) => [tool.name, tool])),
  )
  const tools = [...byName.values()].map(
    (tool): Tool => ({
      ...tool,
      run: (input, context) =>
        of(context.session)
          .tools.find(({ name }) => name === tool.name)
          ?.run(input, context),
    }),
  )
  return { model, tools, loops: members.map(({ loop }) => loop) }
}
