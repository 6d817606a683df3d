import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { factsOfType, gate, loopOf, search, stepPaths, textsOf, world } from '../../../../../test/support/kernel.ts'
import { GyreError, type StartOptions } from '../../index.ts'
import { defineLoop, type Loop } from '../../kernel/loop.ts'
import { assistant, user } from '../../messages.ts'
import { readMaterial } from '../../parsing/material.ts'
import { calls, fails, modelOf, type ScriptedReply, says } from '../../testing/scripted-model.ts'
import { innerLoop } from '../inner-loop.ts'
import { auto } from './loop.ts'

/** Replies by the path of the step. */
type Script = Readonly<Record<string, ScriptedReply>>

type Setting = Omit<StartOptions, 'model'> & { readonly goal?: string; readonly loops?: readonly Loop[] }

const cheap = { candidates: [{ loop: 'direct' }, { loop: 'cot' }, { loop: 'react' }] }

async function run(script: Script, { goal = 'Hello!', loops = [], ...options }: Setting = {}) {
  const { runtime } = world({ loops })
  const model = modelOf((_, { path }) => script[path] ?? fails(new Error(`Nothing is written for \`${path}\`.`)))
  const session = await runtime.start(auto, goal, { config: cheap, ...options, model })
  const end = await session.outcome
  const request = (path: string) => model.requests[Object.keys(script).indexOf(path)]
  return { end, runtime, session, model, request, paths: await stepPaths(runtime, session.id) }
}

const fenced = (answer: string) => `<untrusted from="an earlier answer">\n${answer}\n</untrusted>`

const sure = (confidence: number, reason = 'Something is missing.') => says(JSON.stringify({ confidence, reason }))

/** Three loops, each doubted as much as this. */
const climb = (first: number, second: number, third: number): Script => ({
  'attempt#1/direct/answer#1': says('One.'),
  'judge#1': sure(first, 'It is curt.'),
  'attempt#2/cot/think#1': says('So.\nFINAL ANSWER: Two.'),
  'judge#2': sure(second, 'It is wrong.'),
  'attempt#3/react/think#1': says('Three.'),
  'judge#3': sure(third, 'It is late.'),
})

