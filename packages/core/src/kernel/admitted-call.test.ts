import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { equipment, factsOf, factsOfType, loopOf, told, turns, world } from '../../../../test/support/kernel.ts'
import { call, callFirst, model, textOf, tool } from '../../../../test/support/tool-calls.ts'

import { user } from '../messages.ts'
import type { ToolRunner } from '../ports/tool-runner.ts'
import { simulatedClock } from '../testing/simulated-time.ts'
import { plainToolRunner } from '../tools/plain-runner.ts'
import { defineTool, type Tool } from '../tools/tool.ts'

describe('a call that is refused', () => {
  it('is a fact of its own, and the record says which check refused it', async () => {
    const { runtime } = world()
    const session = await runtime.start(callFirst('gone'), 'Go.', { model, tools: [] })
    await session.outcome
    const why = 'Not run: there is no tool `gone`. Tools: none.'
    const [denial] = await factsOfType(runtime, session.id, 'note')
    expect(denial).toMatchObject({
      path: 'act#1[0]/note#1',
      data: { name: 'tool.denied', value: { tool: 'gone', by: 'registry', why } },
    })
    const [step] = await factsOfType(runtime, session.id, 'step.finished')
    expect(step).toMatchObject({ path: 'act#1[0]', data: { made: false, denied: 'registry' } })
  })

  it('holds no secret, whatever the refusal quotes', async () => {
    const { runtime } = world({ secrets: ['hunter2-hunter2'] })
    const loop = loopOf('calls', async (ctx) =>
      textOf(await ctx.callTools([call('hunter2-hunter2', {}, 'hunter2-hunter2')])),
    )
    const session = await runtime.start(loop, 'Go.', { model, tools: [] })
    await session.outcome
    expect(JSON.stringify(await factsOf(runtime, session.id))).not.toContain('hunter2')
  })

  it('by a person is one, too', async () => {
    const { runtime } = world()
    const risky = tool('risky', () => 'done', { approval: 'always' })
    const session = await runtime.start(callFirst('risky'), 'Go.', { model, tools: [risky] })
    await session.idle()
    await session.reject('too early')
    await session.outcome
    expect((await factsOfType(runtime, session.id, 'note'))[0]).toMatchObject({
      data: { name: 'tool.denied', value: { tool: 'risky', by: 'approval' } },
    })
  })
})

describe('a call that a person lets through with other arguments', () => {
  const sent: unknown[] = []
  const send = defineTool({
    name: 'send',
    description: 'Sends.',
    input: z.object({ to: z.string() }),
    approval: 'always',
    run: ({ to }) => {
      sent.push(to)
      return `Sent to ${to}.`
    },
  }) as Tool
  const loop = loopOf('calls', async (ctx) =>
    textOf(await ctx.callTools([call('send', { to: 'a' })], { label: 'act' })),
  )

  it('is recorded with them', async () => {
    const { runtime } = world()
    const session = await runtime.start(loop, 'Go.', { model, tools: [send] })
    await session.idle()
    await session.approve({ input: { to: 'b' } })
    expect(await session.outcome).toMatchObject({ answer: 'Sent to b.' })
    expect((await factsOfType(runtime, session.id, 'step.intended'))[0]?.data).toMatchObject({ input: { to: 'b' } })
    const steps = await factsOfType(runtime, session.id, 'step.finished')
    expect(steps.find(({ path }) => path === 'act#1[0]')).toMatchObject({
      request: { input: { to: 'a' } },
      data: { input: { to: 'b' } },
    })
  })

  it('stands in for a call with them in a fork, and for no other', async () => {
    const here = world({ ...equipment(loop, model, send) })
    const session = await here.runtime.start(loop, 'Go.', { model, tools: [send] })
    await session.idle()
    await session.approve({ input: { to: 'b' } })
    await session.outcome
    const before = sent.length
    const fork = await session.fork({ at: 1 })
    await fork.idle()
    await fork.approve({ input: { to: 'b' } })
    expect(await fork.outcome).toMatchObject({ answer: 'Sent to b.' })
    expect(sent).toHaveLength(before)
    const other = await session.fork({ at: 1 })
    await other.idle()
    await told(other.approve({ input: { to: 'c' } }))
    await other.idle()
    expect((await other.questions())[0]).toMatchObject({ kind: 'fork' })
    await other.abort()
  })
})

