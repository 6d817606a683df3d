import { describe, expect, it } from 'vitest'
import { gate, loopOf, search, textsOf, world } from '../../../../test/support/kernel.ts'
import { react } from '../loops/react.ts'
import { user } from '../messages.ts'
import type { Model } from '../ports/model.ts'
import { calls, modelOf, type ScriptedModel, says } from '../testing/scripted-model.ts'
import type { Loop } from './loop.ts'

/** Looks something else up each time, and answers when it must. */
const curious = () =>
  modelOf((request, { path }) =>
    path.endsWith('wrap-up#1') ? says('Enough.') : calls('search', { query: `${request.messages.length}` }, 'Hm.'),
  )

async function run(loop: Loop, model: ScriptedModel, modelCalls = 3) {
  const { runtime } = world()
  const session = await runtime.start(loop, 'Go.', { model, tools: [search], budget: { modelCalls } })
  const end = await session.outcome
  expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [], error: null })
  return { end, wrapUp: textsOf(model.requests.at(-1)) }
}

const asks = (goal: string) =>
  loopOf('outer', async (ctx) => (await ctx.runLoop(react, { goal, messages: [], files: [] })).answer)

const seen = [
  'Work that was begun, as far as it came:',
  '[react]',
  '  [task] Go.',
  '  [said] Hm.',
  '  [call of search] {"query":"2"}',
  '  [result of search] Found 2.',
  '  [said] Hm.',
  '  [call of search] {"query":"4"}',
  '  [result of search] Found 4.',
]

describe('a child that the end of the budget cut short', () => {
  it('is shown to the author, who has to answer without it', async () => {
    const { end, wrapUp } = await run(asks('Go.'), curious())
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: 'Enough.' })
    expect(wrapUp).toEqual(['Go.', seen.join('\n'), expect.stringContaining('Answer now, from what is above.')])
  })

  it('is shown with the child that it waited for itself', async () => {
    const inner = asks('Go.')
    const outer = loopOf('outermost', async (ctx, task) => (await ctx.runLoop(inner, task)).answer)
    const { wrapUp } = await run(outer, curious())
    const [first, ...rest] = seen
    expect(wrapUp[1]).toBe([first, '[outer]', ...rest.map((line) => `  ${line}`)].join('\n'))
  })

  it('is shown with the best answer it had, which is that of the whole when it was asked the same', async () => {
    const proposing = loopOf('inner', async (ctx) => {
      ctx.propose('Perhaps 42.')
      return (await ctx.runLoop(react, { goal: 'Look.', messages: [], files: [] })).answer
    })
    const outerOf = (goal: string) =>
      loopOf('outer', async (ctx) => (await ctx.runLoop(proposing, { goal, messages: [], files: [] })).answer)
    const same = await run(outerOf('Go.'), curious())
    expect(same.wrapUp[1]).toMatch(
      /\[inner\]\n {2}\[best answer so far\] [^[]*Perhaps 42\.[^[]*\[react\]\n {4}\[task\] Look\./,
    )
    expect(same.wrapUp[2]).toContain('Perhaps 42.')
    const part = await run(outerOf('Go a little.'), curious())
    expect(part.wrapUp[1]).toContain('Perhaps 42.')
    expect(part.wrapUp[2]).not.toContain('Perhaps 42.')
  })

  it('is not shown before it did anything', async () => {
    expect((await run(asks('Go.'), curious(), 1)).wrapUp).toEqual(['Go.', expect.stringMatching(/^Answer now/)])
  })

  it('is not shown when it has ended, or is one of several branches', async () => {
    const ends = loopOf('outer', async (ctx, task) => {
      await ctx.runLoop(react, task, { config: { maxIterations: 1 } })
      for (;;) await ctx.generate([user('More?')])
    })
    expect((await run(ends, curious(), 4)).wrapUp).toEqual(['More?', expect.stringMatching(/^Answer now/)])
    const branches = loopOf('outer', (ctx, task) =>
      ctx.map([1, 2], async (_, branch) => (await branch.runLoop(react, task)).answer),
    )
    expect((await run(branches, curious(), 4)).wrapUp).toEqual(['Go.', expect.stringMatching(/^Answer now/)])
  })

  it('leaves what was said before it when it has said nothing, and no last answer comes', async () => {
    const outer = loopOf('outer', async (ctx, task) => {
      await ctx.generate([user('First.')])
      return (await ctx.runLoop(react, task)).answer
    })
    const model = modelOf((_, { path }) => says(path === 'generate#1' ? 'A first word.' : ''))
    expect((await run(outer, model, 2)).end).toMatchObject({ outcome: 'limit:calls', answer: 'A first word.' })
  })

  it('is asked in its protocol for the answer', async () => {
    const model = Object.assign(
      modelOf((_, { path }) =>
        says(
          path.endsWith('wrap-up#1') ? 'FINAL_ANSWER: 2' : 'Thought: x\nAction: search\nAction Input: {"query":"a"}',
        ),
      ),
      { nativeTools: false },
    )
    expect((await run(asks('Go.'), model, 2)).end).toMatchObject({ answer: '2' })
  })
})

describe('a child that was aborted', () => {
  const inner = loopOf('inner', async (ctx) => {
    ctx.propose('Perhaps 42.')
    return (await ctx.generate([user('Surely?')])).text
  })

  it.each([
    ['leaves its best answer to a parent that was asked the same', 'Go.', 'Perhaps 42.'],
    ['leaves none when it was asked something else', 'Go a little.', null],
  ])('%s', async (_, goal, answer) => {
    const { runtime } = world()
    const held = gate()
    const model: Model = {
      id: 'test/held',
      async *stream() {
        await held.pass()
        yield { type: 'text', text: 'Yes.' }
      },
    }
    const outer = loopOf('outer', async (ctx) => (await ctx.runLoop(inner, { goal, messages: [], files: [] })).answer)
    const session = await runtime.start(outer, 'Go.', { model })
    await held.isReached
    await session.abort()
    expect(await session.outcome).toMatchObject({ outcome: 'aborted', answer })
  })
})
