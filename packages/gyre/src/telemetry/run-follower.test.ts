import { defineLoop, isFact, Runtime, type SessionEvent, type Store } from '@gyre/core'
import { says, scriptedModel } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores/memory'
import { describe, expect, it } from 'vitest'
import { RunFollower } from './run-follower.ts'

const asking = defineLoop({
  name: 'asking',
  run: async (ctx) => {
    await ctx.generate([])
    const said = await ctx.askHuman('Go on?')
    await ctx.generate([])
    return said
  },
})

/** A runtime whose runs are followed; `news` are the facts that each run was told as its own. */
function followed(store: Store, news: string[], idleMs?: number) {
  const watch = () => ({
    apply: (event: SessionEvent, isNews: boolean) => {
      if (isNews && isFact(event)) news.push(`${event.seq} ${event.type}`)
    },
    over: () => void news.push('over'),
  })
  const follower = new RunFollower([watch], idleMs === undefined ? {} : { idleMs })
  const model = scriptedModel(says('One.'), says('Two.'))
  const runtime: Runtime = new Runtime({
    store,
    model,
    models: [model],
    loops: [asking],
    lingerMs: 0,
    onRun: (run) => follower.follow(run, runtime),
  })
  return { runtime, follower }
}

describe('following runs', () => {
  it('tells each fact once of a session that is parked and goes on here', async () => {
    const news: string[] = []
    const store = memoryStore()
    const { runtime, follower } = followed(store, news)
    const session = await runtime.start('asking', 'Go.')
    await session.idle()
    await expect.poll(async () => (await store.sessions.get(session.id))?.state).toBe('parked')
    const outcome = session.outcome
    await session.answer('Yes.')
    expect((await outcome).answer).toBe('Yes.')
    await follower.close()
    const facts = news.filter((each) => each !== 'over')
    expect(facts).toEqual(facts.toSorted((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10)))
    expect(new Set(facts).size).toBe(facts.length)
    expect(facts.at(-1)).toMatch(/session\.ended$/)
    expect(facts.filter((each) => each.endsWith('step.finished'))).toHaveLength(3)
    expect(news.filter((each) => each === 'over')).toHaveLength(2)
    await runtime.close()
  })

  it('leaves a session that was parked, and follows it again when it goes on', async () => {
    const news: string[] = []
    const { runtime, follower } = followed(memoryStore(), news, 1)
    const session = await runtime.start('asking', 'Go.')
    await expect.poll(() => news.at(-1)).toBe('over')
    const outcome = session.outcome
    await session.answer('Yes.')
    await outcome
    await follower.close()
    const facts = news.filter((each) => each !== 'over')
    expect(new Set(facts).size).toBe(facts.length)
    expect(news.slice(-2)).toEqual([expect.stringMatching(/session\.ended$/), 'over'])
    await runtime.close()
  })

  it('tells no step of a session that goes on in another process', async () => {
    const [here, there]: [string[], string[]] = [[], []]
    const store = memoryStore()
    const first = followed(store, here)
    const { id } = await first.runtime.start('asking', 'Go.')
    await expect.poll(async () => (await store.sessions.get(id))?.state).toBe('parked')
    const second = followed(store, there)
    const session = await second.runtime.resume(id)
    await session.answer('Yes.')
    await session.outcome
    await Promise.all([first.follower.close(), second.follower.close()])
    const steps = (news: readonly string[]) => news.filter((each) => /step|ended/.test(each))
    expect(steps(here)).toEqual(['2 step.finished'])
    expect(steps(there).map((each) => each.replace(/^\d+ /, ''))).toEqual([
      'step.finished',
      'step.finished',
      'session.ended',
    ])
    await first.runtime.close({ keepStore: true })
    await second.runtime.close()
  })

  it('leaves sessions that wait for somebody when it is closed', async () => {
    const news: string[] = []
    const { runtime, follower } = followed(memoryStore(), news)
    const session = await runtime.start('asking', 'Go.')
    await session.idle()
    await follower.close()
    expect(news.at(-1)).toBe('over')
    await runtime.close()
  })

  it('keeps what is wrong with who is told from the session', async () => {
    const follower = new RunFollower([
      () => ({
        apply: () => {
          throw new Error('An observer stumbles.')
        },
      }),
    ])
    const runtime: Runtime = new Runtime({
      store: memoryStore(),
      model: scriptedModel(says('One.'), says('Two.')),
      loops: [defineLoop({ name: 'plain', run: async (ctx) => (await ctx.generate([])).text })],
      onRun: (run) => follower.follow(run, runtime),
    })
    expect((await (await runtime.start('plain', 'Go.')).outcome).answer).toBe('One.')
    await follower.close()
    await runtime.close()
  })
})
