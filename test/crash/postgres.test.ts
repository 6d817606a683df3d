/** The crash matrix on PostgreSQL: another worker takes the session over and goes on. */
import { afterAll, describe, it } from 'vitest'
import { PostgresGround } from '../postgres/world.ts'
import { scenarioNamed } from '../support/scenarios.ts'
import { expectSurvival, reference } from '../support/survival.ts'

const names = [
  'direct with an answer to be converted',
  'cot with three samples',
  'react with native tools',
  'react with the text protocol',
  'react that spends its calls',
  'a child that spends its share, in a parent that spends its own',
  'loops in a loop',
  'parallel branches with equal names',
  'a result that is remembered',
  'cache, embedder and memory',
  'plan, notes, phases and proposals',
  'questions and an approval',
  'large requests and results',
]

/** Two processes live in each world: one that dies, and one that goes on. */
const ground = PostgresGround.open(2)
afterAll(async () => (await ground).close())

describe.each(names.map(scenarioNamed))('$name', (scenario) => {
  it('survives a crash after any record on PostgreSQL', { timeout: 60_000 }, async () => {
    const { world } = await ground.then((opened) => ({ world: () => opened.world(scenario) }))
    const expected = await reference(await world())
    for (let afterAppend = 0; afterAppend <= expected.appends; afterAppend++) {
      const how = afterAppend % 2 === 0 ? 'resume' : 'recover'
      await expectSurvival(await world(), { afterAppend }, expected, { how })
    }
  })
})
