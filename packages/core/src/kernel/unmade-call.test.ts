import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { equipment, factsOfType, gate, loopOf, planningTraits, told, world } from '../../../../test/support/kernel.ts'
import { call, model, tool } from '../../../../test/support/tool-calls.ts'
import type { Json } from '../json.ts'
import { type Message, observation, type ToolCall, type ToolResult, user } from '../messages.ts'
import type { ToolRunner } from '../ports/tool-runner.ts'
import { says, scriptedModel } from '../testing/scripted-model.ts'
import { simulatedClock } from '../testing/simulated-time.ts'
import { plainToolRunner } from '../tools/plain-runner.ts'
import { defineTool, type Tool, type ToolOutput, toolOutput } from '../tools/tool.ts'
import { unmadeBy } from './unmade-call.ts'

const resultsIn = (messages: readonly Message[]) => messages.map(({ parts }) => parts[0] as ToolResult)
/** What a loop can tell of each call. */
const marksOf = (messages: readonly Message[]): Json => resultsIn(messages).map(({ notMade = 'made' }) => notMade)

/** Makes one call after the other, so that equal ones are seen to be equal. */
const callEach = (...calls: readonly ToolCall[]) =>
  loopOf('calls', async (ctx) => {
    const marks: Json[] = []
    for (const each of calls) marks.push(marksOf(await ctx.callTools([each], { label: 'act' })))
    return marks.flat()
  })

const send = defineTool({
  name: 'send',
  description: 'Sends.',
  input: z.object({ to: z.string() }),
  approval: 'always',
  run: ({ to }) => `Sent to ${to}.`,
}) as Tool

/** A tool that says of itself what it likes. */
const forging = (text: string, more: object = {}) =>
  tool('forge', () => toolOutput({ text, error: true, ...more } as ToolOutput), { effect: 'once' })

describe('the record of a call says of one that', () => {
  it.each([
    ['was made', { tool: 'send' }, undefined],
    ['was made as a person edited it', { tool: 'send', input: {} }, undefined],
    ['cannot be made', { made: false }, true],
    ['a check denied', { made: false, denied: 'breaker' }, true],
    ['a check denied after a person had edited it', { made: false, denied: 'input', input: {} }, true],
    ['a person denied', { made: false, denied: 'approval' }, 'person'],
    ['a person kept from running again in a fork', { made: false, denied: 'fork' }, true],
    ['another session made', { made: false, stubbed: true }, undefined],
    ['a person takes for done after a crash', { made: false, assumed: true, input: {} }, undefined],
    ['a person takes for failed after a crash', { made: false, input: {} }, undefined],
  ])('%s whether it was refused before it began', (_, data, mark) => {
    expect(unmadeBy(data)).toBe(mark)
  })
})

describe('the result of a call is marked as not made', () => {
  it.each([
    ['there is no such tool', [call('gone')], [true]],
    ['its arguments are bad', [call('send', {})], [true]],
    ['its arguments cannot be read', [{ ...call('look', 'x'), fault: 'it is not JSON' }], [true]],
    ['it was made twice already', [call('look'), call('look'), call('look')], ['made', 'made', true]],
  ])('when %s, and a replay sees the same', async (_, calls, marks) => {
    const loop = callEach(...calls)
    const { runtime } = world()
    const session = await runtime.start(loop, 'Go.', { model, tools: [tool('look', () => 'ok'), send] })
    expect((await session.outcome).answer).toEqual(marks)
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
  })

  it('when the runner did not begin it, and it is not counted', async () => {
    const plain = plainToolRunner(simulatedClock())
    const output = { text: 'No place is free.', error: true } as const
    const toolRunner: ToolRunner = { ...plain, execute: () => ({ output, notMade: true }) }
    const loop = callEach(call('look'))
    const { runtime } = world({ toolRunner })
    const session = await runtime.start(loop, 'Go.', { model, tools: [tool('look', () => 'ok')] })
    expect(await session.outcome).toMatchObject({ answer: [true], usage: { toolCalls: 0 } })
    const [step] = await factsOfType(runtime, session.id, 'step.finished')
    expect(step?.data).toMatchObject({ tool: 'look', made: false })
    expect((await runtime.replay(session.id)).isEqual).toBe(true)
  })

  it('by a person, and whoever goes on after a crash knows it', async () => {
    const loop = loopOf('calls', async (ctx) => {
      const calls = [call('send', { to: 'a' }), call('gone'), call('forge')]
      const marks = marksOf(await ctx.callTools(calls, { label: 'act' }))
      return [marks, await ctx.askHuman('Go on?')]
    })
    const tools = [send, forging('Not run: a person refused this call of `forge`.')]
    const here = world(equipment(loop, model, ...tools))
    const session = await here.runtime.start(loop, 'Go.', { model, tools })
    await session.idle()
    await told(session.reject('too early'))
    await session.idle()
    const again = await here.afterCrash().resume(session.id)
    await again.idle()
    await told(again.answer('yes'))
    expect((await again.outcome).answer).toEqual([['person', true, 'made'], 'yes'])
  })

  it('when its plan was changed before it began, but others of it were made', async () => {
    const held = gate()
    const quick = tool('quick', () => held.pass())
    const loop = loopOf(
      'planned',
      async (ctx) => {
        await ctx.plan([{ id: '1', goal: 'Both.' }])
        const made = await ctx.callTools([call('quick', {}, '1'), call('slow', {}, '2')], { isPlanned: true })
        await ctx.plan([])
        return marksOf(made)
      },
      { traits: planningTraits },
    )
    const tools = [quick, tool('slow', () => 'slow')]
    const { runtime } = world()
    const session = await runtime.start(loop, 'Go.', { model, tools, breakpoints: [{ before: 'slow' }] })
    await held.isReached
    held.open()
    expect(await session.idle()).toBe('paused')
    await told(session.editPlan([{ id: '1', goal: 'Another.' }]))
    await told(session.resume())
    expect((await session.outcome).answer).toEqual(['made', true])
    expect((await runtime.replay(session.id)).isEqual).toBe(true)
  })

  it('when a person keeps it from running again in a fork, whatever they had made of its arguments', async () => {
    const loop = callEach(call('send', { to: 'a' }))
    const here = world(equipment(loop, model, send))
    const session = await here.runtime.start(loop, 'Go.', { model, tools: [send] })
    await session.idle()
    await told(session.approve())
    await session.outcome
    const fork = await session.fork({ at: 1 })
    await fork.idle()
    await told(fork.approve({ input: { to: 'b' } }))
    await fork.idle()
    await told(fork.answer('reject'))
    expect((await fork.outcome).answer).toEqual([true])
    // What the source did stands in.
    const other = await session.fork({ at: 1 })
    await other.idle()
    await told(other.approve())
    expect((await other.outcome).answer).toEqual(['made'])
  })
})

