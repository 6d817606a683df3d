import { describe, expect, it } from 'vitest'
import { behind, gate, loopOf, search, told, world } from '../../../../test/support/kernel.ts'
import { dice } from '../../../../test/support/loops.ts'
import type { Scenario } from '../../../../test/support/scenario.ts'
import { scenarios } from '../../../../test/support/scenarios.ts'
import { goOn, MemoryWorld, start } from '../../../../test/support/world.ts'
import { GyreError } from '../errors.ts'
import type { Loop } from '../kernel/loop.ts'
import { direct } from '../loops/direct.ts'
import { react } from '../loops/react.ts'
import { user } from '../messages.ts'
import { calls, fails, modelOf, says, scripted, scriptedModel } from '../testing/scripted-model.ts'
import { defineTool } from '../tools/tool.ts'
import { readCassette } from './cassette.ts'
import { type CassetteEquipment, replayCassette } from './replay-cassette.ts'
import type { Runtime } from './runtime.ts'

const equal = { isEqual: true, drift: [], unused: [], error: null, otherEnd: null }

async function replayed(runtime: Runtime, id: string, equipment: CassetteEquipment) {
  return replayCassette(readCassette(await Array.fromAsync(runtime.cassette(id))), equipment)
}

const throwing: Scenario = {
  name: 'dice',
  loop: dice,
  task: 'throw',
  replies: () => says('.'),
  end: { answer: 9, outcome: 'answered' },
}

describe.each([...scenarios, throwing])('a cassette of $name', (scenario) => {
  it('replays equal without its tools, its model and its store', async () => {
    const all = new MemoryWorld(scenario)
    const process = all.process()
    await start(all, process)
    const report = await replayed(process.runtime, await all.sessionId(), { loops: [scenario.loop] })
    expect(report).toMatchObject({ ...equal, end: scenario.end })
  })

  it('replays equal when the session had crashed in the middle', async () => {
    const whole = new MemoryWorld(scenario)
    const uninterrupted = whole.process()
    await start(whole, uninterrupted)
    const all = new MemoryWorld(scenario)
    await start(all, all.process({ death: { afterAppend: Math.floor(uninterrupted.life.appends / 2) } }))
    const next = all.process()
    await goOn(all, next)
    const report = await replayed(next.runtime, await all.sessionId(), { loops: [scenario.loop] })
    expect(report).toMatchObject({ ...equal, end: scenario.end })
  })
})

describe('a cassette of a session', () => {
  const look = (query: string) => calls('search', { query })

  it('that people steered, told more and answered for replays equal', async () => {
    const { runtime } = world()
    const held = gate()
    const model = scriptedModel(behind(held, look('a')), look('b'), says('Done.'))
    const session = await runtime.start(react, 'Look.', { model, tools: [search] })
    await held.isReached
    await told(session.override({ result: 'Nothing there.' }))
    await told(session.addContext('It is late.'))
    await told(session.steer('Be brief.'))
    held.open()
    await session.outcome
    expect(await replayed(runtime, session.id, { loops: [react] })).toMatchObject({
      ...equal,
      end: { answer: 'Done.', outcome: 'answered' },
    })
  })

  it('that was aborted replays equal', async () => {
    const { runtime } = world()
    const held = gate()
    const session = await runtime.start(react, 'Look.', {
      model: scriptedModel(look('a'), behind(held, says('x'))),
      tools: [search],
    })
    await held.isReached
    await session.abort()
    await session.outcome
    const report = await replayed(runtime, session.id, { loops: [react] })
    expect(report).toMatchObject({ ...equal, end: { outcome: 'aborted' } })
  })

  it('that is a fork with other instructions replays equal, inherited steps included', async () => {
    const { runtime } = world()
    const model = scriptedModel(look('a'), look('b'), says('Done.'))
    const session = await runtime.start(react, 'Look.', { model, tools: [search] })
    await session.outcome
    const other = scripted([says('Otherwise.')], { id: 'test/other' })
    const fork = await session.fork({ at: 'act#1[0]', model: other, instructions: 'Be careful.', steer: 'Stop.' })
    await fork.outcome
    const report = await replayed(runtime, fork.id, { loops: [react] })
    expect(report).toMatchObject({ ...equal, end: { answer: 'Otherwise.' } })
  })

  it('whose prompts were made shorter replays equal', async () => {
    const { runtime } = world()
    const read = defineTool({
      name: 'read',
      description: 'Reads a page.',
      input: search.schema,
      effect: 'pure',
      run: ({ query }) => `${query} `.repeat(1000),
    })
    const reads = (query: string) => calls('read', { query })
    const overflow = fails(new GyreError('model-overflow', 'The prompt is too long.'))
    const model = scriptedModel(reads('a'), reads('b'), reads('c'), overflow, reads('d'), says('Done.'))
    const session = await runtime.start(react, 'Read.', { model, tools: [read] })
    await session.outcome
    const { rows } = await runtime.read(session.id)
    expect(rows.some(({ type }) => type === 'context.compacted')).toBe(true)
    expect(await replayed(runtime, session.id, { loops: [react] })).toMatchObject(equal)
  })

  it('whose loop shows its tools replays equal with them or without, and drifts with an edited one', async () => {
    const teller = loopOf('teller', async (ctx) => {
      const list = ctx.tools.map(({ name, description }) => `${name}: ${description}`).join('\n')
      return (await ctx.generate([user(list)])).text
    })
    const { runtime } = world()
    const session = await runtime.start(teller, 'Tell.', { model: scriptedModel(says('x')), tools: [search] })
    await session.outcome
    const edited = { ...search, description: 'Searches a library.' }
    expect(await replayed(runtime, session.id, { loops: [teller] })).toMatchObject(equal)
    expect(await replayed(runtime, session.id, { loops: [teller], tools: [search] })).toMatchObject(equal)
    const { drift } = await replayed(runtime, session.id, { loops: [teller], tools: [edited] })
    expect(drift).toMatchObject([
      {
        path: 'generate#1',
        pageWas: 'user: search: Searches the web.\n',
        pageNow: 'user: search: Searches a library.\n',
      },
    ])
  })

  it('whose loop itself says a secret replays equal when the secret is given', async () => {
    const teller = loopOf('teller', async (ctx) => (await ctx.generate([user('The word is abracadabra.')])).text)
    const { runtime } = world({ secrets: ['abracadabra'] })
    const session = await runtime.start(teller, 'Tell.', { model: scriptedModel(says('x')) })
    await session.outcome
    const options = { loops: [teller] }
    expect((await Array.fromAsync(runtime.cassette(session.id))).join()).not.toContain('abracadabra')
    expect(await replayed(runtime, session.id, { ...options, secrets: ['abracadabra'] })).toMatchObject(equal)
    expect((await replayed(runtime, session.id, options)).drift).toMatchObject([{ path: 'generate#1' }])
  })
})

