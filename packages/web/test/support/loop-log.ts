/** Real runs of loops, as the page knows a session. */
import { factEvent, factOf, type Loop, loops, type Runtime } from '@gyre/core'
import { Hand } from '../../../../test/support/effects.ts'
import { world } from '../../../../test/support/kernel.ts'
import { Life } from '../../../../test/support/life.ts'
import { conclude, equipment, type Scenario } from '../../../../test/support/scenario.ts'
import { scenarioNamed } from '../../../../test/support/scenarios.ts'
import { SessionLog } from '../../src/session/session-log.ts'

/** The log of a scenario that has come to its end. */
export async function logOf(scenario: Scenario): Promise<SessionLog> {
  const { model, tools } = equipment(scenario, new Hand('test', new Life()))
  const others = loops.filter(({ name }) => name !== scenario.loop.name)
  const { runtime } = world({ loops: [scenario.loop, ...others] as readonly Loop[], tools, models: () => model })
  const session = await runtime.start(scenario.loop, scenario.task, { ...scenario.options, model, tools })
  await conclude(runtime, session.id, scenario.answers)
  return readLog(runtime, session.id)
}

export function logOfScenario(name: string): Promise<SessionLog> {
  return logOf(scenarioNamed(name))
}

/** A session as it stands in the journal; as far as `upTo`, as one sees it that came in the middle. */
export async function readLog(runtime: Runtime, id: string, upTo = Number.POSITIVE_INFINITY): Promise<SessionLog> {
  const { rows } = await runtime.read(id)
  const log = new SessionLog(id)
  for (const row of rows) if (row.seq <= upTo) log.apply(factEvent(id, factOf(row)))
  return log
}

/** The same session when so many of its facts were known. */
export function earlier({ id, facts }: SessionLog, count: number): SessionLog {
  const log = new SessionLog(id)
  for (const fact of facts.slice(0, count)) log.apply(fact)
  return log
}