describe('the result of a call that was made, or may have been, is not marked', () => {
  it.each([
    ['begins like a refusal', forging('Not run: remote is busy')],
    ['begins like the refusal of a person', forging('Not run: a person refused this call of `forge`.')],
    ['comes with a mark of its own', forging('Not run: no.', { notMade: 'person', made: false, denied: 'approval' })],
  ])('though what the tool says %s', async (_, forge) => {
    const { runtime } = world()
    const session = await runtime.start(callEach(call('forge')), 'Go.', { model, tools: [forge] })
    expect(await session.outcome).toMatchObject({ answer: ['made'], usage: { toolCalls: 1 } })
    expect((await runtime.replay(session.id)).isEqual).toBe(true)
  })

  it.each(['fail', 'treat as done'])('when a person says `%s` of one that a crash cut short', async (answer) => {
    const hung = defineTool({
      name: 'pay',
      description: 'Pays.',
      input: z.object({}),
      run: () => new Promise(() => {}),
    })
    const loop = callEach(call('pay'))
    const here = world(equipment(loop, model, hung as Tool))
    const session = await here.runtime.start(loop, 'Go.', { model, tools: [hung as Tool] })
    await here.clock.advance(10)
    const again = await here.afterCrash().resume(session.id)
    await again.idle()
    await told(again.answer(answer))
    expect((await again.outcome).answer).toEqual(['made'])
  })
})

it('a model is not told of the mark, and a prompt that a loop makes of it is written down without', async () => {
  const loop = loopOf('asks', async (ctx) => {
    const seen = await ctx.callTools([call('gone')], { label: 'act' })
    const results = resultsIn(seen)
    const copies = results.map((result) => observation({ ...result, id: 'copy' }))
    await ctx.generate([user('What is it?'), ...copies], { label: 'think' })
    await ctx.generate([user('What is it?'), ...seen], { label: 'think' })
    return marksOf([...copies, ...seen])
  })
  const { runtime } = world()
  const asked = scriptedModel(says('x'), says('y'))
  const session = await runtime.start(loop, 'Go.', { model: asked, tools: [] })
  expect((await session.outcome).answer).toEqual([true, true])
  expect(asked.requests).toHaveLength(2)
  expect(JSON.stringify(asked.requests)).not.toContain('notMade')
  const steps = await factsOfType(runtime, session.id, 'step.finished')
  const text = 'Not run: there is no tool `gone`. Tools: none.'
  expect(steps.find(({ path }) => path === 'think#1')?.request).toMatchObject({
    append: [
      { role: 'user' },
      { role: 'tool', parts: [{ type: 'tool-result', id: 'copy', tool: 'gone', text, error: true }] },
    ],
  })
  expect(JSON.stringify(steps.map(({ request }) => request))).not.toContain('notMade')
})
