import { user } from '@gyre/core'
import { modelOf, says } from '@gyre/core/testing'
import { expect, it } from 'vitest'
import { behind, gate, loopOf, told, turns, world } from '../../../../test/support/kernel.ts'
import { readLog } from '../../test/support/loop-log.ts'
import { heardGuidance } from './heard-guidance.ts'

it('is what the model was told: as it was last changed, without what was taken back', async () => {
  const { runtime } = world()
  const held = gate()
  const twice = loopOf('twice', async (ctx) => {
    await ctx.generate([user('first')])
    return (await ctx.generate([user('second')])).text
  })
  const session = await runtime.start(twice, 'Go.', { model: modelOf(behind(held, says('Done.'))) })
  await held.isReached
  const changed = await told(session.steer('Be long.'))
  const withdrawn = await told(session.steer('Be rude.'))
  await told(session.steer('Be kind.'))
  await session.edit(changed.id, { text: 'Be brief.' })
  await session.withdraw(withdrawn.id)
  await turns()
  held.open()
  await session.outcome
  expect(heardGuidance(await readLog(runtime, session.id))).toEqual(['Be brief.', 'Be kind.'])
})
