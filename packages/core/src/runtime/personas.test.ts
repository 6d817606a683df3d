import { describe, expect, it } from 'vitest'
import { search, standing, textsOf, told, world } from '../../../../test/support/kernel.ts'
import type { Persona } from '../catalog/persona.ts'
import { cot } from '../loops/cot.ts'
import { direct } from '../loops/direct.ts'
import { planExecute } from '../loops/plan-execute/loop.ts'
import { react } from '../loops/react.ts'
import { reflexion } from '../loops/reflexion.ts'
import { calls, modelOf, type ScriptedModel, says, scripted } from '../testing/scripted-model.ts'

const named = (id: string, text: string): ScriptedModel =>
  modelOf(() => says(`FINAL ANSWER: ${text}`), { id, price: { input: 1, output: 1 } })

function stage(personas: readonly Persona[] = []) {
  const small = named('test/small', 'small')
  const large = named('test/large', 'large')
  const options = {
    loops: [direct, cot, react, planExecute, reflexion] as never,
    tools: [search],
    models: [small, large],
    model: small,
  }
  return { ...world({ ...options, personas: personas.map((persona) => ({ persona, source: 'here' })) }), small, large }
}

const careful: Persona = {
  name: 'careful',
  loop: 'cot',
  config: { samples: 2 },
  models: { author: 'test/large' },
  sampling: { author: { temperature: 0.1 } },
  instructions: 'Answer in Danish.',
  budget: { modelCalls: 9 },
  prompts: { 'cot.system': 'Slowly. {form}' },
}

