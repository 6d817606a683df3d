/** The crash matrix on SQLite: another process opens the file and goes on. */
import { describe, it } from 'vitest'
import { scenarioNamed } from '../support/scenarios.ts'
import { expectSurvival, reference } from '../support/survival.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { SqliteWorld } from '../support/world.ts'

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

describe.each(names.map(scenarioNamed))('$name', (scenario) => {
  it('survives a crash after any record on SQLite', { timeout: 30_000 }, async () => {
    const folder = temporaryFolder()
    const uninterrupted = new SqliteWorld(scenario, folder)
    const expected = await reference(uninterrupted)
    await uninterrupted.close()
    for (let afterAppend = 0; afterAppend <= expected.appends; afterAppend++) {
      const world = new SqliteWorld(scenario, folder)
      await expectSurvival(world, { afterAppend }, expected, { how: afterAppend % 2 === 0 ? 'resume' : 'recover' })
      await world.close()
    }
  })
})