describe('a loop that changed', () => {
  async function recorded(loop: Loop) {
    const { runtime } = world()
    const session = await runtime.start(loop, 'Go.', { model: scriptedModel(says('one'), says('two')) })
    await session.outcome
    return { runtime, id: session.id }
  }

  const two = loopOf('counter', async (ctx) => {
    const first = await ctx.generate([user('first')])
    const second = await ctx.generate([user('second')])
    return `${first.text} ${second.text}`
  })

  it('shows the steps it does not ask for any more, and both ends', async () => {
    const { runtime, id } = await recorded(two)
    const one = loopOf('counter', async (ctx) => (await ctx.generate([user('first')])).text)
    const end = { outcome: 'answered', gap: null, details: null, error: null }
    expect(await replayed(runtime, id, { loops: [one] })).toMatchObject({
      isEqual: false,
      drift: [],
      unused: ['generate#2'],
      error: null,
      otherEnd: { was: { ...end, answer: 'one two' }, now: { ...end, answer: 'one' } },
    })
  })

  it('stops at a step that was not recorded', async () => {
    const { runtime, id } = await recorded(two)
    const three = loopOf('counter', async (ctx) => {
      for (const word of ['first', 'second', 'third']) await ctx.generate([user(word)])
      return 'three'
    })
    expect(await replayed(runtime, id, { loops: [three] })).toMatchObject({
      isEqual: false,
      end: null,
      otherEnd: null,
      error: { code: 'replay-incomplete', message: 'The journal has no `generate` at `generate#3`.' },
    })
  })

  it('is missed by its name', async () => {
    const { runtime, id } = await recorded(two)
    await expect(replayed(runtime, id, { loops: [react] })).rejects.toMatchObject({
      code: 'loop-unknown',
      message: 'There is no loop `counter`: there are `react`.',
    })
  })
})

describe('a cassette of a session in other words', () => {
  const recorded = async () => {
    const persona = { name: 'p', loop: 'direct', prompts: { 'direct.system': 'Be brief.' } }
    const model = modelOf(() => says('x'))
    const { runtime } = world({ loops: [direct] as never, model, personas: [{ persona, source: 'here' }] })
    const session = await runtime.startAs('p', 'Why?')
    await session.outcome
    return readCassette(await Array.fromAsync(runtime.cassette(session.id)))
  }
  const loops = [direct] as never

  it('replays equal in the words that were recorded', async () => {
    expect(await replayCassette(await recorded(), { loops })).toMatchObject({ isEqual: true })
    const same = { name: 'p', loop: 'direct', prompts: { 'direct.system': 'Be brief.' } }
    expect(await replayCassette(await recorded(), { loops, personas: [same] })).toMatchObject({ isEqual: true })
  })

  it.each([
    [
      'its persona says it otherwise',
      { personas: [{ name: 'p', loop: 'direct', prompts: { 'direct.system': 'Be long.' } }] },
    ],
    ['its persona says it no more', { personas: [{ name: 'p', loop: 'direct' }] }],
    ['the prompt is given otherwise', { prompts: { 'direct.system': 'Be long.' } }],
  ])('drifts when %s', async (_, words) => {
    const { drift, isEqual } = await replayCassette(await recorded(), { loops, ...words })
    expect(isEqual).toBe(false)
    expect(drift.map(({ path }) => path)).toEqual(['answer#1'])
    expect(drift[0]?.pageWas).toContain('Be brief.')
  })
})
