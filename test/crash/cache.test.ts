/** A cache that sessions share: what one session began to compute it also finishes. */

import { user } from '@gyre/core'
import { says } from '@gyre/core/testing'
import { expect, it } from 'vitest'
import { begun } from '../support/compare.ts'
import { loopOf } from '../support/kernel.ts'
import { call } from '../support/loops.ts'
import type { Scenario } from '../support/scenario.ts'
import { goOn, MemoryWorld, start } from '../support/world.ts'

const sharing = loopOf('sharing', (ctx) =>
  ctx.cache('shared', async (inner) => {
    const reply = await inner.generate([user('compute')])
    await inner.callTools([call('put', reply.text)])
    return reply.text
  }),
)

const scenario: Scenario = {
  name: 'sharing',
  loop: sharing,
  task: 'share',
  tools: ['put'],
  replies: { 'cache#1/generate#1': says('mine') },
  end: { answer: 'mine', outcome: 'answered' },
}

const entry = { value: 'theirs', by: 'ses_other/cache#1' }

it('a value that another session kept is taken', async () => {
  const world = new MemoryWorld(scenario)
  const process = world.process()
  await process.runtime.store.keyValue.set('cache/local/shared', entry)
  expect(await start(world, process)).toMatchObject({ answer: 'theirs' })
  expect(begun(process.hand.effects)).toEqual([])
})

it('a computation cut short by a crash is finished, though another session has filled the cache meanwhile', async () => {
  const world = new MemoryWorld(scenario)
  await start(world, world.process({ death: { afterAppend: 1 } }))
  const next = world.process()
  await next.runtime.store.keyValue.set('cache/local/shared', entry)
  expect(await goOn(world, next)).toMatchObject(scenario.end)
  expect(begun(next.hand.effects)).toEqual(['tool cache#1/callTools#1[0]'])
  const report = await world.process().runtime.replay(await world.sessionId())
  expect(report).toMatchObject({ isEqual: true, unused: [], error: null })
})

it('a computation whose record was lost is not made again', async () => {
  const world = new MemoryWorld(scenario)
  await start(world, world.process({ death: { atAppend: 3 } }))
  const next = world.process()
  expect(await goOn(world, next)).toMatchObject(scenario.end)
  expect(begun(next.hand.effects)).toEqual([])
  const row = (await world.rows()).find(({ path }) => path === 'cache#1')
  expect(JSON.parse(row?.data ?? '')).toMatchObject({ hit: false })
})
