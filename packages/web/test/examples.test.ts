import { loops } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'
import { openWorkplace } from '../../gyre/src/wiring/workplace.ts'
import { examples } from '../src/welcome/examples.ts'

describe('the examples of the welcome page', () => {
  it('are one for each loop, in their order', () => {
    expect(examples.map(({ loop }) => loop)).toEqual(loops.map(({ name }) => name))
  })

  it('reach their goals with the demo model', async () => {
    const cwd = temporaryFolder()
    const workplace = await openWorkplace({ cwd, env: { HOME: cwd, GYRE_MODEL: 'demo/rules' }, platform: 'linux' })
    const tools = await workplace.tools()
    const ends = await Promise.all(
      examples.map(async ({ loop, goal }) => {
        const session = await workplace.runtime.start(loop, { goal }, { tools })
        return [loop, (await session.outcome).outcome]
      }),
    )
    await workplace.close({ graceMs: 0 })
    expect(ends).toEqual(examples.map(({ loop }) => [loop, 'answered']))
  })
})
