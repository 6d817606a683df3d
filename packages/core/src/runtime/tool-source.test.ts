import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { factsOfType, loopOf, world } from '../../../../test/support/kernel.ts'
import { modelOf, says } from '../testing/scripted-model.ts'
import { defineTool, type Tool } from '../tools/tool.ts'

const tool = (name: string): Tool =>
  defineTool({ name, description: 'For a test.', input: z.object({}), effect: 'pure', run: () => name }) as Tool

const model = modelOf(() => says('x'))

const lists = loopOf('lists', async (ctx) => ctx.tools.map(({ name }) => name).join(', '))
const persona = { name: 'helper', description: 'Helps.', loop: 'lists', tools: ['far.*'] }

/** A place whose tools come from elsewhere, and how often that was asked. */
function place(...names: string[]) {
  const source = { asked: 0, names, patterns: undefined as readonly string[] | undefined }
  const toolSource = async (patterns?: readonly string[]) => {
    source.asked += 1
    source.patterns = patterns
    return source.names.map(tool)
  }
  const personas = [{ persona, source: 'test' }]
  return { source, ...world({ loops: [lists], tools: [tool('near.one')], toolSource, personas, models: [model] }) }
}

describe('tools that are found late', () => {
  it('are asked for when a persona may name them', async () => {
    const { runtime, source } = place('far.one', 'far.two')
    expect(source.asked).toBe(0)
    const session = await runtime.startAs('helper', 'Go.', { model })
    expect(await session.outcome).toMatchObject({ answer: 'far.one, far.two' })
    expect(source.patterns).toEqual(['far.*'])
  })

  it('are not asked for by a session that brings its own', async () => {
    const { runtime, source } = place('far.one')
    const session = await runtime.start(lists, 'Go.', { model, tools: [tool('own')] })
    expect(await session.outcome).toMatchObject({ answer: 'own' })
    expect(source.asked).toBe(0)
  })

  it('are those that there are now: one that is gone is offered no more', async () => {
    const { runtime, source } = place('far.one', 'far.two')
    await (await runtime.startAs('helper', 'Go.', { model })).outcome
    source.names = ['far.two', 'far.three']
    const session = await runtime.startAs('helper', 'Go.', { model })
    expect(await session.outcome).toMatchObject({ answer: 'far.two, far.three' })
  })

  it('are asked for when a session that uses them goes on', async () => {
    const waits = loopOf('lists', async (ctx) => `${await ctx.askHuman('Well?')} ${ctx.tools[0]?.name}`)
    const here = place('far.one')
    const first = here.another({ loops: [waits] })
    const session = await first.startAs('helper', 'Go.', { model })
    await session.idle()
    const asked = here.source.asked
    const later = here.afterCrash({ loops: [waits] })
    const again = await later.resume(session.id)
    await again.answer('Yes:')
    expect(await again.outcome).toMatchObject({ answer: 'Yes: far.one' })
    expect(here.source.asked).toBe(asked + 1)
  })
})

it('a session goes on without a tool that is gone, and is told when it calls it', async () => {
  const calls = loopOf('lists', async (ctx) => {
    await ctx.askHuman('Well?')
    const [message] = await ctx.callTools([{ type: 'tool-call', id: '1', tool: 'far.one', input: {} }])
    const [result] = message?.parts ?? []
    return result?.type === 'tool-result' ? result.text : ''
  })
  const here = place('far.one')
  const session = await here.another({ loops: [calls] }).startAs('helper', 'Go.', { model })
  await session.idle()
  here.source.names = []
  const again = await here.afterCrash({ loops: [calls] }).resume(session.id)
  await again.answer('Yes')
  expect(await again.outcome).toMatchObject({
    answer: '`far.one` failed: `far.one` is not here now: its server is gone or does not answer.',
  })
})

describe('what every session is told', () => {
  it('is said before its own instructions, and kept with it', async () => {
    const { runtime } = world({ instructions: async () => 'Be brief.' })
    const session = await runtime.start(lists, 'Go.', { model, instructions: 'Answer in Danish.' })
    await session.outcome
    const [created] = await factsOfType(runtime, session.id, 'session.created')
    expect(created?.data).toMatchObject({ instructions: 'Be brief.\n\nAnswer in Danish.' })
  })
})
