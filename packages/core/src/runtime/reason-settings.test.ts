import { describe, expect, it } from 'vitest'
import { targetOf } from '../../../../test/support/deliveries.ts'
import { turns, type WorldOptions, world } from '../../../../test/support/kernel.ts'
import { decides, goal, lookUp, plans, rates, reasoning, step } from '../../../../test/support/reason-runs.ts'
import type { Persona } from '../catalog/persona.ts'
import { settingTable } from '../catalog/setting-table.ts'
import type { Json } from '../json.ts'
import type { Loop } from '../kernel/loop.ts'
import { react } from '../loops/react.ts'
import { config as reasonConfig } from '../loops/reason/config.ts'
import { reason } from '../loops/reason/entry.ts'
import { reflexion } from '../loops/reflexion.ts'
import { inMemoryMemory } from '../testing/memory-ports.ts'
import { modelOf, says } from '../testing/scripted-model.ts'
import type { StartOptions } from './definition.ts'
import type { Runtime } from './runtime.ts'
import type { Session } from './session-handle.ts'

/** The settings that are a key of the config, with a value that is nobody's default. */
const rows = [
  ['reasoning.max_iterations', 'maxIterations', 4],
  ['reasoning.max_llm_calls', 'maxModelCalls', 21],
  ['reasoning.skill_whitelist', 'allowedTools', ['web.*']],
  ['reasoning.done_confidence_threshold', 'doneConfidence', 0.25],
  ['reasoning.stuck_threshold', 'stuckThreshold', 2],
  ['reasoning.step_timeout_seconds', 'toolTimeoutSeconds', 7],
  ['reasoning.max_plan_steps', 'maxPlanSteps', 5],
] as const

const loops = [reason, react, reflexion] as unknown as readonly Loop[]
const model = reasoning()
const named = (id: string) => Object.assign(reasoning(), { id })

/** A runtime with the loop, and personas of these configs. */
function stage(options: WorldOptions = {}, personas: readonly Persona[] = []) {
  return world({
    loops,
    tools: [lookUp],
    models: [model],
    model,
    personas: personas.map((persona) => ({ persona, source: 'here' })),
    ...options,
  })
}

const setAll = async ({ settings }: Runtime, values: Readonly<Record<string, unknown>>) => {
  for (const [key, value] of Object.entries(values)) await settings.set(key, value)
}

const definitionOf = async (runtime: Runtime, session: Session) => (await runtime.read(session.id)).view.definition

/** What a session began with. It is seen to its end. */
async function begun(runtime: Runtime, starting: Promise<Session>) {
  const session = await starting
  await session.outcome
  const definition = await definitionOf(runtime, session)
  return { ...definition, config: definition?.config as Readonly<Record<string, Json>> }
}

const byName = (runtime: Runtime, options: StartOptions = {}) =>
  begun(runtime, runtime.start('reason', goal, { tools: [lookUp], ...options }))

