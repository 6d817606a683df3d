import { describe, expect, it } from 'vitest'
import { loopOf, turns, world } from '../../../../test/support/kernel.ts'
import { modelOf, says } from '../testing/scripted-model.ts'

describe('a watcher', () => {
  it('may go away while nothing happens, of a session that waits here and of one that is parked', async () => {
    const { runtime, clock } = world()
    const asking = loopOf('asking', async (ctx) => ctx.askHuman('Who?'))
    const session = await runtime.start(asking, 'Ask.', { model: modelOf(() => says('')) })
    await session.idle()
    const watched = async () => {
      const leaving = new AbortController()
      const seen: string[] = []
      const watching = (async () => {
        for await (const { type } of runtime.events(session.id, 0, { signal: leaving.signal })) seen.push(type)
      })()
      await turns(5)
      leaving.abort()
      await watching
      return seen
    }
    const facts = ['session.created', 'question.asked', 'session.status']
    expect(await watched()).toEqual([...facts, 'step.started'])
    await clock.advance(31_000)
    await turns(5)
    expect((await runtime.store.sessions.get(session.id))?.state).toBe('parked')
    expect(await watched()).toEqual(facts)
  })
})
