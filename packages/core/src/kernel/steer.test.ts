import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  behind,
  equipment,
  factsOfType,
  gate,
  loopOf,
  reactShapes,
  search,
  standing,
  textsOf,
  told,
  turns,
  world,
} from '../../../../test/support/kernel.ts'
import { react } from '../loops/react.ts'
import { user } from '../messages.ts'
import type { ModelRequest } from '../ports/model.ts'
import { calls, modelOf, type ScriptedModel, says, scriptedModel } from '../testing/scripted-model.ts'
import type { Loop } from './loop.ts'

const guidance = '[USER GUIDANCE] Look at the second page.'

describe.each(reactShapes)('steer, on $shape', ({ loop, prefix }) => {
  it('ends the next request, and only that one', async () => {
    const { runtime, store } = world()
    const held = gate()
    const look = calls('search', { query: 'x' })
    const model = scriptedModel(behind(held, look), calls('search', { query: 'y' }), says('Done.'))
    const session = await runtime.start(loop, 'Look.', { model, tools: [search] })
    await held.isReached

    await told(session.steer('Look at the second page.'))
    held.open()
    await session.outcome
    expect(model.requests.map(isSteered)).toEqual([false, true, false])
    expect(textsOf(model.requests[1]).at(-1)).toBe(guidance)
    expect(await standing(store, session.id)).toEqual([`steer applied at ${prefix}think#2`])
  })
})

function isSteered(request: ModelRequest): boolean {
  return textsOf(request).includes(guidance)
}

/** The paths whose requests held the guidance. */
function steeredPaths(model: ScriptedModel, paths: readonly string[]): readonly string[] {
  return paths.filter((_, index) => isSteered(model.requests[index] as ModelRequest)).sort()
}

describe('steer', () => {
  it('is shown as queued until it is used', async () => {
    const { runtime, store } = world()
    const held = gate()
    const model = scriptedModel(behind(held, calls('search', { query: 'x' })), says('Done.'))
    const session = await runtime.start(react, 'Look.', { model, tools: [search] })
    await held.isReached
    const sent = await told(session.steer('Look at the second page.', { by: 'ada' }))
    expect(await standing(store, session.id)).toEqual(['steer queued'])
    expect((await factsOfType(runtime, session.id, 'intervention.queued')).map(({ data }) => data)).toEqual([
      { id: sent.id, action: 'steer', body: { text: 'Look at the second page.' }, by: 'ada' },
    ])
    held.open()
    await session.outcome
  })

  it('is kept with the record of the request, beside who sent it', async () => {
    const { runtime } = world()
    const held = gate()
    const model = scriptedModel(behind(held, calls('search', { query: 'x' })), says('Done.'))
    const session = await runtime.start(react, 'Look.', { model, tools: [search] })
    await held.isReached
    await told(session.steer('Look at the second page.', { by: 'ada' }))
    held.open()
    await session.outcome
    const [, , third] = await factsOfType(runtime, session.id, 'step.finished')
    expect(third).toMatchObject({ path: 'think#2', data: { by: ['ada'], guidance: [user(guidance)] } })
  })

  it('joins others that were sent before the next request, in their order', async () => {
    const { runtime } = world()
    const held = gate()
    const model = scriptedModel(behind(held, calls('search', { query: 'x' })), says('Done.'))
    const session = await runtime.start(react, 'Look.', { model, tools: [search] })
    await held.isReached
    await told(session.steer('Be brief.'))
    await told(session.steer('Be kind.'))
    held.open()
    await session.outcome
    expect(textsOf(model.requests[1]).slice(-2)).toEqual(['[USER GUIDANCE] Be brief.', '[USER GUIDANCE] Be kind.'])
  })
})

describe('steer, among the roles', () => {
  const working = loopOf('working', async (ctx) => {
    for (const role of ['author', 'judge', 'utility', 'planner', 'author'] as const)
      await ctx.generate([user('x')], { role, label: role })
    return 'Done.'
  })
  const judging = loopOf('judging', async (ctx) => {
    await ctx.generate([user('x')])
    await ctx.generateObject(z.string(), [user('x')], { role: 'judge' })
    return 'Done.'
  })

  async function steered(loop: Loop) {
    const { runtime, store } = world()
    const held = gate()
    const paths: string[] = []
    const model = modelOf(async (_, { path }) => {
      paths.push(path)
      if (paths.length === 1) await held.pass()
      return says('"ok"')
    })
    const session = await runtime.start(loop, 'Go.', { model })
    await held.isReached
    await told(session.steer('Look at the second page.'))
    held.open()
    await session.outcome
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
    return { paths: steeredPaths(model, paths), standing: await standing(store, session.id) }
  }

  it('goes to the next who does the work, not to a judge or a utility', async () => {
    expect(await steered(working)).toEqual({ paths: ['planner#1'], standing: ['steer applied at planner#1'] })
  })

  it('is rejected at the end when only a judge was asked since', async () => {
    expect(await steered(judging)).toEqual({ paths: [], standing: ['steer rejected: session-ended'] })
  })
})