describe('settings of reason', () => {
  it.each(rows)('%s is `%s` of a session', async (key, name, value) => {
    const { runtime } = stage()
    const before = await byName(runtime)
    await runtime.settings.set(key, value)
    const after = await byName(runtime)
    expect(after.config).toEqual({ ...before.config, [name]: value })
    expect(after.config).not.toEqual(before.config)
  })

  it.each(rows)('%s has the default and the bounds of `%s`', (key, name) => {
    const { schema, value } = settingTable[key]
    const own = reasonConfig.shape[name]
    expect(value).toEqual(reasonConfig.parse({})[name])
    const tries = [-1, 0, 0.5, 1, 1.5, 7, 100, 101, 10_000, 10_001, 86_400, 86_401, 100_000, 100_001, [], ['a'], ['']]
    const accepted = (one: { safeParse(given: unknown): { success: boolean } }) =>
      tries.filter((given) => one.safeParse(given).success)
    expect(accepted(schema)).toEqual(accepted(own))
    expect(accepted(schema).length).toBeGreaterThan(0)
  })

  it('reach a session by its loop as an object and by a persona, and no other loop', async () => {
    const { runtime } = stage({}, [{ name: 'thinker', loop: 'reason' }])
    await setAll(runtime, { 'reasoning.max_iterations': 4 })
    const asObject = await begun(runtime, runtime.start(reason, goal, { tools: [lookUp] }))
    const asPersona = await begun(runtime, runtime.startAs('thinker', goal))
    expect([asObject.config['maxIterations'], asPersona.config['maxIterations']]).toEqual([4, 4])
    const answers = modelOf(() => says('Final Answer: nine'))
    const other = await begun(runtime, runtime.start('react', goal, { model: answers }))
    expect(other.config['maxIterations']).toBe(10)
  })

  it('bind the run, not only its record', async () => {
    const { runtime } = stage()
    await setAll(runtime, { 'reasoning.max_plan_steps': 1, 'reasoning.skill_whitelist': ['math.*'] })
    const none = await (await runtime.start('reason', goal, { tools: [lookUp] })).outcome
    expect(none.outcome).toBe('stuck:no-tools')
    await runtime.settings.unset('reasoning.skill_whitelist')
    const long = reasoning({ plan: plans(step('1'), step('2')) })
    const end = await (await runtime.start('reason', goal, { tools: [lookUp], model: long })).outcome
    expect(end.outcome).toBe('stuck:plan')
  })

  it('yield to the persona, and that to the caller', async () => {
    const persona = { name: 'thinker', loop: 'reason', config: { maxIterations: 5, stuckThreshold: 6 } }
    const { runtime } = stage({}, [persona])
    await setAll(runtime, {
      'reasoning.max_iterations': 4,
      'reasoning.stuck_threshold': 4,
      'reasoning.max_plan_steps': 4,
    })
    const { config } = await begun(runtime, runtime.startAs('thinker', goal, { config: { stuckThreshold: 7 } }))
    expect(config).toMatchObject({ maxIterations: 5, stuckThreshold: 7, maxPlanSteps: 4, maxModelCalls: 60 })
    const { config: direct } = await byName(runtime, { config: { maxPlanSteps: 2, allowedTools: ['web.search'] } })
    expect(direct).toMatchObject({ maxPlanSteps: 2, allowedTools: ['web.search'], maxIterations: 4 })
  })

  it('of the environment go before the config file, those before the store', async () => {
    const given = {
      config: { 'reasoning.max_iterations': 5, 'reasoning.stuck_threshold': 5 },
      environment: { 'reasoning.max_iterations': 6 },
    }
    const { runtime } = stage({ settings: given })
    const all = ['reasoning.max_iterations', 'reasoning.stuck_threshold', 'reasoning.max_plan_steps']
    await setAll(runtime, Object.fromEntries(all.map((key) => [key, 4])))
    expect((await byName(runtime)).config).toMatchObject({ maxIterations: 6, stuckThreshold: 5, maxPlanSteps: 4 })
  })

  it('are checked before they are saved by what the loop can take', async () => {
    const { runtime } = stage()
    await expect(runtime.settings.set('reasoning.stuck_threshold', 101)).rejects.toMatchObject({
      code: 'setting-invalid',
      message: 'Setting `reasoning.stuck_threshold`: expected a whole number from 1 to 100, got 101',
    })
  })

  it('leave a config that is none to be refused as such', async () => {
    const { runtime } = stage()
    await runtime.settings.set('reasoning.max_iterations', 4)
    for (const config of ['fast', { maxTurns: 3 }]) {
      const start = runtime.start('reason', goal, { tools: [lookUp], config })
      await expect(start).rejects.toMatchObject({ code: 'config-invalid' })
    }
  })

  it('do not reach a reason inside of another loop', async () => {
    const { runtime } = stage()
    await setAll(runtime, { 'reasoning.skill_whitelist': ['math.*'], 'reasoning.max_iterations': 1 })
    const judged = reasoning({ evaluate: (request) => (request.output ? rates(4) : says('VERDICT: SUCCESS')) })
    const config = { inner: { loop: 'reason' } }
    const session = await runtime.start('reflexion', goal, { tools: [lookUp], model: judged, config })
    await session.outcome
    expect((await definitionOf(runtime, session))?.config).toMatchObject({ inner: { loop: 'reason', config: {} } })
    // With the list that was set there would be no tool to plan with.
    expect(judged.paths.some((path) => path.endsWith('reason/plan#1'))).toBe(true)
  })
})

