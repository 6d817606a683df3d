import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { behind, equipment, gate, loopOf, search, world } from '../../../../test/support/kernel.ts'
import { GyreError } from '../errors.ts'
import type { Action, StartOptions, TaskInput } from '../index.ts'
import type { Json } from '../json.ts'
import { react } from '../loops/react.ts'
import { calls, modelOf, says, scriptedModel } from '../testing/scripted-model.ts'
import { defineTool } from '../tools/tool.ts'

const model = modelOf(() => says('never'))

/** What is thrown, which must be an error that says what to do. */
async function errorOf(doing: Promise<unknown>): Promise<GyreError> {
  const error = await doing.then(
    () => new Error('It went well.'),
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(GyreError)
  expect((error as GyreError).fix.length).toBeGreaterThan(20)
  return error as GyreError
}

type Bad = { readonly loop?: string; readonly task?: TaskInput; readonly options?: StartOptions }

const wrong: readonly [string, Bad, string, RegExp][] = [
  ['a loop nobody knows', { loop: 'raect' }, 'loop-unknown', /`raect`: did you mean `react`\?/],
  [
    'an unknown field of the config',
    { options: { config: { maxTurns: 3 } } },
    'config-invalid',
    /^Config of `react`: maxTurns: unknown key; there are `/,
  ],
  [
    'a bad value in the config',
    { options: { config: { maxIterations: 'many' } } },
    'config-invalid',
    /maxIterations: expected a whole number.*, got "many"$/,
  ],
  ['a config that is no object', { options: { config: 'fast' } }, 'config-invalid', /react/],
  ['an empty goal', { task: '' }, 'task-invalid', /goal is empty/],
  ['a goal of spaces', { task: { goal: ' \n ' } }, 'task-invalid', /goal is empty/],
  ['no goal', { task: {} as never }, 'task-invalid', /^`goal` of the task: a text was expected, got nothing\.$/],
  [
    'messages of another shape',
    { task: { goal: 'x', messages: [{ role: 'user', content: 'Hi.' }] as never } },
    'task-invalid',
    /messages/,
  ],
  ['files of another shape', { task: { goal: 'x', files: [{ path: 'a.txt' }] as never } }, 'task-invalid', /files/],
  [
    'a schema JSON cannot hold',
    { task: { goal: 'x', output: z.object({ at: z.date() }) as never } },
    'task-invalid',
    /output/,
  ],
  [
    'fields in the place of a schema',
    { task: { goal: 'x', output: { city: 'string' } } },
    'task-invalid',
    /^The schema `output` cannot be used: it is neither a zod schema nor a JSON Schema, and has only `city`; give `z\.object\(\{ … \}\)`\.$/,
  ],
  [
    'a text in the place of a schema',
    { task: { goal: 'x', output: 'text' as never } },
    'task-invalid',
    /^The schema `output` cannot be used: a zod schema or a JSON Schema was expected, got "text"\.$/,
  ],
  [
    'a list in the place of a schema',
    { task: { goal: 'x', output: [] as never } },
    'task-invalid',
    /was expected, got/,
  ],
  ['a schema that is none', { task: { goal: 'x', output: { type: 'nonsense' } } }, 'task-invalid', /output/],
  ['a limit below zero', { options: { budget: { modelCalls: -1 } } }, 'budget-invalid', /modelCalls/],
  ['a limit that is no whole number', { options: { budget: { turns: 1.5 } } }, 'budget-invalid', /turns/],
  [
    'a limit nobody knows',
    { options: { budget: { modelCals: 3 } as never } },
    'budget-invalid',
    /^Budget: modelCals: unknown key; did you mean `modelCalls`\?/,
  ],
  [
    'an unknown end of the budget',
    { options: { budget: { onExhausted: 'panic' } as never } },
    'budget-invalid',
    /onExhausted/,
  ],
  [
    'no task',
    { task: null as never },
    'task-invalid',
    /no goal: a text, or an object with `goal` was expected, got null\.$/,
  ],
  ['the name of a model nobody knows', { options: { model: 'gpt-4' } }, 'model-missing', /gpt-4.*not given/],
  ['a number in the place of a model', { options: { model: 4 as never } }, 'model-missing', /author.*no model/],
  ['tools that are no list', { options: { tools: {} as never } }, 'tool-invalid', /list.*; got object\.$/],
  ['a tool that is none', { options: { tools: [{}] as never } }, 'tool-invalid', /defineTool.*; got object at 0\.$/],
  ['a loop that is none', { loop: {} as never }, 'loop-unknown', /defineLoop.*; got object\.$/],
  ['two tools of one name', { options: { tools: [search, search] } }, 'tool-invalid', /search/],
  ['a limit in USD without a price', { options: { budget: { costUsd: 1 } } }, 'price-unknown', /test\/rule/],
]

describe('a session', () => {
  it.each(wrong)(
    'with %s is refused, and nothing is stored',
    async (_, { loop, task = 'Go.', options = {} }, code, says) => {
      const { runtime } = world({ loops: [react as never] })
      const error = await errorOf(runtime.start(loop ?? 'react', task, { model, ...options }))
      expect([error.code, error.message]).toEqual([code, expect.stringMatching(says)])
      expect(await runtime.list()).toEqual([])
      expect(model.requests).toHaveLength(0)
    },
  )

  it('without a model is refused', async () => {
    const { runtime } = world()
    expect(await errorOf(runtime.start(react, 'Go.'))).toMatchObject({
      code: 'model-missing',
      message: 'There is no model: give `model`.',
    })
    await expect(runtime.start(react, 'Go.', { models: { judge: model } })).rejects.toMatchObject({
      code: 'model-missing',
      message: 'No model for the role `author`: give `model`, or one for it in `models`.',
    })
    expect(await runtime.list()).toEqual([])
  })

  it('names the fields of a bad config for machines', async () => {
    const { runtime } = world()
    const error = await errorOf(runtime.start(react, 'Go.', { model, config: { maxIterations: 0, protocol: 'x' } }))
    expect(error.details['issues']).toMatchObject([{ path: ['maxIterations'] }, { path: ['protocol'] }])
  })
})

describe('a session that nobody knows', () => {
  it.each([
    ['resume', (runtime: ReturnType<typeof world>['runtime']) => runtime.resume('ses_none')],
    ['checkResume', (runtime: ReturnType<typeof world>['runtime']) => runtime.checkResume('ses_none')],
    ['session', (runtime: ReturnType<typeof world>['runtime']) => runtime.session('ses_none')],
    ['read', (runtime: ReturnType<typeof world>['runtime']) => runtime.read('ses_none')],
    ['fork', (runtime: ReturnType<typeof world>['runtime']) => runtime.fork('ses_none', { at: 1 })],
    ['replay', (runtime: ReturnType<typeof world>['runtime']) => runtime.replay('ses_none')],
    ['send', (runtime: ReturnType<typeof world>['runtime']) => runtime.send('ses_none', 'pause', {}, {})],
  ])('is refused by %s', async (_, use) => {
    const error = await errorOf(use(world().runtime))
    expect([error.code, error.message]).toEqual(['session-unknown', expect.stringContaining('ses_none')])
  })
})

/** A session whose process died in its first model call. */
async function interrupted() {
  const here = world()
  const held = gate()
  const hung = scriptedModel(behind(held, calls('search', { query: 'x' })))
  const session = await here.runtime.start(react, 'Look.', { model: hung, tools: [search] })
  await held.isReached
  return { ...here, session }
}

describe('an interrupted session', () => {
  const done = scriptedModel(calls('search', { query: 'x' }), says('Done.'))

  it.each([
    ['loop', { models: () => done, tools: [search] }, 'loop-unknown', /`react`/],
    ['tool', { loops: [react as never], models: () => done }, 'tool-unknown', /`search`.*Known tools: none/],
    ['model', { loops: [react as never], tools: [search] }, 'model-missing', /`test\/scripted`/],
  ])('is not taken over by a process without its %s', async (_, options, code, message) => {
    const { store, session, afterCrash } = await interrupted()
    const lacking = afterCrash(options)
    const error = await errorOf(lacking.resume(session.id))
    expect([error.code, error.message]).toEqual([code, expect.stringMatching(message)])
    expect(await errorOf(lacking.checkResume(session.id))).toMatchObject({ code, message: error.message })
    const other = afterCrash(equipment(react as never, scriptedModel(says('Done.')), search))
    await other.checkResume(session.id)
    expect(await (await other.resume(session.id)).outcome).toMatchObject({ answer: 'Done.' })
    expect((await store.sessions.get(session.id))?.token).toBe(2)
  })

  it('that another process runs is not resumed here', async () => {
    const { runtime, another } = world()
    const held = gate()
    const session = await runtime.start(react, 'Look.', { model: scriptedModel(behind(held, says('x'))) })
    await held.isReached
    const here = another(equipment(react as never, done))
    expect((await errorOf(here.resume(session.id))).code).toBe('session-busy')
    // What it lacks is no matter of a process that does not run it.
    await another({}).checkResume(session.id)
    held.open()
    await session.outcome
  })

  it('that has ended is not resumed', async () => {
    const { runtime } = world()
    const session = await runtime.start(react, 'Look.', { model: scriptedModel(says('x')) })
    await session.outcome
    expect((await errorOf(runtime.resume(session.id))).code).toBe('session-ended')
  })
})

describe('an intervention', () => {
  const bad: readonly [string, string, Json, RegExp][] = [
    ['of an unknown action', 'stop', {}, /`stop` is not an action\. Actions: pause, resume/],
    ['named like a part of every object', 'constructor', {}, /is not an action/],
    ['to steer without a text', 'steer', {}, /text/],
    ['to steer with an empty text', 'steer', { text: '' }, /text/],
    ['with a field too many', 'pause', { why: 'tea' }, /why/],
    ['to add nothing', 'context', {}, /context/],
    ['to override with nothing', 'override', {}, /override/],
    ['to override with a tool and a result', 'override', { tool: 'search', result: 1 }, /override/],
    ['with plan steps that have no goal', 'plan', { steps: [{ id: '1' }] }, /goal/],
    ['to answer without a text', 'answer', {}, /text/],
  ]

  it.each(bad)('%s is refused, and nothing is stored', async (_, action, body, message) => {
    const { runtime, store } = world()
    const held = gate()
    const session = await runtime.start(react, 'Look.', { model: scriptedModel(behind(held, says('x'))) })
    await held.isReached
    const error = await errorOf(runtime.send(session.id, action as Action, body, {}))
    expect([error.code, error.message]).toEqual(['intervention-invalid', expect.stringMatching(message)])
    expect(await store.interventions.list(session.id)).toEqual([])
    held.open()
    await session.outcome
  })

  it('that is not there can be neither edited nor withdrawn', async () => {
    const { runtime } = world()
    const session = await runtime.start(react, 'Look.', { model: scriptedModel(says('x')) })
    await session.outcome
    expect((await errorOf(session.edit('itv_none', { text: 'x' }))).code).toBe('intervention-unknown')
    expect((await errorOf(session.withdraw('itv_none'))).code).toBe('intervention-unknown')
  })
})

describe('a tool', () => {
  it.each(['', 'web search', 'a/b', '.hidden', 'a..b', 'ä'])('named `%s` is refused', (name) => {
    const define = () => defineTool({ name, description: 'x', input: z.object({}), run: () => '' })
    expect(define).toThrow(expect.objectContaining({ code: 'tool-invalid' }))
  })
})

describe('a loop that misuses its context', () => {
  it('is told so as a failure with a fix, not as a crash', async () => {
    const { runtime } = world()
    const misusing = loopOf('misusing', async (ctx) => (await ctx.embed(['x'])).vectors.length)
    const end = await (await runtime.start(misusing, 'Go.', { model })).outcome
    expect(end.error).toEqual({ code: 'embedder-missing', message: '`ctx.embed` needs an embedder.' })
  })
})