describe('steer, while a map runs', () => {
  /** Two maps, one after the other; the first has more items than run at once. */
  const twoMaps = loopOf('two-maps', async (ctx) => {
    const ask = async (item: string, branch: typeof ctx) => {
      await branch.generate([user(item)])
      await branch.generate([user(item)])
    }
    await ctx.map(['a', 'b', 'c'], ask, { concurrency: 2, label: 'first' })
    await ctx.generate([user('between')])
    await ctx.map(['d'], ask, { label: 'second' })
    return 'Done.'
  })

  async function steered(branch?: string) {
    const { runtime } = world()
    const held = gate()
    const paths: string[] = []
    const model = modelOf(async (_, { path }) => {
      paths.push(path)
      if (path === 'first#1[0]/generate#1') await held.pass()
      return says('ok')
    })
    const session = await runtime.start(twoMaps, 'Go.', { model })
    await held.isReached
    await told(session.steer('Look at the second page.', branch ? { branch } : {}))
    held.open()
    await session.outcome
    return steeredPaths(model, paths)
  }

  it('reaches every branch once, those that have not begun too, and nothing that begins later', async () => {
    const { runtime } = world()
    const held = [gate(), gate()]
    const paths: string[] = []
    const model = modelOf(async (_, { path }) => {
      paths.push(path)
      if (path === 'first#1[0]/generate#1') await held[0]?.pass()
      if (path === 'first#1[1]/generate#1') await held[1]?.pass()
      return says('ok')
    })
    const session = await runtime.start(twoMaps, 'Go.', { model })
    await Promise.all(held.map((each) => each.isReached))
    await told(session.steer('Look at the second page.'))
    held[0]?.open()
    await turns()
    held[1]?.open()
    await session.outcome
    expect(steeredPaths(model, paths)).toEqual([
      'first#1[0]/generate#2',
      'first#1[1]/generate#2',
      'first#1[2]/generate#1',
    ])
  })

  it('reaches one branch alone when its path is named', async () => {
    expect(await steered('first#1[0]')).toEqual(['first#1[0]/generate#2'])
  })

  it('reaches the branches of one map when the path of that map is named', async () => {
    expect(await steered('second#1')).toEqual(['second#1[0]/generate#1'])
  })

  it('is rejected at the end when no request of the branch named came', async () => {
    const { runtime, store } = world()
    const held = gate()
    const session = await runtime.start(react, 'Look.', { model: scriptedModel(behind(held, says('Done.'))) })
    await held.isReached
    await told(session.steer('Hello?', { branch: 'map#7[0]' }))
    held.open()
    await session.outcome
    expect(await standing(store, session.id)).toEqual(['steer rejected: session-ended'])
  })

  it('reaches every branch of maps inside of maps once', async () => {
    const { runtime } = world()
    const held = gate()
    const nested = loopOf('nested', async (ctx) => {
      await ctx.map(
        ['a', 'b'],
        async (_, outer) => {
          await outer.map(
            ['x', 'y'],
            async (item, inner) => {
              await inner.generate([user(item)])
              await inner.generate([user(item)])
            },
            { label: 'inner' },
          )
          await outer.generate([user('after')])
        },
        { label: 'outer' },
      )
      return 'Done.'
    })
    const paths: string[] = []
    const model = modelOf(async (_, { path }) => {
      paths.push(path)
      if (path.endsWith(']/generate#1') && path.includes('inner')) await held.pass()
      return says('ok')
    })
    const session = await runtime.start(nested, 'Go.', { model })
    await held.isReached
    await told(session.steer('Look at the second page.'))
    held.open()
    await session.outcome
    expect(steeredPaths(model, paths)).toEqual([
      'outer#1[0]/inner#1[0]/generate#2',
      'outer#1[0]/inner#1[1]/generate#2',
      'outer#1[1]/inner#1[0]/generate#2',
      'outer#1[1]/inner#1[1]/generate#2',
    ])
  })

  it('still reaches the other branches when the process died after the first', async () => {
    const fan = loopOf('fan', async (ctx) => {
      await ctx.map(['a', 'b'], async (item, branch) => {
        await branch.generate([user(item)])
        await branch.generate([user(item)])
      })
      return 'Done.'
    })
    const held = gate()
    const first = modelOf(async (_, { path }) => {
      if (path === 'map#1[1]/generate#1') await held.pass()
      return says('ok')
    })
    const { runtime, afterCrash } = world()
    const begun = gate()
    const slow = modelOf(async (request, call) => {
      if (call.path === 'map#1[0]/generate#1') await begun.pass()
      for await (const _ of first.stream(request, call));
      return says('ok')
    })
    const session = await runtime.start(fan, 'Go.', { model: slow })
    await begun.isReached
    await held.isReached
    await told(session.steer('Look at the second page.'))
    begun.open()
    await turns()

    const paths: string[] = []
    const second = modelOf((_, { path }) => {
      paths.push(path)
      return says('ok')
    })
    const later = afterCrash(equipment(fan, second))
    await (await later.resume(session.id)).outcome
    expect(steeredPaths(slow, ['map#1[0]/generate#1', 'map#1[1]/generate#1', 'map#1[0]/generate#2'])).toEqual([
      'map#1[0]/generate#2',
    ])
    expect(steeredPaths(second, paths)).toEqual(['map#1[1]/generate#1'])
  })
})