describe('a session that is started as a persona', () => {
  it('has its loop, config, models, sampling, instructions, budget and prompts', async () => {
    const { runtime, large } = stage([careful])
    const session = await runtime.startAs('careful', 'Why?')
    expect(await session.outcome).toMatchObject({ loop: 'cot', answer: 'large', usage: { modelCalls: 2 } })
    expect(large.requests[0]).toMatchObject({ temperature: 0.1 })
    expect(textsOf(large.requests[0])).toEqual([
      expect.stringMatching(/^Slowly\. .*FINAL ANSWER/),
      'Answer in Danish.',
      'Why?',
    ])
    const { view, row } = await runtime.read(session.id)
    expect(view.definition).toMatchObject({
      budget: { modelCalls: 9 },
      persona: { name: 'careful', version: null, arm: 'current' },
    })
    expect(row.mirror).toMatchObject({ persona: 'careful', arm: 'current', usage: { modelCalls: 2 } })
  })

  it('takes what the caller gives over what the persona says', async () => {
    const { runtime, small } = stage([careful])
    const session = await runtime.startAs('careful', 'Why?', {
      model: 'test/small',
      config: { samples: 1 },
      instructions: 'In Dutch.',
      budget: { modelCalls: 5 },
      sampling: { author: { temperature: 1 } },
    })
    expect(await session.outcome).toMatchObject({ answer: 'small', usage: { modelCalls: 1 } })
    expect(small.requests[0]).toMatchObject({ temperature: 1 })
    expect((await runtime.read(session.id)).view.definition).toMatchObject({
      instructions: 'In Dutch.',
      budget: { modelCalls: 5 },
      config: { samples: 1 },
    })
  })

  it.each([
    [{ config: { maxSteps: 2 } }, { loop: 'plan-execute', config: { maxSteps: 2, parallel: false } }],
    [{ loop: 'cot' }, { loop: 'cot', config: {} }],
  ])('keeps what the caller does not name of a loop inside: %j', async (inner, expected) => {
    const config = { inner: { loop: 'plan-execute', config: { maxSteps: 6, parallel: false } } }
    const { runtime } = stage([{ name: 'retrying', loop: 'reflexion', config }])
    const session = await runtime.startAs('retrying', 'Why?', { config: { inner } })
    const { view } = await runtime.read(session.id)
    expect(view.definition?.config).toMatchObject({ inner: expected })
    await session.outcome
  })

  it('keeps the settings of the loop that stands inside by default, when the caller names it', async () => {
    const { runtime } = stage([
      { name: 'brief', loop: 'reflexion', config: { inner: { config: { maxIterations: 4 } } } },
    ])
    const session = await runtime.startAs('brief', 'Why?', { config: { inner: { loop: 'react' } } })
    const { view } = await runtime.read(session.id)
    expect(view.definition?.config).toMatchObject({ inner: { loop: 'react', config: { maxIterations: 4 } } })
    await session.outcome
  })

  it('keeps the settings of a loop that stands by default inside of a loop inside', async () => {
    const inner = { loop: 'plan-execute', config: { step: { config: { maxIterations: 4 } } } }
    const { runtime } = stage([{ name: 'stepping', loop: 'reflexion', config: { inner } }])
    const config = { inner: { config: { step: { loop: 'react' } } } }
    const session = await runtime.startAs('stepping', 'Why?', { config })
    const { view } = await runtime.read(session.id)
    expect(view.definition?.config).toMatchObject({
      inner: { loop: 'plan-execute', config: { step: { loop: 'react', config: { maxIterations: 4 } } } },
    })
    await session.outcome
  })

  it('gets the tools it names by pattern, and all there are when it names none', async () => {
    const { runtime } = stage([
      { name: 'none', loop: 'react', tools: [] },
      { name: 'some', loop: 'react', tools: ['sea*'] },
      { name: 'all', loop: 'react' },
    ])
    const toolsOf = async (name: string) => {
      const session = await runtime.startAs(name, 'Go.')
      return (await runtime.read(session.id)).view.definition?.tools
    }
    expect([await toolsOf('none'), await toolsOf('some'), await toolsOf('all')]).toEqual([[], ['search'], ['search']])
  })

  it('stops at its break-points', async () => {
    const model = scripted([calls('search', { query: 'x' }), says('Done.')], { id: 'test/small' })
    const persona: Persona = { name: 'watched', loop: 'react', breakpoints: [{ before: 'search' }] }
    const { runtime, store } = world({
      loops: [react] as never,
      tools: [search],
      model,
      personas: [{ persona, source: 'here' }],
    })
    const session = await runtime.startAs('watched', 'Look.')
    expect(await session.idle()).toBe('paused')
    await told(session.resume())
    expect(await session.outcome).toMatchObject({ answer: 'Done.' })
    expect(await standing(store, session.id)).toContain('pause applied at think#1')
  })

  it('keeps the version it was started with', async () => {
    const { runtime } = stage()
    await runtime.personas.save({ name: 'p', loop: 'cot' })
    const before = await runtime.startAs('p', 'Why?')
    await runtime.personas.save({ name: 'p', loop: 'direct' })
    const after = await runtime.startAs('p', 'Why?')
    const use = async (id: string) => (await runtime.read(id)).view.definition?.persona
    expect(await use(before.id)).toEqual({ name: 'p', version: 1, arm: 'v1' })
    expect(await use(after.id)).toEqual({ name: 'p', version: 2, arm: 'v2' })
    expect(await after.outcome).toMatchObject({ loop: 'direct' })
  })

  it('fits the answer to the schema of the persona', async () => {
    const model = modelOf(() => says('{"count":3}'), { id: 'test/small' })
    const output = { type: 'object', properties: { count: { type: 'number' } }, required: ['count'] }
    const personas = [{ persona: { name: 'typed', loop: 'direct', output }, source: 'here' }]
    const { runtime } = world({ loops: [direct] as never, model, personas })
    expect(await (await runtime.startAs('typed', 'How many?')).outcome).toMatchObject({ answer: { count: 3 } })
  })

  it.each([
    [{ name: 'x', loop: 'react', tools: ['files.*'] }, 'tool-unknown', /files\.\*.*Known tools: search/],
    [{ name: 'x', loop: 'cot', model: 'test/none' }, 'model-missing', /test\/none/],
  ])('is refused before any work as %j', async (persona, code, message) => {
    const { runtime } = stage([persona])
    await expect(runtime.startAs('x', 'Go.')).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
    expect(await runtime.list()).toEqual([])
  })

  it('is refused when there is no such persona, with the nearest name', async () => {
    const { runtime } = stage([careful])
    await expect(runtime.startAs('carefull', 'Go.')).rejects.toMatchObject({
      code: 'persona-unknown',
      message: expect.stringContaining('`careful`'),
    })
  })
})

describe('a loop that is switched off', () => {
  it('is not started by name or as a persona, but still by the program that has it', async () => {
    const { runtime } = stage([careful])
    await runtime.settings.set('loops_off', ['cot'])
    await expect(runtime.start('cot', 'Go.')).rejects.toMatchObject({ code: 'loop-off' })
    await expect(runtime.startAs('careful', 'Go.')).rejects.toMatchObject({ code: 'loop-off' })
    expect(await (await runtime.start(cot, 'Go.')).outcome).toMatchObject({ answer: 'small' })
    await runtime.settings.unset('loops_off')
    expect(await (await runtime.start('cot', 'Go.')).outcome).toMatchObject({ answer: 'small' })
  })
})