describe('auto', () => {
  it('runs the loop that the rules choose, and asks a judge once', async () => {
    const { end, paths } = await run({ 'attempt#1/direct/answer#1': says('Good day.'), 'judge#1': sure(0.9) })
    expect(end).toMatchObject({ outcome: 'answered', answer: 'Good day.', usage: { modelCalls: 2 } })
    expect(end.details).toEqual({
      stop: 'confident',
      loop: 'direct',
      path: [{ loop: 'direct', why: 'The goal is small talk.', outcome: 'answered', confidence: 0.9 }],
      inner: { stop: 'answered' },
    })
    expect(paths).toEqual(['attempt#1/direct/answer#1', 'attempt#1', 'judge#1'])
  })

  it.each(['Confidence: 90%\nIt is good.', '{"confidence": 90, "reason": "It is good."}'])(
    'reads the percentage of a judge in %j',
    async (said) => {
      const { end, paths } = await run({ 'attempt#1/direct/answer#1': says('Good day.'), 'judge#1': says(said) })
      expect(end.details).toMatchObject({ path: [{ confidence: 0.9 }] })
      expect(paths).toEqual(['attempt#1/direct/answer#1', 'attempt#1', 'judge#1'])
    },
  )

  it('shows the judge task and answer, coldly', async () => {
    const task = { goal: 'Hello!', messages: [user('I am Ada.'), assistant('Noted.')] }
    const { runtime } = world()
    const model = modelOf((_, { path }) => (path === 'judge#1' ? sure(1) : says('Hello, Ada.')))
    await (await runtime.start(auto, task, { model, instructions: 'Be brief.' })).outcome
    const judging = model.requests[1]
    expect(judging).toMatchObject({ temperature: 0, output: { name: 'confidence' } })
    expect(readMaterial(textsOf(judging).at(-1) ?? '')).toEqual({ task: 'Hello!', answer: 'Hello, Ada.' })
    expect(textsOf(judging)).toContain('I am Ada.')
  })

  it('fences the answer for the judge where there are tools, whose words it may hold', async () => {
    const { request } = await run(climb(1, 0, 0), { tools: [search] })
    expect(readMaterial(textsOf(request('judge#1')).at(-1) ?? '')).toEqual({ task: 'Hello!', answer: fenced('One.') })
  })

  it('tries dearer loops as long as the answer is doubted, and says the path', async () => {
    const { end, runtime, session } = await run(climb(0.3, 0.59, 0.6), { tools: [search] })
    expect(end).toMatchObject({ outcome: 'answered', answer: 'Three.', details: { stop: 'confident', loop: 'react' } })
    const path = [
      { loop: 'direct', why: 'The goal is small talk.', outcome: 'answered', confidence: 0.3 },
      { loop: 'cot', why: '`direct` was not good enough: It is curt.', outcome: 'answered', confidence: 0.59 },
      { loop: 'react', why: '`cot` was not good enough: It is wrong.', outcome: 'answered', confidence: 0.6 },
    ]
    expect(end.details).toMatchObject({ path })
    const notes = (await factsOfType(runtime, session.id, 'note')).map(({ data }) => data)
    expect(notes).toContainEqual({ name: 'choice', value: { loop: 'cot', why: path[1]?.why } })
    expect(notes).toContainEqual({ name: 'path', value: path })
  })

  it('tells the next loop what was answered and what is doubted about it', async () => {
    const { request } = await run(climb(0.3, 0.5, 0.9), { tools: [search] })
    const [first = '', second = '', goal] = textsOf(request('attempt#3/react/think#1')).slice(-3)
    expect([first, second].map(readMaterial)).toEqual([
      { attempt: fenced('One.'), doubt: 'It is curt.' },
      { attempt: fenced('Two.'), doubt: 'It is wrong.' },
    ])
    expect(goal).toBe('Hello!')
    expect(textsOf(request('attempt#1/direct/answer#1')).at(-1)).toBe('Hello!')
  })

  it('gives back the best answer, not the last, when all are doubted', async () => {
    const { end } = await run(climb(0.2, 0.5, 0.4), { tools: [search] })
    expect(end).toMatchObject({ outcome: 'limit:turns', answer: 'Two.', gap: 'It is wrong.' })
    expect(end.details).toMatchObject({ stop: 'escalations', loop: 'cot' })
  })

  it('takes the cheapest of answers that are equally doubted', async () => {
    const { end } = await run(climb(0.4, 0.4, 0.4), { tools: [search] })
    expect(end.answer).toBe('One.')
  })

  it('stops when there is no dearer loop', async () => {
    const config = { candidates: [{ loop: 'direct' }, { loop: 'cot' }] }
    const { end } = await run(climb(0.2, 0.5, 0.9), { config, tools: [search] })
    expect(end).toMatchObject({ outcome: 'limit:turns', answer: 'Two.', details: { stop: 'exhausted' } })
  })

  it.each([
    [{ maxEscalations: 0 }, 'One.', 'limit:turns'],
    [{ maxEscalations: 1 }, 'Two.', 'limit:turns'],
    [{ minConfidence: 0.3 }, 'One.', 'answered'],
    [{ minConfidence: 0.95 }, 'Three.', 'limit:turns'],
    [{ minConfidence: 0 }, 'One.', 'answered'],
  ])('with %j answers %j and ends %s', async (config, answer, outcome) => {
    const { end } = await run(climb(0.3, 0.5, 0.9), { config: { ...cheap, ...config }, tools: [search] })
    expect(end).toMatchObject({ answer, outcome })
  })

  it('chooses from all loops there are, with what they were given', async () => {
    const own = loopOf('own', async () => 'Mine.', { traits: { bestFor: 'own goals', signals: ['own goal'] } })
    const { end } = await run({ 'judge#1': sure(1) }, { goal: 'An own goal', loops: [own], config: {} })
    expect(end).toMatchObject({ answer: 'Mine.', details: { loop: 'own' } })
  })

  it('runs a loop with the settings it was named with', async () => {
    const think = (index: number) => [`attempt#1/cot/sample#1[${index}]/think#1`, says('FINAL ANSWER: 4')] as const
    const script = { ...Object.fromEntries([think(0), think(1)]), 'judge#1': sure(1) }
    const config = { candidates: [{ loop: 'cot', config: { samples: 2 } }] }
    expect((await run(script, { goal: 'Anything', config })).end).toMatchObject({
      answer: '4',
      details: { inner: { votes: [{ answer: '4', votes: 2 }] } },
    })
  })

  it.each([
    [{ candidates: [{ loop: 'auto' }] }, 'candidates[0].loop: expected a loop other than `auto`'],
    [{ candidates: [{ loop: 'cto' }] }, 'candidates[0].loop: there is no loop `cto`; did you mean `cot`?'],
    [
      { candidates: [{ loop: 'cot', config: { samples: 0 } }] },
      'candidates[0].config.samples: expected a whole number from 1 to 100, got 0',
    ],
    [{ minConfidence: 2 }, 'minConfidence: expected a number from 0 to 1, got 2'],
  ])('refuses %j before it begins', async (config, message) => {
    const started = world().runtime.start(auto, 'Hello!', { config, model: modelOf(() => says('x')) })
    await expect(started).rejects.toMatchObject({
      code: 'config-invalid',
      message: expect.stringContaining(`Config of \`auto\`: ${message}`),
    })
  })

  it('says so when no loop is left that works without tools', async () => {
    const needy = loopOf('needy', async () => 'x', { traits: { worksWithoutTools: false } })
    const { end } = await run({}, { loops: [needy], config: { candidates: [{ loop: 'needy' }] } })
    expect(end).toMatchObject({ outcome: 'failed:loop-unknown' })
  })

  it('tries loops of somebody’s own after all others, and none twice', async () => {
    const mine = loopOf('mine', async () => 'Mine.')
    const config = { route: 'rules', maxEscalations: 9, candidates: [{ loop: 'mine' }, ...cheap.candidates] }
    const script = { ...climb(0.1, 0.1, 0.1), 'judge#4': sure(0.1) }
    const { end } = await run(script, { loops: [mine], config, tools: [search] })
    const path = ['direct', 'cot', 'react', 'mine'].map((loop) => ({ loop }))
    expect(end.details).toMatchObject({ stop: 'exhausted', path })
  })

  it('goes on after a crash with the loops there were, whatever loops there are now', async () => {
    const script: Script = { ...climb(0.9, 0, 0) }
    const held = gate()
    const model = modelOf(async (_, { path }) => {
      if (path === 'judge#1') await held.pass()
      return script[path] ?? fails(new Error(path))
    })
    const config = { route: 'rules' }
    const { runtime, afterCrash } = world()
    const session = await runtime.start(auto, 'Explain it.', { model, config })
    await held.isReached
    const second = modelOf((_, { path }) => script[path] ?? fails(new Error(path)))
    const first = loopOf('first', async () => 'Mine.', { traits: { signals: ['explain it'] } })
    const later = afterCrash({ loops: [first, auto as unknown as Loop], models: () => second })
    expect(await (await later.resume(session.id)).outcome).toMatchObject({
      outcome: 'answered',
      answer: 'One.',
      details: { path: [{ loop: 'direct' }] },
    })
    expect(await later.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
  })

  it('replays as it ran', async () => {
    const { runtime, session } = await run(climb(0.2, 0.5, 0.4), { tools: [search] })
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
  })
})

describe('the routing call of auto', () => {
  const route = (loop: string) => says(JSON.stringify({ loop, reason: 'It is a riddle.' }))
  const thought = { 'attempt#1/cot/think#1': says('FINAL ANSWER: A map.'), 'judge#1': sure(1) }
  const riddle = { goal: 'What has cities and no houses?' }

  it('is made where the rules are not clear, and is the only one', async () => {
    const { end, request, paths } = await run({ 'route#1': route('cot'), ...thought }, riddle)
    expect(end).toMatchObject({
      answer: 'A map.',
      details: { path: [{ loop: 'cot', why: 'It is a riddle.' }] },
      usage: { modelCalls: 3 },
    })
    expect(paths[0]).toBe('route#1')
    expect(request('route#1')).toMatchObject({ temperature: 0, output: { name: 'route' } })
  })

  it('shows the model the task, the tools and the loops', async () => {
    const config = { ...cheap, route: 'model' }
    const { request } = await run({ 'route#1': route('cot'), ...thought }, { ...riddle, config, tools: [search] })
    expect(readMaterial(textsOf(request('route#1')).at(-1) ?? '')).toEqual({
      task: riddle.goal,
      tools: '- search: Searches the web.',
      loops: [
        '- direct: best for plain conversation',
        '- cot: best for reasoning, arithmetic and logic without tools',
        '- react: best for goals of a single turn that take some tool use',
      ].join('\n'),
    })
  })

  it('is always made with `model`, and never with `rules`', async () => {
    const asked = await run({ 'route#1': route('cot'), ...thought }, { config: { ...cheap, route: 'model' } })
    expect(asked.paths[0]).toBe('route#1')
    const ruled = await run(
      { 'attempt#1/direct/answer#1': says('A map.'), 'judge#1': sure(1) },
      { ...riddle, config: { ...cheap, route: 'rules' } },
    )
    expect(ruled.end.details).toMatchObject({ path: [{ loop: 'direct', why: 'It is the cheapest loop there is.' }] })
  })

  it('is not made when there is one loop only', async () => {
    const config = { route: 'model', candidates: [{ loop: 'cot' }] }
    expect((await run(thought, { ...riddle, config })).end.answer).toBe('A map.')
  })

  it('is asked again when it names a loop that may not be chosen', async () => {
    const script = { 'route#1': route('auto'), 'route#1/repair#1': route('cot'), ...thought }
    const { end, request } = await run(script, riddle)
    expect(end.answer).toBe('A map.')
    expect(textsOf(request('route#1/repair#1')).at(-1)).toContain('loop: expected one of direct, cot, react, got auto')
  })

  it('gives way to the rules when it cannot be read', async () => {
    const script = {
      'route#1': says('Any.'),
      'route#1/repair#1': says('Any!'),
      'route#1/repair#2': says('Any?'),
      'attempt#1/direct/answer#1': says('A map.'),
      'judge#1': sure(1),
    }
    expect((await run(script, riddle)).end.details).toMatchObject({
      path: [{ loop: 'direct', why: expect.stringContaining('nothing that can be read') }],
    })
  })
})

describe('what auto does not take for good', () => {
  const unreadable = (n: number) => ({
    [`judge#${n}`]: says('Great!'),
    [`judge#${n}/repair#1`]: says('{"confidence":"very"}'),
    [`judge#${n}/repair#2`]: says('{"confidence":110,"reason":""}'),
  })

  it.each([0.6, 0])('is an answer whose judgement cannot be read, with a bar of %d', async (minConfidence) => {
    const script = { ...climb(0, 0.9, 0), ...unreadable(1) }
    const { end } = await run(script, { config: { ...cheap, minConfidence } })
    expect(end).toMatchObject({ answer: 'Two.', details: { path: [{ confidence: 0 }, { loop: 'cot' }] } })
  })

  it('is a loop without an answer: no judge is asked', async () => {
    const { end, paths } = await run({ ...climb(0, 0, 0), 'attempt#1/direct/answer#1': says(''), 'judge#1': sure(1) })
    expect(end).toMatchObject({
      outcome: 'answered',
      answer: 'Two.',
      details: { path: [{ outcome: 'stuck:unreadable', confidence: 0 }, { loop: 'cot' }] },
    })
    expect(paths).not.toContain('judge#2')
  })

  it('is nothing at all: it is stuck', async () => {
    const script = { 'attempt#1/direct/answer#1': says(''), 'attempt#2/cot/think#1': says('') }
    const config = { candidates: [{ loop: 'direct' }, { loop: 'cot' }] }
    expect((await run(script, { config })).end).toMatchObject({
      outcome: 'stuck:unreadable',
      answer: null,
      details: { stop: 'exhausted', path: [{ loop: 'direct' }, { loop: 'cot' }] },
    })
  })
})

describe('a loop that auto tries and that fails', () => {
  const broken = (error: Error) =>
    defineLoop({
      name: 'broken',
      run: async () => {
        throw error
      },
    })
  const second = loopOf('second', async () => 'Better.')
  const config = { route: 'rules', candidates: [{ loop: 'broken' }, { loop: 'second' }] }
  const traits = { signals: ['own goal'] }

  it('by a fault of its own is followed by the next', async () => {
    const loops = [broken(new GyreError('output-invalid', 'Nothing readable came.')), second]
    const { end } = await run({ 'judge#1': sure(1) }, { loops, config })
    expect(end).toMatchObject({
      answer: 'Better.',
      details: { path: [{ loop: 'broken', outcome: 'failed:output-invalid', confidence: 0 }, { loop: 'second' }] },
    })
  })

  it('fails auto when no other comes to anything', async () => {
    const loops = [broken(new GyreError('output-invalid', 'Nothing readable came.')), loopOf('second', async () => '')]
    expect((await run({}, { loops, config })).end).toMatchObject({
      outcome: 'failed:output-invalid',
      error: { message: 'Nothing readable came.' },
    })
  })

  it('because the provider does ends auto, with the best answer so far', async () => {
    const script = { ...climb(0.4, 0, 0), 'attempt#2/cot/think#1': fails(new Error('out of order')) }
    expect((await run(script)).end).toMatchObject({ outcome: 'failed:model-failed', answer: 'One.' })
  })

  it('is no judge: what nobody judged is not taken for good, and the next loop is tried', async () => {
    const { end } = await run({ ...climb(0, 0.9, 0), 'judge#1': fails(new Error('out of order')) })
    const first = { loop: 'direct', outcome: 'answered', confidence: 0 }
    expect(end).toMatchObject({ outcome: 'answered', answer: 'Two.', details: { path: [first, { loop: 'cot' }] } })
  })

  it('is no judge: the answer there is stands when none ever comes', async () => {
    const down = fails(new Error('out of order'))
    const script = { ...climb(0, 0, 0), 'judge#1': down, 'judge#2': down, 'judge#3': down }
    const { end, runtime, session } = await run(script)
    expect(end).toMatchObject({ outcome: 'limit:turns', answer: 'One.', gap: 'The judge did not answer.' })
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
  })

  it('does not go on where a person said no', async () => {
    const blocked = loopOf('broken', async () => ({ answer: null, outcome: 'blocked' }))
    expect((await run({}, { loops: [blocked, second], config })).end).toMatchObject({
      outcome: 'blocked',
      answer: null,
      details: { stop: 'blocked', path: [{ loop: 'broken', outcome: 'blocked' }] },
    })
  })

  it('because it cannot begin is followed by the next', async () => {
    const needing = defineLoop({
      name: 'broken',
      traits,
      config: z.strictObject({ depth: z.int() }),
      run: async () => 'Deep.',
    })
    const { end } = await run({ 'judge#1': sure(1) }, { goal: 'An own goal', loops: [needing, second], config: {} })
    expect(end).toMatchObject({
      answer: 'Better.',
      details: { path: [{ loop: 'broken', outcome: 'failed:config-invalid' }, { loop: 'second' }] },
    })
  })

  it('because a loop inside of it is switched off is followed by the next', async () => {
    const inside = loopOf('inside', async () => 'Inner.')
    const holding = defineLoop({
      name: 'broken',
      traits,
      config: z.strictObject({ inner: innerLoop({ loop: 'inside', config: {} }) }),
      run: async (ctx, task, { inner }) => (await ctx.runLoop(inner.loop, task)).answer,
    })
    const { runtime } = world({ loops: [holding, second, inside] })
    await runtime.settings.set('loops_off', ['inside'])
    const session = await runtime.start(auto, 'An own goal', { model: modelOf(() => sure(1)) })
    expect(await session.outcome).toMatchObject({
      answer: 'Better.',
      details: { path: [{ loop: 'broken', outcome: 'failed:loop-off' }, { loop: 'second' }] },
    })
  })

  it('is passed over when it is switched off', async () => {
    const { runtime } = world({ loops: [loopOf('second', async () => 'Better.', { traits })] })
    await runtime.settings.set('loops_off', ['second'])
    const model = modelOf((_, { path }) => (path === 'judge#1' ? sure(1) : says('Hi.')))
    const session = await runtime.start(auto, 'An own goal', { model, config: { route: 'rules' } })
    expect(await session.outcome).toMatchObject({ answer: 'Hi.', details: { loop: 'direct' } })
  })
})

describe('auto within limits', () => {
  it('wraps up with the best answer so far', async () => {
    const script = { ...climb(0.5, 0, 0), 'wrap-up#1': says('In short: one.') }
    const { end, model } = await run(script, { budget: { modelCalls: 3 } })
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: 'In short: one.' })
    expect(textsOf(model.requests.at(-1)).at(-1)).toContain('The best answer so far:\nOne.')
  })

  it('fences the answer so far where there are tools, whose words it may hold', async () => {
    const script = { ...climb(0.5, 0, 0), 'wrap-up#1': says('In short: one.') }
    const { model } = await run(script, { budget: { modelCalls: 3 }, tools: [search] })
    const fenced = 'The best answer so far:\n<untrusted from="an earlier answer">\nOne.\n</untrusted>'
    expect(textsOf(model.requests.at(-1)).at(-1)).toContain(fenced)
  })

  it('gives a typed answer in the form asked for, converted once', async () => {
    const { runtime } = world()
    const replies: Script = {
      'attempt#1/direct/answer#1': says('Seven.'),
      'attempt#1/direct/output#1': says('{"count":7}'),
      'judge#1': sure(1),
    }
    const model = modelOf((_, { path }) => replies[path] ?? fails(new Error(path)))
    const task = { goal: 'Hello!', output: z.object({ count: z.number() }) }
    const session = await runtime.start(auto, task, { model })
    expect(await session.outcome).toMatchObject({ outcome: 'answered', answer: { count: 7 } })
    expect(readMaterial(textsOf(model.requests[2]).at(-1) ?? '')).toMatchObject({ answer: '{"count":7}' })
  })

  it.each(['native', 'text'] as const)('lets the loop it chose use tools, in %s form', async (protocol) => {
    const isText = protocol === 'text'
    const look = isText ? says('Action: search\nAction Input: {"query":"x"}') : calls('search', { query: 'x' })
    const script = {
      'attempt#1/react/think#1': look,
      'attempt#1/react/think#2': says(isText ? 'FINAL_ANSWER: There.' : 'There.'),
      'judge#1': sure(0.8),
    }
    const config = { candidates: [{ loop: 'react', config: { protocol } }] }
    const { end, paths } = await run(script, { goal: 'Search x.', config, tools: [search] })
    expect(end).toMatchObject({ outcome: 'answered', answer: 'There.' })
    expect(paths).toContain('attempt#1/react/act#1[0]')
  })
})
