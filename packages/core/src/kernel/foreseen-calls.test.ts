import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { factsOf, gate, loopOf, stepPaths, told, turns, world } from '../../../../test/support/kernel.ts'
import type { Loop, StartOptions } from '../index.ts'
import type { ToolCall, ToolResult } from '../messages.ts'
import { user } from '../messages.ts'
import { modelOf, says } from '../testing/scripted-model.ts'
import { defineTool, type Tool } from '../tools/tool.ts'
import type { LoopContext } from './context.ts'

const call = (tool = 'look', input: ToolCall['input'] = { name: 'hall' }, id = tool): ToolCall => {
  return { type: 'tool-call', id, tool, input }
}

/** A tool that tells what it was really run with. */
function looking(more: Partial<Pick<Tool, 'effect' | 'approval' | 'run'>> = {}) {
  const ran: unknown[] = []
  const run: Tool['run'] =
    more.run ??
    ((input) => {
      ran.push(input)
      return `seen ${(input as { readonly name: string }).name}`
    })
  const input = z.object({ name: z.string() })
  const tool = defineTool({ name: 'look', description: 'Looks.', input, effect: 'pure', ...more, run })
  return { ran, tool: tool as Tool }
}

async function within(tools: readonly Tool[], use: (ctx: LoopContext) => Promise<string>, options: StartOptions = {}) {
  const { runtime, clock } = world()
  const session = await runtime.start(loopOf('use', use), 'Go.', { model: modelOf(() => says('x')), tools, ...options })
  const end = await clock.runUntil(session.outcome)
  return { end, session, runtime, replay: await runtime.replay(session.id) }
}

const made = async (ctx: LoopContext, each: ToolCall = call()) => {
  const [message] = await ctx.callTools([each], { label: 'act' })
  const [result] = message?.parts ?? []
  return (result as ToolResult).text
}