describe('a session of reason', () => {
  it('keeps the settings it began with, when it goes on and in its forks', async () => {
    const fails = reasoning({
      plan: plans(step('fail a'), step('fail b'), step('fail c')),
      decide: decides('continue'),
    })
    const { runtime, afterCrash } = stage({ models: () => fails, model: fails })
    await runtime.settings.set('reasoning.stuck_threshold', 2)
    const session = await runtime.start('reason', goal, { tools: [lookUp], config: { approve: true, parallel: false } })
    await turns()
    expect((await runtime.read(session.id)).row.mirror.status).toBe('waiting')
    await runtime.settings.set('reasoning.stuck_threshold', 9)
    await runtime.close({ keepStore: true })
    const later = afterCrash()
    const resumed = await later.resume(session.id)
    await resumed.answer('yes')
    const end = await resumed.outcome
    expect(end.outcome).toBe('stuck:failures')
    expect((end.details as { iterations: number }).iterations).toBe(2)
    const fork = await resumed.fork({ at: 'plan#1' })
    expect((await definitionOf(later, fork))?.config).toMatchObject({ stuckThreshold: 2 })
    await fork.abort()
  })

  it('that goes on as a persona takes what the persona leaves out from the settings of that moment', async () => {
    const ops = targetOf('ops', undefined)
    const persona = { name: 'thinker', loop: 'reason', config: { maxIterations: 5 } }
    const { runtime } = stage({ deliveries: [ops] }, [persona])
    const session = await runtime.start('reason', goal, { tools: [lookUp] })
    await session.outcome
    await setAll(runtime, {
      'reasoning.max_iterations': 4,
      'reasoning.max_plan_steps': 4,
      'reasoning.default_delivery': ['ops'],
    })
    const fork = await session.fork({ at: 'plan#1', persona: 'thinker' })
    await fork.outcome
    expect(await definitionOf(runtime, fork)).toMatchObject({
      config: { maxIterations: 5, maxPlanSteps: 4 },
      deliver: ['ops'],
    })
  })
})

describe('the tier of reason', () => {
  const [usual, strong, other] = ['test/usual', 'test/strong', 'test/other'].map(named)
  const models = [usual, strong, other] as NonNullable<typeof usual>[]
  const personas: readonly Persona[] = [
    { name: 'plain', loop: 'reason' },
    { name: 'planning', loop: 'reason', models: { planner: 'test/other' } },
    { name: 'writing', loop: 'reason', models: { author: 'test/other' } },
    { name: 'all', loop: 'reason', model: 'test/other' },
  ]
  const tiered = () => stage({ models, model: 'test/usual' }, personas)
  const all = (id: string) => ({ author: id, planner: id, judge: id, utility: id })

  it('serves all roles of a session that names no model, once it is set', async () => {
    const { runtime } = tiered()
    await runtime.settings.set('tier.local', 'test/strong')
    expect((await byName(runtime)).models).toEqual(all('test/usual'))
    await runtime.settings.set('reasoning.llm_tier', 'local')
    expect((await byName(runtime)).models).toEqual(all('test/strong'))
    const answers = await runtime.start('react', goal)
    expect((await definitionOf(runtime, answers))?.models).toEqual(all('test/usual'))
    await answers.abort()
  })

  it('that stands for no model is the usual one', async () => {
    const { runtime } = tiered()
    await setAll(runtime, { 'reasoning.llm_tier': 'heavy', 'tier.light': 'test/strong' })
    expect((await byName(runtime)).models).toEqual(all('test/usual'))
  })

  const tier = { 'reasoning.llm_tier': 'heavy', 'tier.heavy': 'test/strong' }
  const usualModel = { default_model: 'test/usual' }

  it.each<[string, WorldOptions['settings'], string]>([
    ['in the store yields to the usual model of the config file', { config: usualModel }, 'test/usual'],
    ['in the store yields to the usual model of the environment', { environment: usualModel }, 'test/usual'],
    ['of the config file yields to that of the environment', { config: tier, environment: usualModel }, 'test/usual'],
    ['of the config file holds beside its usual model', { config: { ...tier, ...usualModel } }, 'test/strong'],
    ['of the environment holds', { config: usualModel, environment: tier }, 'test/strong'],
    ['in the store holds where an empty usual model is given', { environment: { default_model: '' } }, 'test/strong'],
  ])('%s', async (_, settings, expected) => {
    const { runtime } = stage({ models, model: 'test/usual', ...(settings && { settings }) })
    await setAll(runtime, { ...tier, default_model: 'test/other' })
    expect((await byName(runtime)).models).toEqual(all(expected))
  })

  it.each<[string, StartOptions, Readonly<Record<string, string>>]>([
    ['plain', {}, all('test/strong')],
    ['planning', {}, { ...all('test/strong'), planner: 'test/other' }],
    ['writing', {}, all('test/other')],
    ['all', {}, all('test/other')],
    ['plain', { model: 'test/usual' }, all('test/usual')],
    ['plain', { models: { judge: 'test/usual' } }, { ...all('test/strong'), judge: 'test/usual' }],
  ])('yields to the persona `%s` and the options %j', async (persona, options, expected) => {
    const { runtime } = tiered()
    await setAll(runtime, { 'reasoning.llm_tier': 'heavy', 'tier.heavy': 'test/strong' })
    expect((await begun(runtime, runtime.startAs(persona, goal, options))).models).toEqual(expected)
  })
})

