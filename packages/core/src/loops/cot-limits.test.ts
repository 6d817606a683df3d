import { describe, expect, it } from 'vitest'
import { gate, loopOf, stepPaths, textsOf, told, turns, world } from '../../../../test/support/kernel.ts'
import type { SessionEnd, StartOptions } from '../index.ts'
import { user } from '../messages.ts'
import { fails, modelOf, type ScriptedModel, says } from '../testing/scripted-model.ts'
import { cot } from './cot.ts'

/** The index of the sample that asks; -1 for the last answer. */
const sampleAt = (path: string) => Number(/sample#1\[(\d+)\]/.exec(path)?.[1] ?? -1)

/** Every fifth sample is wrong: 100, not 102. */
const vote = (path: string) => `FINAL ANSWER: ${sampleAt(path) % 5 === 2 ? '100' : '102'}`

const price = { input: 1, output: 1 }

/** A model that always speaks the protocol: also in its last answer. */
const marking = () => modelOf(() => says('Six seventeens.\nFINAL ANSWER: 102'), { price })

async function run(model: ScriptedModel, samples: number, options: Omit<StartOptions, 'model'> = {}) {
  const { runtime } = world()
  const session = await runtime.start(cot, 'What is 17 * 6?', { ...options, model, config: { samples } })
  const end = await session.outcome
  expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [], unused: [] })
  return { end, model, paths: await stepPaths(runtime, session.id) }
}

type Budget = NonNullable<StartOptions['budget']>

describe.each([1, 5])('cot with %i samples', (samples) => {
  it.each<[Budget, SessionEnd['outcome']]>([
    [{ modelCalls: 1 }, 'limit:calls'],
    [{ inputTokens: 20 }, 'limit:tokens'],
    [{ outputTokens: 20 }, 'limit:tokens'],
    [{ tokens: 20 }, 'limit:tokens'],
    [{ costUsd: 0.000_02 }, 'limit:cost'],
    [{ activeMs: 0 }, 'limit:time'],
  ])('that may not think at all (%o) answers without its marker', async (budget, outcome) => {
    const { end, paths } = await run(marking(), samples, { budget })
    expect(end).toMatchObject({ outcome, answer: '102', usage: { modelCalls: 1 } })
    expect(paths.at(-1)).toBe('wrap-up#1')
  })

  it.each<[Budget]>([
    [{ turns: 0 }],
    [{ rounds: 0 }],
    [{ planSteps: 0 }],
    [{ toolCalls: 0 }],
    [{ perTool: { search: 0 } }],
  ])('is not touched by a limit of what it does not use (%o)', async (budget) => {
    const { end } = await run(marking(), samples, { budget })
    expect(end).toMatchObject({ outcome: 'answered', answer: '102', usage: { modelCalls: samples } })
  })

  it('takes a last answer without a marker as it is', async () => {
    const { end } = await run(
      modelOf(() => says('It is 102.')),
      samples,
      { budget: { modelCalls: 1 } },
    )
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: 'It is 102.' })
  })

  it('is asked for its last answer with the conversation', async () => {
    const { runtime } = world()
    const model = marking()
    const task = { goal: 'And times 7?', messages: [user('What is 17 * 6?')] }
    await (await runtime.start(cot, task, { model, config: { samples }, budget: { modelCalls: 1 } })).outcome
    expect(textsOf(model.requests[0]).slice(-3)).toEqual([
      'What is 17 * 6?',
      'And times 7?',
      expect.stringMatching(/^Answer now/),
    ])
  })
})

