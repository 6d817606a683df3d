import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { loopOf, world } from '../../../../test/support/kernel.ts'
import { react } from '../loops/react.ts'
import { calls, modelOf, says } from '../testing/scripted-model.ts'
import { withClientTools } from '../tools/client-tool.ts'
import { defineTool } from '../tools/tool.ts'
import { Registry, type SessionEquipment } from './registry.ts'

/** A tool `who` and a model that go by the same names, whosever they are; `used` tells whose were. */
function belongingsOf(person: string) {
  const used: string[] = []
  const who = defineTool({
    name: 'who',
    description: 'Tells whose it is.',
    input: z.object({}),
    effect: 'pure',
    approval: 'always',
    run: () => {
      used.push(`the tool of ${person}`)
      return person
    },
  })
  const model = modelOf(({ messages }) => {
    used.push(`the model of ${person}`)
    return messages.at(-1)?.role === 'tool' ? says(`I am ${person}.`) : calls('who')
  })
  return { used, options: { model, tools: [who] } }
}

describe('two sessions of one runtime whose tools and models have the same names', () => {
  /** Ada's waits for an approval and is parked; then Grace's is begun. */
  async function adaAndGrace() {
    const { runtime, store, clock } = world()
    const [ada, grace] = [belongingsOf('Ada'), belongingsOf('Grace')]
    const first = await runtime.start(react, 'Who?', ada.options)
    await first.idle()
    await clock.advance(30_000)
    expect((await store.sessions.get(first.id))?.state).toBe('parked')
    const second = await runtime.start(react, 'Who?', grace.options)
    await second.idle()
    await clock.advance(30_000)
    return { runtime, clock, ada, grace, first, second }
  }

  it('go on with their own', async () => {
    const { ada, grace, first, second } = await adaAndGrace()
    await first.approve()
    expect(await first.outcome).toMatchObject({ answer: 'I am Ada.' })
    await second.approve()
    expect(await second.outcome).toMatchObject({ answer: 'I am Grace.' })
    expect(ada.used).toEqual(['the model of Ada', 'the tool of Ada', 'the model of Ada'])
    expect(grace.used).toEqual(['the model of Grace', 'the tool of Grace', 'the model of Grace'])
  })

  it('are not forked once they have ended: nobody knows whose tool it would be', async () => {
    const { second, grace } = await adaAndGrace()
    await second.approve()
    await second.outcome
    const used = [...grace.used]
    await expect(second.fork({ at: 'think#1' })).rejects.toMatchObject({
      code: 'tool-unknown',
      details: { name: 'who' },
    })
    expect(grace.used).toEqual(used)
  })

  it.each(['first', 'second'] as const)('are forked with their own: the %s', async (which) => {
    const here = await adaAndGrace()
    const fork = await here[which].fork({ at: 'think#1' })
    await fork.idle()
    await here.clock.advance(30_000)
    await fork.approve()
    expect(await fork.outcome).toMatchObject({ answer: which === 'first' ? 'I am Ada.' : 'I am Grace.' })
  })

  it('are forked with another model and their own tools', async () => {
    const { clock, second } = await adaAndGrace()
    const alan = belongingsOf('Alan')
    const fork = await second.fork({ at: 'think#1', model: alan.options.model })
    await fork.idle()
    await clock.advance(30_000)
    await fork.approve()
    expect(await fork.outcome).toMatchObject({ answer: 'I am Alan.' })
    expect(alan.used).toEqual(['the model of Alan'])
  })
})