describe('the delivery of reason', () => {
  const started = async (value: unknown, options: WorldOptions = {}, start: StartOptions = {}) => {
    const memory = inMemoryMemory()
    const [ops, me] = [targetOf('ops', undefined), targetOf('me', undefined)]
    const persona: Persona = { name: 'teller', loop: 'reason', deliver: ['me'] }
    const { runtime } = stage({ deliveries: [ops, me], memory, ...options }, [persona])
    if (value !== undefined) await runtime.settings.set('reasoning.default_delivery', value)
    const run = async (name?: string) => {
      const options = { tools: [lookUp], ...start }
      const starting = name ? runtime.startAs(name, goal, options) : runtime.start('reason', goal, options)
      await (await starting).outcome
      await turns()
      return { ops: ops.sent.length, me: me.sent.length, isRemembered: memory.items.size > 0 }
    }
    return { runtime, run }
  }

  it.each<[unknown, object]>([
    [undefined, { ops: 0, me: 0, isRemembered: false }],
    [['memory'], { ops: 0, me: 0, isRemembered: true }],
    [['ops'], { ops: 1, me: 0, isRemembered: false }],
    [['memory', 'ops'], { ops: 1, me: 0, isRemembered: true }],
    [[], { ops: 0, me: 0, isRemembered: false }],
  ])('is what %j says where nothing else is said', async (value, expected) => {
    const { run } = await started(value)
    expect(await run()).toEqual(expected)
  })

  it('yields to the persona and to the caller', async () => {
    const toPersona = await started(['ops'])
    expect(await toPersona.run('teller')).toEqual({ ops: 0, me: 1, isRemembered: false })
    const nowhere = await started(['memory', 'ops'], {}, { deliver: [] })
    expect(await nowhere.run()).toEqual({ ops: 0, me: 0, isRemembered: false })
    const quiet = await started(['memory'], {}, { remembers: false })
    expect(await quiet.run()).toEqual({ ops: 0, me: 0, isRemembered: false })
  })

  it('that is left at its default remembers where the runtime does', async () => {
    const { run } = await started(undefined, { remembers: {} })
    expect(await run()).toEqual({ ops: 0, me: 0, isRemembered: true })
  })

  it('to a name that nobody answers to is refused, with where it is set', async () => {
    const { runtime } = await started(['opps'])
    await expect(runtime.start('reason', goal)).rejects.toMatchObject({
      code: 'delivery-invalid',
      message:
        'Setting `reasoning.default_delivery`: `deliver` names `opps`, and there is no such delivery; did you mean `ops`?',
      details: { delivery: 'opps' },
    })
    expect(await runtime.list()).toEqual([])
    await (await runtime.start('reason', goal, { tools: [lookUp], deliver: ['ops'] })).outcome
  })

  it('to a memory that is not there is refused', async () => {
    const { runtime } = stage()
    await runtime.settings.set('reasoning.default_delivery', ['memory'])
    await expect(runtime.start('reason', goal)).rejects.toMatchObject({
      code: 'memory-missing',
      message: expect.stringMatching(/^Setting `reasoning\.default_delivery`: /),
    })
  })
})