describe('a rollout', () => {
  it('splits the sessions of a name between its arms, and keeps a thread with its arm', async () => {
    const { runtime } = stage()
    await runtime.personas.save({ name: 'p', loop: 'direct' })
    await runtime.rollouts.save({
      persona: 'p',
      arms: [
        { version: 1, weight: 1 },
        { loop: 'cot', weight: 1 },
      ],
    })
    const armsOf = async () => {
      const arms: (string | null)[] = []
      for (let thread = 0; thread < 20; thread++) {
        const session = await runtime.startAs('p', 'Why?', { thread: `thr_${thread}` })
        await session.outcome
        arms.push((await runtime.read(session.id)).row.mirror.arm)
      }
      return arms
    }
    const first = await armsOf()
    expect(new Set(first)).toEqual(new Set(['v1', 'current cot']))
    await runtime.rollouts.save({
      persona: 'p',
      arms: [
        { version: 1, weight: 1 },
        { loop: 'cot', weight: 99 },
      ],
    })
    expect(await armsOf()).toEqual(first)
  })

  it('shows how each arm does', async () => {
    const { runtime } = stage()
    await runtime.personas.save({ name: 'p', loop: 'direct' })
    await (await runtime.startAs('p', 'Why?')).outcome
    await runtime.personas.save({ name: 'p', loop: 'cot', config: { samples: 3 } })
    await (await runtime.startAs('p', 'Why?')).outcome
    expect(await runtime.armsOf('p')).toMatchObject([
      { arm: 'v1', sessions: 1, answered: 1, modelCalls: { mean: 1 } },
      { arm: 'v2', sessions: 1, answered: 1, modelCalls: { mean: 3 }, costUsd: { total: 0.000045 } },
    ])
  })
})

describe('prompts in other words', () => {
  it('are said in sessions that begin after they were saved', async () => {
    const { runtime, small } = stage()
    await runtime.prompts.save('direct.system', 'Be brief.')
    const session = await runtime.start('direct', 'Why?')
    await session.outcome
    expect(textsOf(small.requests[0])[0]).toBe('Be brief.')
    const { prompts, promptTexts } = (await runtime.read(session.id)).view.definition ?? {}
    expect(promptTexts).toEqual({ 'direct.system': { text: 'Be brief.', version: 1 } })
    await runtime.prompts.save('direct.system', '')
    const again = await runtime.start('direct', 'Why?')
    await again.outcome
    expect(textsOf(small.requests[1])[0]).toBe('Answer the user. If you do not know, say so.')
    expect((await runtime.read(again.id)).view.definition?.prompts['system']).not.toBe(prompts?.['system'])
  })

  it('stay those of a session that is replayed after they were changed', async () => {
    const { runtime } = stage()
    await runtime.prompts.save('direct.system', 'Be brief.')
    const session = await runtime.start('direct', 'Why?')
    await session.outcome
    await runtime.prompts.save('direct.system', 'Be long.')
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
  })

  it('are refused for a session when they are unknown or lack a placeholder', async () => {
    const { runtime } = stage()
    const start = (prompts: Record<string, string>) => runtime.start('cot', 'Go.', { prompts })
    await expect(start({ 'cot.sistem': 'x' })).rejects.toMatchObject({ code: 'prompt-invalid' })
    await expect(start({ 'cot.system': 'No form.' })).rejects.toMatchObject({
      code: 'prompt-invalid',
      message: expect.stringContaining('{form}'),
    })
    expect(await runtime.list()).toEqual([])
  })
})

