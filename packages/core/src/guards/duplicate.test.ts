import { describe, expect, it } from 'vitest'
import { loopOf, search, stepPaths, world } from '../../../../test/support/kernel.ts'
import { react } from '../loops/react.ts'
import { calls, callsAll, modelOf, says, scriptedModel } from '../testing/scripted-model.ts'
import { DuplicateGuard, judgeRepetition } from './duplicate.ts'

describe('judgeRepetition', () => {
  it('lets two equal calls through, refuses the third and ends the loop at the fourth', () => {
    expect([1, 2, 3, 4, 5].map(judgeRepetition)).toEqual(['fresh', 'fresh', 'refuse', 'stuck', 'stuck'])
  })
})

describe('a guard against duplicates', () => {
  it('compares arguments whatever the order of their keys', () => {
    const guard = new DuplicateGuard()
    guard.judge('search', { query: 'x', page: 1 })
    guard.judge('search', { page: 1, query: 'x' })
    expect(guard.judge('search', { query: 'x', page: 1 })).toBe('refuse')
  })

  it('counts each tool and each argument alone', () => {
    const guard = new DuplicateGuard()
    for (const tool of ['search', 'fetch']) {
      for (const query of ['x', 'y']) {
        expect([guard.judge(tool, { query }), guard.judge(tool, { query })]).toEqual(['fresh', 'fresh'])
      }
    }
  })

  it('does not count what is not made after all', () => {
    const guard = new DuplicateGuard()
    for (let time = 0; time < 5; time++) {
      expect(guard.judge('search', { query: 'x' })).toBe('fresh')
      guard.forget('search', { query: 'x' })
    }
  })

  it('is not fooled by names that contain arguments', () => {
    const guard = new DuplicateGuard()
    for (let time = 0; time < 3; time++) guard.judge('a', 'b {}')
    expect(guard.judge('a "b', {})).toBe('fresh')
  })
})

const same = calls('search', { query: 'x' })

describe('a loop that repeats itself', () => {
  it('has its third equal call not made, and is told', async () => {
    const { runtime } = world()
    const model = scriptedModel(same, same, same, says('I stop.'))
    const session = await runtime.start(react, 'Look.', { model, tools: [search] })
    expect(await session.outcome).toMatchObject({ outcome: 'answered', answer: 'I stop.', usage: { toolCalls: 2 } })
    expect(model.requests[3]?.messages.at(-1)?.parts[0]).toMatchObject({
      text: 'Not run: `search` was called with exactly these arguments twice already. Use what it said, change the arguments, or answer.',
      error: true,
    })
  })

  it('is stuck at the fourth', async () => {
    const { runtime } = world()
    const session = await runtime.start(react, 'Look.', { model: modelOf(() => same), tools: [search] })
    expect(await session.outcome).toMatchObject({
      outcome: 'stuck:duplicate',
      status: 'stuck',
      usage: { modelCalls: 4, toolCalls: 2 },
    })
  })

  it('is stuck with the best answer so far', async () => {
    const { runtime } = world()
    const proposing = loopOf('proposing', async (ctx) => {
      ctx.propose('Perhaps 42.')
      for (let id = 1; ; id++) {
        await ctx.callTools([{ type: 'tool-call', id: `${id}`, tool: 'search', input: { query: 'x' } }])
      }
    })
    const session = await runtime.start(proposing, 'Look.', { model: modelOf(() => says('x')), tools: [search] })
    expect(await session.outcome).toMatchObject({ outcome: 'stuck:duplicate', answer: 'Perhaps 42.' })
  })

  it('may repeat itself in one turn, too', async () => {
    const { runtime } = world()
    const call = { tool: 'search', input: { query: 'x' } }
    const model = scriptedModel(callsAll(call, call, call), says('Done.'))
    const session = await runtime.start(react, 'Look.', { model, tools: [search] })
    expect(await session.outcome).toMatchObject({ outcome: 'answered', usage: { toolCalls: 2 } })
  })

  it('as a child is stuck alone: its parent goes on', async () => {
    const { runtime } = world()
    const parent = loopOf('parent', async (ctx) => (await ctx.runLoop(react, 'Look.')).outcome)
    const session = await runtime.start(parent, 'Go.', { model: modelOf(() => same), tools: [search] })
    expect(await session.outcome).toMatchObject({ outcome: 'answered', answer: 'stuck:duplicate' })
  })

  it('counts each branch of a map alone, after what was called before it', async () => {
    const { runtime } = world()
    const call = { type: 'tool-call', id: '1', tool: 'search', input: { query: 'x' } } as const
    const fan = loopOf('fan', async (ctx) => {
      await ctx.callTools([call])
      const branches = await ctx.map([1, 2, 3, 4], async (_, branch) => {
        await branch.callTools([call])
        return (await branch.callTools([call]))[0]?.parts[0]
      })
      return branches.map((part) => part?.type === 'tool-result' && part.error === true)
    })
    const session = await runtime.start(fan, 'Look.', { model: modelOf(() => says('x')), tools: [search] })
    expect(await session.outcome).toMatchObject({
      outcome: 'answered',
      answer: [true, true, true, true],
      usage: { toolCalls: 5 },
    })
  })

  it('starts to count anew in each run', async () => {
    const { runtime } = world()
    const model = modelOf(({ messages }) => (messages.length < 4 ? same : says('Done.')))
    const parent = loopOf('parent', async (ctx) => {
      for (let turn = 0; turn < 4; turn++) await ctx.runLoop(react, 'Look.')
      return 'Done.'
    })
    const session = await runtime.start(parent, 'Go.', { model, tools: [search] })
    expect(await session.outcome).toMatchObject({ outcome: 'answered', usage: { toolCalls: 4 } })
  })

  it('is stuck at the same step when it is replayed', async () => {
    const { runtime } = world()
    const session = await runtime.start(react, 'Look.', { model: modelOf(() => same), tools: [search] })
    await session.outcome
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [], unused: [] })
    expect((await stepPaths(runtime, session.id)).at(-1)).toBe('act#4[0]')
  })
})