describe('a call that is begun before its time', () => {
  it('runs once, and is made with what it gave', async () => {
    const { ran, tool } = looking()
    const seen: unknown[] = []
    const { end, runtime, session, replay } = await within([tool], async (ctx) => {
      seen.push((await ctx.begin(call()))?.parts[0])
      return made(ctx)
    })
    expect(seen).toMatchObject([{ text: 'seen hall' }, undefined])
    expect([end.answer, ran, end.usage.toolCalls]).toEqual(['seen hall', [{ name: 'hall' }], 1])
    expect(await stepPaths(runtime, session.id)).toEqual(['act#1[0]'])
    expect(replay.isEqual).toBe(true)
  })

  it('is the same call whatever the order of its arguments, and under any id', async () => {
    const input = z.object({ name: z.string(), at: z.number() })
    const ran: unknown[] = []
    const tool = defineTool({ name: 'look', description: '', input, effect: 'pure', run: (each) => ran.push(each) })
    await within([tool as Tool], async (ctx) => {
      await ctx.begin(call('look', { name: 'hall', at: 1 }, 'a'))
      return made(ctx, call('look', { at: 1, name: 'hall' }, 'b'))
    })
    expect(ran).toHaveLength(1)
  })

  it('stands for one call: the next equal one runs', async () => {
    const { ran, tool } = looking()
    await within([tool], async (ctx) => {
      await ctx.begin(call())
      await made(ctx)
      return made(ctx)
    })
    expect(ran).toHaveLength(2)
  })

  it('is nothing to anybody when it is never made', async () => {
    const { tool } = looking()
    const { end, runtime, session } = await within([tool], async (ctx) => {
      await ctx.begin(call())
      return 'Done.'
    })
    expect([end.usage.toolCalls, await stepPaths(runtime, session.id)]).toEqual([0, []])
  })

  it('is stopped when the loop ends without having made it', async () => {
    const stopped = gate()
    const { tool } = looking({
      run: async (_, { signal }) => {
        signal.addEventListener('abort', () => stopped.open())
        await stopped.opened
      },
    })
    const { end } = await within([tool], async (ctx) => {
      void ctx.begin(call())
      return 'Done.'
    })
    await stopped.opened
    expect(end.answer).toBe('Done.')
  })

  it.each<[string, Partial<Pick<Tool, 'effect' | 'approval'>>]>([
    ['must not be repeated', { effect: 'once' }],
    ['is only idempotent', { effect: 'idempotent' }],
    ['a person has to approve', { approval: 'always' }],
  ])('does not begin when its tool %s', async (_, more) => {
    const { ran, tool } = looking(more)
    await within([tool], async (ctx) => String(await ctx.begin(call())))
    expect(ran).toEqual([])
  })

  it.each<[string, ToolCall]>([
    ['a tool there is not', call('lok')],
    ['arguments that do not fit', call('look', { names: 'hall' })],
  ])('does not begin with %s', async (_, wrong) => {
    const { ran, tool } = looking()
    const { end } = await within([tool], async (ctx) => String(await ctx.begin(wrong)))
    expect([end.answer, ran]).toEqual(['undefined', []])
  })

  it.each<[string, StartOptions['budget'], number]>([
    ['calls', { toolCalls: 2 }, 2],
    ['calls of its tool', { perTool: { look: 3 } }, 3],
  ])('begins no more of them than there are %s left', async (_, budget, most) => {
    const { ran, tool } = looking()
    const begin = async (ctx: LoopContext) => {
      for (let nth = 0; nth < 10; nth++) await ctx.begin(call('look', { name: `${nth}` }))
      return 'Done.'
    }
    await within([tool], begin, { budget: budget ?? {} })
    expect(ran).toHaveLength(most)
  })

  it('is made in its time when it failed before', async () => {
    let runs = 0
    const { tool } = looking({
      run: () => {
        runs += 1
        if (runs === 1) throw new Error('not yet')
        return 'seen'
      },
    })
    const { end } = await within([tool], async (ctx) => {
      await ctx.begin(call())
      return made(ctx)
    })
    expect([end.answer, runs]).toEqual(['seen', 2])
  })

  it('is made anew when what it gave is old, or the session has waited since', async () => {
    const { runtime, clock } = world()
    const { ran, tool } = looking()
    const loop = loopOf('use', async (ctx) => {
      await ctx.begin(call())
      await clock.sleep(60_001)
      await made(ctx)
      await ctx.begin(call('look', { name: 'attic' }))
      await ctx.askHuman('Well?')
      return made(ctx, call('look', { name: 'attic' }))
    })
    const session = await runtime.start(loop, 'Go.', { model: modelOf(() => says('x')), tools: [tool] })
    await clock.runUntil(session.idle())
    await session.answer('Go on.')
    await clock.runUntil(session.outcome)
    expect(ran.map((each) => (each as { readonly name: string }).name)).toEqual(['hall', 'hall', 'attic', 'attic'])
  })

  it('does not begin where no call is left of the budget, or a break-point stands before its tool', async () => {
    const { ran, tool } = looking()
    await within([tool], async (ctx) => String(await ctx.begin(call())), { budget: { toolCalls: 0 } })
    await within([tool], async (ctx) => String(await ctx.begin(call())), { breakpoints: [{ before: 'l*' }] })
    expect(ran).toEqual([])
  })

  it('is made in its place when it wants to ask a model', async () => {
    let runs = 0
    const { tool } = looking({
      run: async (_, { generate }) => {
        runs += 1
        return (await generate([user('?')])).text
      },
    })
    const { end, runtime, session } = await within([tool], async (ctx) => {
      const seen = await ctx.begin(call())
      return seen ? 'It was begun.' : made(ctx)
    })
    expect([end.answer, runs]).toEqual(['x', 2])
    expect(await stepPaths(runtime, session.id)).toEqual(['act#1[0]/generate#1', 'act#1[0]'])
  })

  it('does not begin while somebody wants something of the session', async () => {
    const { ran, tool } = looking()
    const held = gate()
    const { runtime } = world()
    const loop: Loop = loopOf('use', async (ctx) => {
      await held.pass()
      return String(await ctx.begin(call()))
    })
    const session = await runtime.start(loop, 'Go.', { model: modelOf(() => says('x')), tools: [tool] })
    await held.isReached
    await told(session.steer('Do something else.'))
    held.open()
    expect([(await session.outcome).answer, ran]).toEqual(['undefined', []])
  })

  it('is told how long before its step it had begun', async () => {
    const { runtime, clock } = world()
    const { tool } = looking({ run: () => clock.sleep(300).then(() => 'seen') })
    const loop = loopOf('use', async (ctx) => {
      void ctx.begin(call())
      await clock.sleep(200)
      return made(ctx)
    })
    const session = await runtime.start(loop, 'Go.', { model: modelOf(() => says('x')), tools: [tool] })
    await clock.runUntil(session.outcome)
    const step = (await factsOf(runtime, session.id)).find(({ path }) => path === 'act#1[0]')
    expect(step?.data).toMatchObject({ tool: 'look', begunMs: 200, ms: 100 })
  })

  it('holds back secrets from the loop, which may only foresee by it', async () => {
    const { runtime } = world({ secrets: ['hunter22'] })
    const { tool } = looking({ run: () => 'The word is hunter22.' })
    const seen: unknown[] = []
    const loop = loopOf('use', async (ctx) => {
      seen.push((await ctx.begin(call()))?.parts[0])
      return 'Done.'
    })
    await (await runtime.start(loop, 'Go.', { model: modelOf(() => says('x')), tools: [tool] })).outcome
    await turns(2)
    expect(seen).toMatchObject([{ text: 'The word is [redacted].' }])
  })

  it('floods no tool: of one loop so many wait at most', async () => {
    const { ran, tool } = looking()
    await within([tool], async (ctx) => {
      for (let nth = 0; nth < 40; nth++) await ctx.begin(call('look', { name: `${nth}` }))
      return 'Done.'
    })
    expect(ran).toHaveLength(32)
  })

  /** A tool that does something, and does not come to its end before it is told to. */
  function doing(effect: 'once' | 'idempotent' | 'pure') {
    const held = gate()
    const run = () => held.pass().then(() => 'done')
    return { held, tool: defineTool({ name: 'do', description: '', input: z.object({}), effect, run }) as Tool }
  }

  it.each<['once' | 'idempotent' | 'pure', number]>([
    ['once', 2],
    ['idempotent', 2],
    ['pure', 1],
  ])('is made anew when a call of a tool was made since that is %s', async (effect, runs) => {
    const { ran, tool } = looking()
    const { held, tool: other } = doing(effect)
    held.open()
    await within([tool, other], async (ctx) => {
      await ctx.begin(call())
      await made(ctx, call('do', {}))
      return made(ctx)
    })
    expect(ran).toHaveLength(runs)
  })

  it('is stopped, and made anew, when such a call begins and ends while it runs', async () => {
    let runs = 0
    const stopped = gate()
    const { tool } = looking({
      run: async (_, { signal }) => {
        runs += 1
        if (runs > 1) return 'new'
        signal.addEventListener('abort', () => stopped.open())
        await stopped.pass()
        return 'old'
      },
    })
    const { held, tool: other } = doing('once')
    held.open()
    const { end } = await within([tool, other], async (ctx) => {
      void ctx.begin(call())
      await made(ctx, call('do', {}))
      return made(ctx)
    })
    expect([end.answer, runs]).toEqual(['new', 2])
  })

  it.each<['once' | 'pure', number]>([
    ['once', 0],
    ['pure', 1],
  ])('does not begin while a call of a tool is in flight that is %s, unless that is pure', async (effect, early) => {
    const { ran, tool } = looking()
    const { held, tool: other } = doing(effect)
    const seen: number[] = []
    await within([tool, other], async (ctx) => {
      const doingIt = made(ctx, call('do', {}))
      await held.isReached
      await ctx.begin(call())
      seen.push(ran.length)
      held.open()
      await doingIt
      await ctx.begin(call())
      seen.push(ran.length)
      return 'Done.'
    })
    // The replay, which begins nothing, comes after it.
    expect(seen.slice(0, 2)).toEqual([early, 1])
  })

  it('begins again after a call with effects that ended at once', async () => {
    const { ran, tool } = looking()
    const other = defineTool({ name: 'do', description: '', input: z.object({}), effect: 'idempotent', run: () => 'x' })
    await within([tool, other as Tool], async (ctx) => {
      await made(ctx, call('do', {}))
      await ctx.begin(call())
      return 'Done.'
    })
    expect(ran).toHaveLength(1)
  })
})
