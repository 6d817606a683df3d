import { it } from 'vitest'
import { factsOf, loopOf, standing, turns, world } from '../../../../test/support/kernel.ts'
import { user } from '../messages.ts'
import { modelOf, says } from '../testing/scripted-model.ts'
const busy = loopOf('busy', async (ctx) => {
  await ctx.generate([user('x')])
  const answer = await ctx.askHuman('Which?')
  return (await ctx.generate([user(answer)])).text
})
it('x', async () => {
  const here = world()
  const session = await here.runtime.start(busy, 'Go.', { model: modelOf((_, { path }) => says(path)) })
  await here.clock.advance(31_000)
  console.log((await here.store.sessions.get(session.id))?.state)
  await here.clock.advance(31_000)
  await session.abort()
  await session.answer('b')
  await session.outcome
  await turns(10)
  console.log((await factsOf(here.runtime, session.id)).map((f) => `${f.seq} ${f.type} ${f.path ?? ''} ${JSON.stringify(f.data).slice(0, 120)}`).join('\n'))
  console.log(await standing(here.store, session.id))
})