describe('a registry', () => {
  const definition = {
    loop: 'same',
    models: { author: 'test/rule', planner: 'test/rule', judge: 'test/rule', utility: 'test/rule' },
    tools: ['who'],
  }

  function equipmentOf(person: string): SessionEquipment {
    const { model, tools } = belongingsOf(person).options
    const models = { author: model, planner: model, judge: model, utility: model }
    return { loop: loopOf('same', async () => person), models, tools }
  }

  it('gives a session what it was begun with, and others what was first known by these names', () => {
    const registry = new Registry()
    const [ada, grace] = [equipmentOf('Ada'), equipmentOf('Grace')]
    registry.keep('ses_1', ada)
    registry.keep('ses_2', grace)
    expect(registry.equipment('ses_1', definition)).toEqual(ada)
    expect(registry.equipment('ses_2', definition)).toEqual(grace)
    expect(registry.equipment('ses_3', definition)).toEqual(ada)
  })

  it.each(['loop', 'models', 'tools'] as const)('keeps what differs in its %s alone', (part) => {
    const registry = new Registry()
    const [ada, grace] = [equipmentOf('Ada'), equipmentOf('Grace')]
    const mixed = { ...ada, [part]: grace[part] }
    registry.keep('ses_1', ada)
    registry.keep('ses_2', mixed)
    expect(registry.equipment('ses_2', definition)).toEqual(mixed)
  })

  it('knows a loop by its name, though a tool beside it goes by the name of another', () => {
    const registry = new Registry()
    const other = { ...equipmentOf('Grace'), loop: loopOf('other', async () => 'x') }
    registry.keep('ses_1', equipmentOf('Ada'))
    registry.keep('ses_2', other)
    expect(registry.loop('other')).toBe(other.loop)
  })

  it('keeps nothing for a session that uses what is known already', () => {
    const registry = new Registry()
    const [ada, grace] = [equipmentOf('Ada'), equipmentOf('Grace')]
    registry.keep('ses_1', ada)
    registry.keep('ses_2', { ...ada })
    expect(registry.equipment('ses_2', definition)).toEqual(ada)
    registry.add({ tools: grace.tools })
    expect(registry.equipment('ses_2', definition)).toEqual({ ...ada, tools: grace.tools })
  })

  const clientTools = [{ name: 'paint', description: 'Paints.', input: { type: 'object' } }]

  it('knows a tool of a client for its own session alone', () => {
    const registry = new Registry()
    const ada = equipmentOf('Ada')
    const tools = withClientTools(ada.tools, clientTools)
    registry.keep('ses_1', { ...ada, tools })
    const own = { ...definition, tools: ['who', 'paint'], clientTools }
    expect(registry.equipment('ses_1', own).tools.map(({ name }) => name)).toEqual(['who', 'paint'])
    expect(registry.toolSpecs(['paint'])).toBeUndefined()
    expect(() => registry.equipment('ses_2', { ...definition, tools: ['paint'] })).toThrow('There is no tool `paint`.')
  })

  it('stands in for no tool of a client where nothing is called: its definition tells of it', () => {
    const registry = new Registry()
    registry.add({ loops: [equipmentOf('Ada').loop] })
    const { tools } = registry.offlineEquipment('ses_1', { ...definition, tools: ['who', 'paint'], clientTools })
    expect(tools.map(({ name, description }) => `${name}: ${description}`)).toEqual(['who: ', 'paint: Paints.'])
  })

  it('mixes up no tool of a client with those that others had of its name', () => {
    const registry = new Registry()
    registry.keep('ses_1', equipmentOf('Ada'))
    registry.keep('ses_2', equipmentOf('Grace'))
    const who = { name: 'who', description: 'Tells who the client is.', input: { type: 'object' } }
    registry.refuseMixUp({ tools: ['who'], clientTools: [who] })
    expect(() => registry.refuseMixUp({ tools: ['who'], clientTools })).toThrow('Several tools were called `who` here')
  })

  it('shows tools in the order they are asked for, those of a client among them', () => {
    const registry = new Registry()
    registry.keep('ses_1', equipmentOf('Ada'))
    const specs = registry.toolSpecs(['paint', 'who'], clientTools)
    expect(specs?.map(({ name, description }) => `${name}: ${description}`)).toEqual([
      'paint: Paints.',
      'who: Tells whose it is.',
    ])
    expect(registry.toolSpecs(['who'], clientTools)?.map(({ name }) => name)).toEqual(['who'])
  })

  it('keeps nothing for a session it forgot', () => {
    const registry = new Registry()
    const [ada, grace] = [equipmentOf('Ada'), equipmentOf('Grace')]
    registry.keep('ses_1', ada)
    registry.keep('ses_2', grace)
    registry.forget('ses_2')
    expect(registry.equipment('ses_2', definition)).toEqual(ada)
  })

  it('keeps no loop with the name of a persona', () => {
    const registry = new Registry({ isPersona: (name) => name === 'deep' })
    const equipment = { ...equipmentOf('Ada'), loop: loopOf('deep', async () => 'x') }
    expect(() => registry.keep('ses_1', equipment)).toThrow(
      'Loop `deep`: name: `deep` is the name of a persona; give the loop another name, or start the persona with `startAs`',
    )
    expect(registry.loops()).toEqual([])
    expect(() => registry.keep('ses_1', equipmentOf('Ada'))).not.toThrow()
  })
})
