import { describe, expect, it } from 'vitest'
import { equipment, gate, loopOf, stepPaths, textsOf, turns, world } from '../../../../test/support/kernel.ts'
import type { Json } from '../json.ts'
import { user } from '../messages.ts'
import { reactGrammar } from '../parsing/react-grammar.ts'
import { fails, modelOf, says } from '../testing/scripted-model.ts'
import type { LoopContext } from './context.ts'

async function run(use: (ctx: LoopContext) => Promise<Json>, model = modelOf((_, { path }) => says(path))) {
  const { runtime } = world()
  const session = await runtime.start(loopOf('maps', use), 'Go.', { model })
  return { runtime, session, end: await session.outcome, model }
}

describe('map', () => {
  it('keeps the order of the items, whoever is ready first', async () => {
    const gates = [gate(), gate(), gate()]
    const model = modelOf(async ({ messages }) => {
      const [part] = messages[0]?.parts ?? []
      const index = Number(part?.type === 'text' ? part.text : 0)
      if (index < 2) await gates[index + 1]?.opened
      gates[index]?.open()
      return says(`${index}`)
    })
    const { end } = await run(
      (ctx) => ctx.map(['0', '1', '2'], async (item, branch) => (await branch.generate([user(item)])).text),
      model,
    )
    expect(end.answer).toEqual(['0', '1', '2'])
  })

  it('gives each branch paths of its own, and its index', async () => {
    const { runtime, session, end } = await run((ctx) =>
      ctx.map(['a', 'b'], async (item, branch, index) => {
        await branch.generate([user(item)])
        await branch.generate([user(item)], { label: 'again' })
        return index
      }),
    )
    expect(end.answer).toEqual([0, 1])
    expect((await stepPaths(runtime, session.id)).toSorted()).toEqual([
      'map#1[0]/again#1',
      'map#1[0]/generate#1',
      'map#1[1]/again#1',
      'map#1[1]/generate#1',
    ])
  })

  it.each([
    [{ concurrency: 2 }, 2],
    [{}, 8],
    [{ concurrency: 0 }, 1],
  ])('with %j runs at most so many at once', async (options, most) => {
    const held = gate()
    let atOnce = 0
    const model = modelOf(async () => {
      atOnce += 1
      await held.pass()
      return says('x')
    })
    const { runtime } = world()
    const items = Array.from({ length: 20 }, (_, index) => `${index}`)
    const loop = loopOf('maps', async (ctx) => {
      await ctx.map(items, (item, branch) => branch.generate([user(item)]), options)
      return 'Done.'
    })
    const session = await runtime.start(loop, 'Go.', { model })
    await held.isReached
    await turns()
    expect(atOnce).toBe(most)
    held.open()
    await session.outcome
    expect(atOnce).toBe(20)
  })

  it('of nothing is nothing', async () => {
    const { end } = await run((ctx) => ctx.map([], async () => 'x'))
    expect(end.answer).toEqual([])
  })

  it('lets every branch end before it throws, and throws what the first in order threw', async () => {
    const ended: number[] = []
    const { end, model } = await run(
      (ctx) =>
        ctx.map([0, 1, 2], async (item, branch) => {
          await branch.generate([user('x')])
          ended.push(item)
          if (item > 0) throw new Error(`branch ${item}`)
          return item
        }),
      modelOf(async (_, { path }) => {
        if (path === 'map#1[1]/generate#1') await turns(5)
        return says('x')
      }),
    )
    expect(end).toMatchObject({ outcome: 'failed:loop-failed', error: { message: 'branch 1' } })
    expect(ended).toEqual([0, 2, 1])
    expect(model.requests).toHaveLength(3)
  })

  it('throws the failure of a step in a branch as that step threw it', async () => {
    const { end } = await run(
      (ctx) => ctx.map(['a'], async (item, branch) => (await branch.generate([user(item)])).text),
      modelOf(() => fails(new Error('down'))),
    )
    expect(end).toMatchObject({ outcome: 'failed:model-failed', error: { message: 'down' } })
  })

  it('may be used inside of a map', async () => {
    const { end } = await run((ctx) =>
      ctx.map(['a', 'b'], (_, outer) =>
        outer.map(['x', 'y'], async (item, inner) => (await inner.generate([user(item)])).text, { label: 'inner' }),
      ),
    )
    expect(end.answer).toEqual([
      ['map#1[0]/inner#1[0]/generate#1', 'map#1[0]/inner#1[1]/generate#1'],
      ['map#1[1]/inner#1[0]/generate#1', 'map#1[1]/inner#1[1]/generate#1'],
    ])
  })

  it('replays its branches in any order, and pays for none again', async () => {
    const fan = loopOf('fan', (ctx) =>
      ctx.map(['a', 'b', 'c'], async (item, branch) => {
        const first = await branch.generate([user(item)])
        const second = await branch.generate([user(`${item}!`)])
        return `${first.text} ${second.text}`
      }),
    )
    const held = gate()
    const first = modelOf(async (_, { path }) => {
      if (path === 'map#1[0]/generate#1' || path === 'map#1[2]/generate#2') await held.pass()
      return says(path)
    })
    const { runtime, afterCrash } = world()
    const session = await runtime.start(fan, 'Go.', { model: first })
    await held.isReached
    await turns()

    const asked: string[] = []
    const second = modelOf((_, { path }) => {
      asked.push(path)
      return says(path)
    })
    const end = await (await afterCrash(equipment(fan, second)).resume(session.id)).outcome
    expect(asked.toSorted()).toEqual(['map#1[0]/generate#1', 'map#1[0]/generate#2', 'map#1[2]/generate#2'])
    expect(end.answer).toEqual([0, 1, 2].map((index) => `map#1[${index}]/generate#1 map#1[${index}]/generate#2`))
  })
})

describe('a map whose branches alone ask', () => {
  const asking = (items: readonly string[], from?: string) =>
    loopOf('fan', (ctx) =>
      ctx.map(items, async (item, branch) => (await branch.generate([user(item)])).text, {
        ...(from !== undefined && { answerFrom: { messages: [user(from)], grammar: reactGrammar } }),
      }),
    )

  async function lastRequest(from?: string, said = 'Done.') {
    const { runtime } = world()
    const model = modelOf(() => says(said))
    const session = await runtime.start(asking(['a', 'b'], from), 'Go.', { model, budget: { modelCalls: 2 } })
    const end = await session.outcome
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
    return { end, texts: textsOf(model.requests.at(-1)) }
  }

  it('says what a forced answer starts from, and how it is spoken', async () => {
    const { end, texts } = await lastRequest('So far: a.', 'Thought: fine\nFINAL_ANSWER: 4')
    expect(texts).toEqual(['So far: a.', expect.stringMatching(/^Answer now/)])
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: '4' })
  })

  it('is answered from the task when it says nothing', async () => {
    expect((await lastRequest()).texts).toEqual(['Go.', expect.stringMatching(/^Answer now/)])
  })
})