describe('a fork that goes on as a persona', () => {
  it('takes over its models, config and instructions', async () => {
    const { runtime, large } = stage([{ ...careful, prompts: {} }])
    const source = await runtime.start('cot', 'Why?')
    await source.outcome
    const fork = await source.fork({ at: 1, persona: 'careful' })
    expect(await fork.outcome).toMatchObject({ answer: 'large', usage: { modelCalls: 2 } })
    expect(textsOf(large.requests[0])).toContain('Answer in Danish.')
    expect((await runtime.read(fork.id)).row.mirror).toMatchObject({ persona: 'careful' })
  })

  it('is refused when its loop is another one', async () => {
    const { runtime } = stage([careful])
    const source = await runtime.start('direct', 'Why?')
    await source.outcome
    await expect(source.fork({ at: 1, persona: 'careful' })).rejects.toMatchObject({
      code: 'loop-differs',
      message: expect.stringContaining('`cot`'),
    })
    expect(await runtime.list()).toHaveLength(1)
  })

  it('says its prompts in other words from there on', async () => {
    const { runtime, small } = stage()
    const source = await runtime.start('direct', 'Why?')
    await source.outcome
    const fork = await source.fork({ at: 1, prompts: { 'direct.system': 'Be brief.' } })
    await fork.outcome
    expect(textsOf(small.requests[1])[0]).toBe('Be brief.')
  })

  it('has nothing left of how its source was', async () => {
    const plain: Persona = { name: 'plain', loop: 'cot' }
    const danish: Persona = {
      ...careful,
      name: 'danish',
      models: { author: 'test/large', planner: 'test/small' },
      prompts: {},
    }
    const { runtime } = stage([danish, plain])
    const source = await runtime.startAs('danish', 'Why?', { breakpoints: [{ before: 'search' }] })
    await source.outcome
    const fork = await source.fork({ at: 1, persona: 'plain' })
    await fork.outcome
    const { instructions, sampling, budget, breakpoints, config, models } =
      (await runtime.read(fork.id)).view.definition ?? {}
    expect({ instructions, sampling, breakpoints, config }).toEqual({
      instructions: '',
      sampling: undefined,
      breakpoints: undefined,
      config: { samples: 1, temperature: 0.7 },
    })
    expect(budget?.modelCalls).toBeUndefined()
    expect(models).toMatchObject({ author: 'test/large', planner: 'test/small' })
  })

  it('is asked for its answer in the form the persona wants', async () => {
    const output = { type: 'object', properties: { count: { type: 'number' } }, required: ['count'] }
    const model = modelOf(({ output: form }) => says(form ? '{"count":3}' : 'Three.'), { id: 'test/small' })
    const personas = [{ persona: { name: 'typed', loop: 'direct', output }, source: 'here' }]
    const { runtime } = world({ loops: [direct] as never, model, models: [model], personas })
    const source = await runtime.start('direct', 'How many?')
    await source.outcome
    expect(await (await source.fork({ at: 1, persona: 'typed' })).outcome).toMatchObject({ answer: { count: 3 } })
  })

  it('keeps the words of its source, but for those that are given', async () => {
    const { runtime, small } = stage()
    await runtime.prompts.save('direct.system', 'Be brief.')
    const source = await runtime.start('direct', 'Why?')
    await source.outcome
    await runtime.prompts.save('direct.system', 'Be long.')
    await (await source.fork({ at: 1, prompts: { 'direct.memories': 'Known: {memories}' } })).outcome
    expect(textsOf(small.requests[1])[0]).toBe('Be brief.')
  })
})

describe('a fork', () => {
  it('counts in no arm, and is no turn of the thread of its source', async () => {
    const { runtime, small } = stage([{ name: 'p', loop: 'direct' }])
    const source = await runtime.startAs('p', 'One?', { thread: 'thr_a' })
    await source.outcome
    for (let i = 0; i < 3; i++) await (await source.fork({ at: 1 })).outcome
    expect(await runtime.armsOf('p')).toMatchObject([{ arm: 'current', sessions: 1 }])
    await (await runtime.startAs('p', 'Two?', { thread: 'thr_a' })).outcome
    expect(textsOf(small.requests.at(-1)).slice(1)).toEqual(['One?', 'FINAL ANSWER: small', 'Two?'])
  })

  it('needs only the models it does not replace', async () => {
    const { runtime, store } = stage()
    const source = await runtime.start('direct', 'Why?', { models: { author: 'test/small', judge: 'test/large' } })
    await source.outcome
    const other = modelOf(() => says('Other.'), { id: 'test/other' })
    const { another } = world({ store, loops: [direct] as never, models: [other] })
    const fork = await another().fork(source.id, { at: 1, model: 'test/other' })
    expect(await fork.outcome).toMatchObject({ answer: 'Other.' })
    await expect(another().fork(source.id, { at: 1, models: { author: 'test/other' } })).rejects.toMatchObject({
      code: 'model-missing',
    })
  })
})

describe('the tools of a persona', () => {
  it('are none that a session brought along', async () => {
    const wipe = { ...search, name: 'wipe' }
    const { runtime } = stage([{ name: 'safe', loop: 'react' }])
    await (await runtime.start('react', 'Go.', { tools: [wipe] })).outcome
    const session = await runtime.startAs('safe', 'Go.')
    expect((await runtime.read(session.id)).view.definition?.tools).toEqual(['search'])
  })
})

describe('a replay', () => {
  it('needs neither the models nor the tools of the session', async () => {
    const { runtime, store } = stage()
    const session = await runtime.start('react', 'Go.', { tools: [{ ...search, name: 'own' }] })
    await session.outcome
    const { another } = world({ store, loops: [react] as never })
    expect(await another().replay(session.id)).toMatchObject({ isEqual: true })
  })
})

describe('prompts with a secret', () => {
  it('are kept without it', async () => {
    const model = modelOf(() => says('x'), { id: 'test/small' })
    const { runtime } = world({ loops: [direct] as never, model, secrets: ['hunter2hunter2'] })
    const session = await runtime.start('direct', 'Go.', { prompts: { 'direct.system': 'Say hunter2hunter2.' } })
    await session.outcome
    expect(JSON.stringify((await runtime.read(session.id)).rows)).not.toContain('hunter2')
  })
})
