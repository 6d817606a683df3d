import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { equipment, factsOfType, gate, loopOf, world } from '../../../../test/support/kernel.ts'
import { GyreError } from '../errors.ts'
import { react } from '../loops/react.ts'
import { type Message, observation, sizeOf, type ToolResult, user } from '../messages.ts'
import type { ModelRequest } from '../ports/model.ts'
import {
  calls,
  fails,
  modelOf,
  type ScriptedReply,
  type ScriptedTurn,
  says,
  scripted,
  scriptedModel,
} from '../testing/scripted-model.ts'
import { defineTool } from '../tools/tool.ts'
import { compact, shorten } from './compaction.ts'

const page = (letter: string) => letter.repeat(2_000)

const read = defineTool({
  name: 'read',
  description: 'Reads a page.',
  input: z.object({ letter: z.string() }),
  effect: 'pure',
  run: ({ letter }) => page(letter),
})

/** A reply to which the model counts four characters a token, as most do. */
const counted = (reply: ScriptedReply) => (request: ModelRequest) => ({
  ...reply,
  usage: { inputTokens: request.messages.reduce((sum, message) => sum + sizeOf(message), 0) / 4, outputTokens: 10 },
})

const reads = (letter: string) => counted(calls('read', { letter }))

/** What the model was shown of each page, in few words. */
function pagesIn(request: ModelRequest | undefined): readonly string[] {
  const results = request?.messages.flatMap(({ parts }) => parts).filter((part) => part.type === 'tool-result') ?? []
  return results.map(({ text }: ToolResult) => (text.includes('[compacted:') ? `short ${text[0]}` : `whole ${text[0]}`))
}

const overflow = fails(new GyreError('model-overflow', 'The prompt is too long.'))

async function run(turns: readonly ScriptedTurn[], contextWindow?: number) {
  const { runtime } = world()
  const model = scripted(turns, contextWindow === undefined ? {} : { contextWindow })
  const session = await runtime.start(react, 'Read.', { model, tools: [read] })
  return { runtime, model, session, end: await session.outcome }
}

describe('a prompt that the provider finds too long', () => {
  it('is made shorter once and sent again', async () => {
    const { end, model } = await run([reads('a'), reads('b'), reads('c'), overflow, says('Done.')])
    expect(end).toMatchObject({ outcome: 'answered', answer: 'Done.' })
    expect(pagesIn(model.requests[3])).toEqual(['whole a', 'whole b', 'whole c'])
    expect(pagesIn(model.requests[4])).toEqual(['short a', 'short b', 'whole c'])
  })

  it('is told of in a fact: what was dropped, what replaced it', async () => {
    const { runtime, session } = await run([reads('a'), reads('b'), reads('c'), overflow, says('Done.')])
    const [fact, ...others] = await factsOfType(runtime, session.id, 'context.compacted')
    expect(others).toEqual([])
    expect(fact).toMatchObject({
      path: 'think#4/compact#1',
      kind: 'compact',
      data: {
        dropped: [
          { step: 'act#1[0]', from: 2_004, replacedBy: expect.stringContaining('[compacted: 2000 characters in all]') },
          { step: 'act#2[0]' },
        ],
      },
    })
  })

  it('stays shorter in all later requests', async () => {
    const { model } = await run([reads('a'), reads('b'), overflow, reads('c'), says('Done.')])
    expect(pagesIn(model.requests[3])).toEqual(['short a', 'whole b'])
    expect(pagesIn(model.requests[4])).toEqual(['short a', 'whole b', 'whole c'])
    expect(model.requests[4]?.messages.slice(0, 6)).toEqual(model.requests[3]?.messages)
  })

  it('fails when it is too long even then', async () => {
    const { end, model } = await run([reads('a'), reads('b'), overflow, overflow])
    expect(end.outcome).toBe('failed:model-overflow')
    expect(model.requests).toHaveLength(4)
  })

  it('fails at once when there is nothing to make shorter', async () => {
    const { end, model } = await run([overflow])
    expect(end.outcome).toBe('failed:model-overflow')
    expect(model.requests).toHaveLength(1)
  })

  it('fails as the provider says when the second attempt breaks for another reason', async () => {
    const { end } = await run([reads('a'), reads('b'), overflow, fails(new Error('socket hang up'))])
    expect(end).toMatchObject({ outcome: 'failed:model-failed', error: { message: 'socket hang up' } })
  })
})

describe('a model with a known window', () => {
  it('is never sent more than fits: the oldest observations give way first', async () => {
    const { model, runtime, session } = await run([reads('a'), reads('b'), reads('c'), says('Done.')], 1_000)
    expect(model.requests.map(pagesIn)).toEqual([
      [],
      ['whole a'],
      ['short a', 'whole b'],
      ['short a', 'short b', 'whole c'],
    ])
    expect((await factsOfType(runtime, session.id, 'context.compacted')).map(({ path }) => path)).toEqual([
      'think#3/compact#1',
      'think#4/compact#1',
    ])
  })

  it('counts what is short already', async () => {
    const { runtime, session } = await run([reads('a'), reads('b'), says('Done.')], 1_000)
    expect(await factsOfType(runtime, session.id, 'context.compacted')).toHaveLength(1)
  })
})