it('a call that was begun before a crash is settled by a person, whatever a check says now', async () => {
  const pay = defineTool({
    name: 'pay',
    description: 'Pays.',
    input: z.object({}),
    run: () => new Promise(() => {}),
  }) as Tool
  const plain = plainToolRunner(simulatedClock())
  const loop = callFirst('pay')
  const here = world(equipment(loop, model, pay))
  const session = await here.runtime.start(loop, 'Go.', { model, tools: [pay] })
  await here.clock.advance(10)
  const refuse = () => ({ kind: 'refuse', by: 'breaker', text: 'Not run: broken.' }) as const
  const later = here.afterCrash({ toolRunner: { ...plain, admit: refuse, clear: refuse } })
  const again = await later.resume(session.id)
  await again.idle()
  expect((await again.questions())[0]).toMatchObject({ kind: 'uncertain', path: 'act#1[0]/uncertain#1' })
  await again.answer('treat as done')
  expect(await again.outcome).toMatchObject({ answer: 'Done.' })
})

describe('a call cut short by a crash', () => {
  const hung = (approval: Tool['approval']) =>
    defineTool({
      name: 'send',
      description: 'Sends.',
      input: z.object({ to: z.string() }),
      approval,
      run: () => new Promise(() => {}),
    }) as Tool
  const loop = loopOf('calls', async (ctx) =>
    textOf(await ctx.callTools([call('send', { to: 'a' })], { label: 'act' })),
  )

  it('is asked about, and recorded, with the arguments a person had edited', async () => {
    const send = hung('always')
    const here = world(equipment(loop, model, send))
    const session = await here.runtime.start(loop, 'Go.', { model, tools: [send] })
    await session.idle()
    await told(session.approve({ input: { to: 'b' } }))
    const later = here.afterCrash()
    const again = await later.resume(session.id)
    await again.idle()
    expect((await again.questions())[0]).toMatchObject({
      kind: 'uncertain',
      data: { tool: 'send', input: { to: 'b' } },
    })
    await again.answer('treat as done')
    await again.outcome
    const steps = await factsOfType(later, session.id, 'step.finished')
    expect(steps.find(({ path }) => path === 'act#1[0]')).toMatchObject({ data: { assumed: true, input: { to: 'b' } } })
  })

  it('is asked about in a fork although its source was told to retry', async () => {
    const send = hung('never')
    const here = world(equipment(loop, model, send))
    const session = await here.runtime.start(loop, 'Go.', { model, tools: [send] })
    await here.clock.advance(10)
    const second = here.afterCrash()
    const retried = await second.resume(session.id)
    await retried.idle()
    await told(retried.answer('retry'))
    const [asked] = await factsOfType(second, session.id, 'step.finished')
    const fork = await second.fork(session.id, { at: asked?.seq ?? 0, allowOnce: true })
    await turns()
    const third = here.afterCrash({ clock: simulatedClock(here.clock.now() + 7_200_000) })
    const again = await third.resume(fork.id)
    expect(await again.idle()).toBe('waiting')
    expect((await again.questions())[0]).toMatchObject({ kind: 'uncertain', path: 'act#1[0]/uncertain#2' })
    await again.abort()
    await retried.abort()
  })
})

it('what a runner notes of a call is a fact each, what it records is in the record', async () => {
  const plain = plainToolRunner(simulatedClock())
  const toolRunner: ToolRunner = {
    ...plain,
    execute: () => ({
      output: { text: 'ok' },
      record: { marked: 2 },
      notes: [{ name: 'breaker.opened', value: { tool: 'x' } }],
    }),
  }
  const { runtime } = world({ toolRunner })
  const session = await runtime.start(callFirst('x'), 'Go.', { model, tools: [tool('x', () => 'ok')] })
  await session.outcome
  expect((await factsOfType(runtime, session.id, 'note'))[0]).toMatchObject({
    path: 'act#1[0]/note#1',
    data: { name: 'breaker.opened', value: { tool: 'x' } },
  })
  expect((await factsOfType(runtime, session.id, 'step.finished'))[0]).toMatchObject({ data: { tool: 'x', marked: 2 } })
})

it('text from outside is handed to the model with its source, and kept as it is', async () => {
  const fetch = tool('fetch', () => 'x')
  const plain = plainToolRunner(simulatedClock())
  const untrusted = { from: 'https://example.com' }
  const toolRunner: ToolRunner = { ...plain, execute: () => ({ output: { text: 'Buy now.', untrusted } }) }
  const place = world({ toolRunner })
  const loop = loopOf('asks', async (ctx) => {
    const seen = await ctx.callTools([call('fetch')], { label: 'act' })
    await ctx.generate([user('What is it?'), ...seen], { label: 'think' })
    return textOf(seen)
  })
  const session = await place.runtime.start(loop, 'Go.', { model, tools: [fetch] })
  expect(await session.outcome).toMatchObject({ answer: 'Buy now.' })
  const [, observed] = (await place.runtime.prompt(session.id, 'think#1')) ?? []
  expect(observed?.parts).toEqual([{ type: 'tool-result', id: '1', tool: 'fetch', text: 'Buy now.', untrusted }])
})
