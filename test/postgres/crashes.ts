/** Tests that end a process after every record of a session, and let another go on with it. */
import { afterAll, beforeAll, describe, it } from 'vitest'
import { scenarioNamed } from '../support/scenarios.ts'
import { expectSurvival, reference } from '../support/survival.ts'
import { PostgresGround } from './world.ts'

export function crashesOnPostgres(scenarios: readonly string[]): void {
  let ground: PostgresGround
  beforeAll(async () => {
    // In each world two processes live: one that dies, and one that goes on.
    ground = await PostgresGround.open(2)
  })
  afterAll(() => ground.close())

  describe.each(scenarios.map(scenarioNamed))('$name', (scenario) => {
    it('survives a crash after any record on PostgreSQL', { timeout: 60_000 }, async () => {
      const expected = await reference(await ground.world(scenario))
      for (let afterAppend = 0; afterAppend <= expected.appends; afterAppend++) {
        const how = afterAppend % 2 === 0 ? 'resume' : 'recover'
        await expectSurvival(await ground.world(scenario), { afterAppend }, expected, { how })
      }
    })
  })
}