describe('compaction', () => {
  it('is the same after a restart', async () => {
    const { runtime, afterCrash } = world()
    const held = gate()
    const turns = [reads('a'), reads('b'), overflow, reads('c'), () => held.pass().then(() => says('never'))]
    const first = scriptedModel(...turns)
    const session = await runtime.start(react, 'Read.', { model: first, tools: [read] })
    await held.isReached
    const second = scriptedModel(says('Done.'))
    await (await afterCrash(equipment(react as never, second, read)).resume(session.id)).outcome
    expect(second.requests[0]?.messages).toEqual(first.requests[4]?.messages)
  })

  it('replays without drift', async () => {
    const { runtime, session } = await run([reads('a'), reads('b'), overflow, reads('c'), says('Done.')])
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [], unused: [] })
  })

  it('is the same after a restart when the loop caught the failure of a request that stayed too long', async () => {
    const stubborn = loopOf('stubborn', async (ctx) => {
      const messages: Message[] = [user('Read.')]
      for (const letter of ['a', 'b']) {
        const call = { type: 'tool-call', id: letter, tool: 'read', input: { letter } } as const
        messages.push(...(await ctx.callTools([call])))
      }
      messages.push(user('one'), user('two'))
      await ctx.generate(messages).catch(() => {})
      await ctx.generate(messages)
      return (await ctx.generate(messages)).text
    })
    const held = gate()
    const first = scriptedModel(overflow, overflow, says('x'), () => held.pass().then(() => says('never')))
    const { runtime, afterCrash } = world()
    const session = await runtime.start(stubborn, 'Go.', { model: first, tools: [read] })
    await held.isReached
    const second = scriptedModel(says('Done.'))
    await (await afterCrash(equipment(stubborn, second, read)).resume(session.id)).outcome
    expect(second.requests[0]?.messages).toEqual(first.requests[3]?.messages)
  })

  it('of one branch leaves the prompts of the others as they are', async () => {
    const { runtime } = world()
    const shortened = gate()
    const fan = loopOf('fan', async (ctx) => {
      const call = { type: 'tool-call', id: '1', tool: 'read', input: { letter: 'a' } } as const
      const messages = [user('Read.'), ...(await ctx.callTools([call])), user('one')]
      await ctx.generate(messages)
      await ctx.map(['x', 'y'], async (item, branch) => {
        if (item === 'y') await shortened.opened
        await branch.generate([...messages, user(item)])
        shortened.open()
      })
      return 'Done.'
    })
    const model = scriptedModel(says('ok'), overflow, says('x'), says('y'))
    await (await runtime.start(fan, 'Go.', { model, tools: [read] })).outcome
    expect(model.requests.map(pagesIn)).toEqual([['whole a'], ['whole a'], ['short a'], ['whole a']])
  })

  it('is done to a branch of a map too, and to a child loop', async () => {
    const { runtime } = world()
    const parent = loopOf('parent', async (ctx) => {
      const [end] = await ctx.map([0], (_, branch) => branch.runLoop(react, 'Read.'))
      return end?.answer ?? null
    })
    const model = modelOf((request, { path }) => {
      const seen = pagesIn(request)
      if (seen.length === 0) return reads('a')(request)
      if (seen.length === 1) return reads('b')(request)
      return seen[0] === 'whole a' ? overflow : says(path)
    })
    const session = await runtime.start(parent, 'Go.', { model, tools: [read] })
    expect((await session.outcome).answer).toBe('map#1[0]/runLoop#1/react/think#3')
  })
})

describe('compact', () => {
  const long = (letter: string) => observation({ type: 'tool-result', id: '1', tool: 'read', text: page(letter) })
  const messages = [user('q'), long('a'), long('b'), long('c'), long('d')]

  it('takes the oldest first, only as many as are needed, and leaves the last two alone', () => {
    expect(compact(messages, 1).map(({ index }) => index)).toEqual([1])
    expect(compact(messages, 2_000).map(({ index }) => index)).toEqual([1, 2])
    expect(compact(messages, 100_000).map(({ index }) => index)).toEqual([1, 2])
  })

  it('keeps the beginning of an observation and says how long it was', () => {
    const [part] = shorten(long('a'))?.parts ?? []
    expect(part).toMatchObject({ text: `${'a'.repeat(160)} … [compacted: 2000 characters in all]` })
  })

  it('leaves alone what is short, and what is no observation', () => {
    expect(shorten(observation({ type: 'tool-result', id: '1', tool: 'read', text: 'short' }))).toBeUndefined()
    expect(shorten(user(page('a')))).toBeUndefined()
  })
})

describe('results that a loop tells in words of its own', () => {
  const told = (length: number) =>
    user(`Results:\n<untrusted from="search">\n${'x'.repeat(length)}\n</untrusted>\nGo on.`)

  it('give way inside of their fences', () => {
    expect(shorten(told(5_000))).toEqual(
      user(
        `Results:\n<untrusted from="search">\n${'x'.repeat(160)} … [compacted: 5000 characters in all]\n</untrusted>\nGo on.`,
      ),
    )
  })

  it('stay when they are short, and so does what people say', () => {
    expect(shorten(told(200))).toBeUndefined()
    expect(shorten(user('x'.repeat(5_000)))).toBeUndefined()
  })
})