describe('cot that is cut short between its samples', () => {
  const usage = { inputTokens: 40, outputTokens: 250 }

  it.each<[Budget, SessionEnd['outcome']]>([
    [{ modelCalls: 4 }, 'limit:calls'],
    [{ inputTokens: 150 }, 'limit:tokens'],
    [{ outputTokens: 1_000 }, 'limit:tokens'],
    [{ tokens: 1_200 }, 'limit:tokens'],
    [{ costUsd: 0.0012 }, 'limit:cost'],
  ])('by its budget (%o) is asked for its last answer with the vote so far', async (budget, outcome) => {
    const { end, model } = await run(
      modelOf((_, { path }) => says(vote(path), usage), { price }),
      5,
      { budget },
    )
    expect(end).toMatchObject({ outcome, answer: '102', usage: { modelCalls: 4 } })
    expect(textsOf(model.requests.at(-1)).at(-1)).toMatch(/The best answer so far:\n102$/)
  })

  it('by the time it may take is asked for its last answer with the vote so far', async () => {
    const { runtime, clock } = world()
    const model = modelOf(async (_, { path }) => {
      if (path.endsWith('think#1')) await clock.sleep(1_000)
      return says(vote(path))
    })
    const options = { model, config: { samples: 9 }, budget: { activeMs: 1_000 } }
    const session = await runtime.start(cot, 'What is 17 * 6?', options)
    const end = await clock.runUntil(session.outcome)
    expect(end).toMatchObject({ outcome: 'limit:time', answer: '102', usage: { modelCalls: 9 } })
    expect(textsOf(model.requests.at(-1)).at(-1)).toMatch(/The best answer so far:\n102$/)
  })

  it('has the vote so far when the last call fails', async () => {
    const model = modelOf((_, { path }) => (path === 'wrap-up#1' ? fails(new Error('down')) : says(vote(path))))
    const { end } = await run(model, 5, { budget: { modelCalls: 4 } })
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: '102' })
  })

  it('is told of the first of equally frequent answers, whoever was ready first', async () => {
    const model = modelOf(async (_, { path }) => {
      for (let turn = sampleAt(path); turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
      return says(`FINAL ANSWER: ${sampleAt(path)}`)
    })
    await run(model, 5, { budget: { modelCalls: 4 } })
    expect(textsOf(model.requests.at(-1)).at(-1)).toMatch(/The best answer so far:\n0$/)
  })

  it('fails when its budget says so, though some samples came', async () => {
    const { end } = await run(marking(), 5, { budget: { modelCalls: 4, onExhausted: 'fail' } })
    expect(end).toMatchObject({ outcome: 'failed:budget-exhausted', usage: { modelCalls: 4 } })
  })

  it('as a child answers its parent without its marker', async () => {
    const { runtime } = world()
    const parent = loopOf('parent', async (ctx, task) => {
      const child = await ctx.runLoop(cot, task, { config: { samples: 5 }, budget: { modelCalls: 3 } })
      return [child.outcome, child.answer]
    })
    const session = await runtime.start(parent, 'What is 17 * 6?', { model: marking() })
    expect(await session.outcome).toMatchObject({ outcome: 'answered', answer: ['limit:calls', '102'] })
  })
})

/** A session of this many samples, all of which wait until they are opened. */
async function held(samples: number) {
  const { runtime } = world()
  const all = gate()
  const model = modelOf(async (_, { path }) => {
    if (sampleAt(path) >= 0) await all.pass()
    return says(vote(path))
  })
  const session = await runtime.start(cot, 'What is 17 * 6?', { model, config: { samples } })
  await all.isReached
  return { runtime, session, model, open: all.open }
}

describe('finish', () => {
  it('in the middle of the samples asks for the last answer with the vote so far', async () => {
    const { runtime, session, model, open } = await held(10)
    await told(session.finish())
    open()
    expect(await session.outcome).toMatchObject({ outcome: 'answered', answer: '102', usage: { modelCalls: 9 } })
    expect(textsOf(model.requests.at(-1)).at(-1)).toMatch(/The best answer so far:\n102$/)
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
  })

  it('when all samples are under way lets them vote', async () => {
    const { runtime, session, open } = await held(5)
    await told(session.finish())
    open()
    const votes = [
      { answer: '102', votes: 4 },
      { answer: '100', votes: 1 },
    ]
    expect(await session.outcome).toMatchObject({ outcome: 'answered', answer: '102', details: { votes } })
    expect(await stepPaths(runtime, session.id)).not.toContain('wrap-up#1')
  })
})

describe('abort', () => {
  it('in the middle of the samples keeps the vote so far', async () => {
    const { runtime } = world()
    const rest = gate()
    const model = modelOf(async (_, { path }) => {
      if (sampleAt(path) > 2) await rest.pass()
      return says(vote(path))
    })
    const session = await runtime.start(cot, 'What is 17 * 6?', { model, config: { samples: 5 } })
    await rest.isReached
    await turns()
    await session.abort()
    expect(await session.outcome).toMatchObject({ outcome: 'aborted', answer: '102' })
  })
})

describe('cot with a model that fails', () => {
  const failing = (...failed: readonly number[]) =>
    modelOf((_, { path }) => {
      const sample = sampleAt(path)
      return failed.includes(sample) ? fails(new Error(`Sample ${sample} failed.`)) : says('FINAL ANSWER: 102')
    })

  it('in one of five samples counts the other four', async () => {
    const { end } = await run(failing(1), 5)
    expect(end).toMatchObject({ outcome: 'answered', answer: '102', details: { votes: [{ answer: '102', votes: 4 }] } })
  })

  it('in all samples fails as the first did', async () => {
    const { end } = await run(failing(0, 1, 2, 3, 4), 5)
    expect(end).toMatchObject({ outcome: 'failed:model-failed', error: { message: 'Sample 0 failed.' } })
  })

  it('in its only sample fails', async () => {
    const { end } = await run(failing(-1), 1)
    expect(end).toMatchObject({ outcome: 'failed:model-failed', answer: null })
  })

  it('in some samples and says nothing in the others is stuck', async () => {
    const model = modelOf((_, { path }) => (sampleAt(path) < 2 ? fails(new Error('down')) : says('')))
    expect((await run(model, 5)).end).toMatchObject({ outcome: 'stuck:unreadable', answer: null })
  })

  it('in one sample and then runs out of calls still answers', async () => {
    const { end } = await run(failing(0), 5, { budget: { modelCalls: 4 } })
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: '102' })
  })
})
