import { describe, expect, it } from 'vitest'
import { gate, textsOf, told, world } from '../../../../../test/support/kernel.ts'
import { drawnIn, runTree, treeModel } from '../../../../../test/support/tree-model.ts'
import { readMaterial } from '../../parsing/material.ts'
import { fails, says } from '../../testing/scripted-model.ts'
import { treeOfThoughts } from './loop.ts'

const down = new Error('down')
const quiz = '1. Capital of France?\nAnswer: Paris\n2. Capital of Spain?\nAnswer: Madrid'

describe('a thought that cannot be read', () => {
  it('is asked for once more, with the fault', async () => {
    const model = treeModel({
      think: ({ path }) =>
        path.includes('repair') ? 'ANSWER: 24' : path.startsWith('branch#1[1]') ? 'ANSWER:' : 'THOUGHT: x',
      score: (candidate) => (candidate === '24' ? 9 : 5),
    })
    const { end, paths } = await runTree(model)
    expect(end).toMatchObject({ outcome: 'answered', answer: '24', usage: { modelCalls: 3 + 1 + 2 } })
    expect(paths).toContain('branch#1[1]/think#1/repair#1')
    const repair = model.requests.find((request) => textsOf(request)[0]?.startsWith('Your last reply'))
    expect(textsOf(repair)[0]).toContain('there is nothing after `THOUGHT:` or `ANSWER:`')
  })

  it('is no thought when the repair is no better: its branch is dead', async () => {
    const model = treeModel({ think: ({ place }) => (place === 1 ? 'THOUGHT:' : `THOUGHT: ${'abc'[place]}`) })
    const { end } = await runTree(model, { maxDepth: 1 })
    expect(drawnIn(end.details)).toEqual(['1 a 5 kept', '1 c 5 kept', '2 forced 5 kept'])
  })

  it.each(['beam', 'dfs', 'mcts'])('in all branches ends as stuck (%s)', async (search) => {
    const { end } = await runTree(treeModel({ think: () => 'THOUGHT:' }), { search })
    expect(end).toMatchObject({
      outcome: 'stuck:unreadable',
      answer: null,
      details: { stop: 'unreadable', search, tree: [] },
      usage: { modelCalls: 6 },
    })
  })

  it('in all branches of a later level has the best line answer, unless the beam keeps an answer', async () => {
    const dead = (first: string) =>
      treeModel({
        think: ({ path, place }) => (path.startsWith('branch#2') ? '' : place === 0 ? first : `THOUGHT: ${place}`),
        score: (candidate) => (candidate === 'x' ? 6 : 8),
      })
    expect((await runTree(dead('THOUGHT: y'))).end).toMatchObject({
      outcome: 'limit:turns',
      answer: 'forced',
      details: { stop: 'exhausted' },
    })
    const kept = await runTree(dead('ANSWER: x'), { nBranches: 2 })
    expect(kept.end).toMatchObject({ outcome: 'answered', answer: 'x' })
  })
})

describe('a score that cannot be read', () => {
  it('is asked for once more, then it is 0', async () => {
    const model = treeModel({
      think: ({ place }) => `THOUGHT: ${'abc'[place]}`,
      score: (_, { path }) =>
        path.startsWith('value#1[0]') ? 'Good.' : path.includes('repair') ? 'SCORE: 1' : 'SCORE: eleven',
    })
    const { end } = await runTree(model, { maxDepth: 1, beamWidth: 1 })
    expect(drawnIn(end.details).slice(0, 2)).toEqual(['1 a 0 pruned', '1 b 1 kept'])
  })

  it('counts as 0 in the mean of several votes', async () => {
    const model = treeModel({
      think: () => 'ANSWER: x',
      score: (_, { path }) => (path.includes('score#1') ? 'Good.' : 8),
    })
    expect((await runTree(model, { votes: 2 })).end).toMatchObject({ answer: 'x', details: { score: 4 } })
  })

  it('lets no answer win: one that is worth nothing is returned as the best there is, at last', async () => {
    const { end } = await runTree(treeModel({ think: () => 'ANSWER: x', score: () => 'Good.' }))
    expect(end).toMatchObject({ outcome: 'limit:turns', answer: 'x', details: { stop: 'exhausted', score: 0 } })
  })

  it('leaves other lines to the search', async () => {
    const model = treeModel({
      think: ({ line, place }) =>
        place === 0 && line.length === 0 ? 'ANSWER: bad' : line.length > 0 ? 'ANSWER: good' : `THOUGHT: ${place}`,
      score: (candidate) => ({ bad: 0, good: 7 })[candidate] ?? 0,
    })
    expect((await runTree(model)).end).toMatchObject({ outcome: 'answered', answer: 'good' })
  })
})

describe('an answer of the best line', () => {
  const thinking = (answer: string, first = 'THOUGHT: 0') =>
    treeModel({
      think: ({ place }) => (place === 0 ? first : `THOUGHT: ${place}`),
      score: (candidate) => (candidate === 'kept' ? 2 : 5),
      answer: () => answer,
    })

  it.each([
    ['ANSWER: 24', '24'],
    ['THOUGHT: 24', '24'],
    ['So it is 24.', 'So it is 24.'],
    ['<think>ANSWER: 1</think>24', '24'],
    [quiz, quiz],
    [`ANSWER: A quiz.\n${quiz}`, `A quiz.\n${quiz}`],
  ])('is shown without markers: %j', async (reply, answer) => {
    expect((await runTree(thinking(reply), { maxDepth: 1 })).end).toMatchObject({ outcome: 'limit:turns', answer })
  })

  it.each(['hmm\nAction: search\nAction Input: {"query": "x"}', 'THOUGHT: hmm'])(
    'that is none is asked for once more: %j',
    async (reply) => {
      const mended = treeModel({
        think: ({ place }) => `THOUGHT: ${place}`,
        answer: ({ path }) => (path.includes('repair') ? 'FINAL_ANSWER: 24' : reply),
      })
      const { end, paths } = await runTree(mended, { maxDepth: 1 })
      expect(end).toMatchObject({ outcome: 'limit:turns', answer: '24' })
      expect(paths).toContain('answer#1/repair#1')
      expect((await runTree(thinking(reply), { maxDepth: 1 })).end.answer).toBe('hmm')
    },
  )

  it.each(['', 'ANSWER:', '<think>hm</think>'])('that says nothing is none: %j', async (reply) => {
    const { end } = await runTree(thinking(reply), { maxDepth: 1 })
    expect(end).toMatchObject({ outcome: 'stuck:unreadable', answer: null, details: { stop: 'unreadable' } })
    expect((await runTree(thinking(reply, 'ANSWER: kept'), { maxDepth: 1 })).end).toMatchObject({
      outcome: 'limit:turns',
      answer: 'kept',
      details: { stop: 'depth', score: 2 },
    })
  })
})

describe('a model that fails', () => {
  it('in one branch leaves the others', async () => {
    const model = treeModel({ think: ({ place }) => (place === 0 ? fails(down) : `ANSWER: ${place}`) })
    expect((await runTree(model)).end).toMatchObject({ outcome: 'answered', answer: '1' })
  })

  it('in all branches fails the loop as the first did', async () => {
    const model = treeModel({ think: ({ place }) => fails(new Error(`Branch ${place} failed.`)) })
    expect((await runTree(model)).end).toMatchObject({
      outcome: 'failed:model-failed',
      error: { message: 'Branch 0 failed.' },
    })
  })

  it('as the judge of one thought says nothing for it', async () => {
    const model = treeModel({
      think: ({ place }) => `ANSWER: ${place}`,
      score: (candidate) => (candidate === '0' ? fails(down) : 3),
    })
    const { end } = await runTree(model)
    expect(end).toMatchObject({ outcome: 'answered', answer: '1' })
    expect(drawnIn(end.details)[0]).toBe('1 0 0 pruned')
  })

  it('as the judge of all thoughts fails the loop', async () => {
    const model = treeModel({ think: ({ place }) => `THOUGHT: ${place}`, score: () => fails(down) })
    expect((await runTree(model)).end).toMatchObject({ outcome: 'failed:model-failed', answer: null })
  })

  it('as the judge of all answers leaves the first of them', async () => {
    const model = treeModel({ think: ({ place }) => `ANSWER: ${place}`, score: () => fails(down) })
    expect((await runTree(model)).end).toMatchObject({ outcome: 'failed:model-failed', answer: '0' })
  })
})

describe('a spent budget', () => {
  const model = () =>
    treeModel({
      think: ({ line, place }) => (place === 0 ? `ANSWER: ${line.length}` : `THOUGHT: ${line.length} ${place}`),
      score: (candidate) => ({ '0': 6, '1': 4 })[candidate] ?? 8,
      answer: () => 'Wrapped up.',
    })

  it('asks for the last answer with the best scored one', async () => {
    const asking = model()
    const { end, paths } = await runTree(asking, {}, { budget: { modelCalls: 9 } })
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: 'Wrapped up.', usage: { modelCalls: 9 } })
    expect(paths.at(-1)).toBe('wrap-up#1')
    expect(textsOf(asking.requests.at(-1)).at(-1)).toMatch(/The best answer so far:\n0$/)
  })

  it.each(['ANSWER: 24', 'THOUGHT: 24', '24'])('shows no marker of the last answer %j', async (last) => {
    const asking = treeModel({ think: ({ place }) => `THOUGHT: ${place}`, answer: () => last })
    const { end } = await runTree(asking, {}, { budget: { modelCalls: 4 } })
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: '24' })
  })

  it('is answered from the best line so far', async () => {
    const asking = treeModel({
      think: ({ line, place }) => `THOUGHT: ${line.at(-1) ?? ''}${'abc'[place]}`,
      score: (candidate) => ({ b: 8, ba: 9 })[candidate] ?? 5,
      answer: () => 'Wrapped up.',
    })
    for (const [modelCalls, thoughts] of [
      [6, undefined],
      [9, '1. b'],
      [19, '1. b\n2. ba'],
    ] as const) {
      const { end } = await runTree(asking, {}, { budget: { modelCalls } })
      expect(end).toMatchObject({ outcome: 'limit:calls', answer: 'Wrapped up.' })
      const [system, task] = textsOf(asking.requests.at(-1))
      if (thoughts === undefined) expect(system).toBe('Make 24.')
      else expect(readMaterial(task ?? '')).toEqual({ task: 'Make 24.', thoughts })
    }
  })

  it('does not start from thoughts that are worth nothing', async () => {
    const asking = treeModel({ think: ({ path }) => `THOUGHT: ${path}`, score: () => 0 })
    await runTree(asking, {}, { budget: { modelCalls: 9 } })
    expect(textsOf(asking.requests.at(-1))[0]).toBe('Make 24.')
  })

  it('in the middle of judging is answered with an answer that nobody has judged yet', async () => {
    const asking = treeModel({ think: ({ place }) => `ANSWER: ${place}`, answer: () => fails(down) })
    const { end } = await runTree(asking, {}, { budget: { modelCalls: 4 } })
    expect(textsOf(asking.requests.at(-1)).at(-1)).toMatch(/The best answer so far:\n0$/)
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: '0' })
  })

  it('prefers an answer that was judged, however badly, to one that was not', async () => {
    const asking = treeModel({
      think: ({ line, place }) => (place === 0 ? `ANSWER: ${line.length}` : `THOUGHT: ${line.length} ${place}`),
      score: (candidate) => (candidate === '0' ? 0 : 8),
    })
    await runTree(asking, {}, { budget: { modelCalls: 13 } })
    expect(textsOf(asking.requests.at(-1)).at(-1)).toMatch(/The best answer so far:\n0$/)
  })

  it.each(['THOUGHT: we go on', 'we go on\nAction: search'])(
    'has the best answer when the last one is none: %j',
    async (last) => {
      const asking = (first: string) =>
        treeModel({ think: ({ place }) => `${place === 0 ? first : 'THOUGHT'}: ${place}`, answer: () => last })
      const { end } = await runTree(asking('ANSWER'), {}, { budget: { modelCalls: 5 } })
      expect(end).toMatchObject({ outcome: 'limit:calls', answer: '0' })
      const { end: without } = await runTree(asking('THOUGHT'), {}, { budget: { modelCalls: 5 } })
      expect(without).toMatchObject({ outcome: 'limit:calls', answer: 'we go on' })
    },
  )

  it('knows of an answer that was scored in the same level', async () => {
    const asking = model()
    await runTree(asking, { parallel: false }, { budget: { modelCalls: 5 } })
    expect(textsOf(asking.requests.at(-1)).at(-1)).toMatch(/The best answer so far:\n0$/)
  })

  it('that leaves no call but the last one is answered from the task alone', async () => {
    const asking = model()
    const { end } = await runTree(asking, {}, { budget: { modelCalls: 1 } })
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: 'Wrapped up.' })
    expect(textsOf(asking.requests[0])[0]).toBe('Make 24.')
  })

  it('ends with the best scored answer when the last call fails', async () => {
    const asking = treeModel({
      think: ({ line, place }) => (place === 0 ? `ANSWER: ${line.length}` : `THOUGHT: ${line.length} ${place}`),
      score: (candidate) => ({ '0': 6, '1': 4 })[candidate] ?? 8,
      answer: () => {
        throw down
      },
    })
    const { end } = await runTree(asking, {}, { budget: { modelCalls: 13 } })
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: '0' })
  })

  it.each([[{ turns: 0 }], [{ toolCalls: 0 }], [{ rounds: 0 }]])(
    'of what it does not use (%o) does not touch it',
    async (budget) => {
      const { end } = await runTree(model(), { maxDepth: 1 }, { budget })
      expect(end).toMatchObject({ outcome: 'limit:turns', details: { stop: 'depth' } })
    },
  )
})

describe('finish', () => {
  it('in the middle of a level asks for the last answer with the best one so far', async () => {
    const { runtime } = world()
    const held = gate()
    const model = treeModel({
      think: ({ line, place }) => (place === 0 ? `ANSWER: ${line.length}` : `THOUGHT: ${line.length} ${place}`),
      score: (candidate) => (candidate === '0' ? 6 : 8),
      answer: () => 'Finished.',
    })
    const stream: typeof model.stream = async function* (request, call) {
      if (call.path.startsWith('branch#2')) await held.pass()
      yield* model.stream(request, call)
    }
    const session = await runtime.start(treeOfThoughts, 'Make 24.', { model: { ...model, stream } })
    await held.isReached
    await told(session.finish())
    held.open()
    expect(await session.outcome).toMatchObject({ outcome: 'answered', answer: 'Finished.' })
    expect(textsOf(model.requests.at(-1)).at(-1)).toMatch(/The best answer so far:\n0$/)
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
  })
})

describe('a config', () => {
  it('has these defaults', () => {
    expect(treeOfThoughts.config.parse({})).toEqual({
      search: 'beam',
      nBranches: 3,
      beamWidth: 2,
      maxDepth: 4,
      votes: 1,
      temperature: 0.7,
      pruneBelow: 3,
      acceptAt: 7,
      maxExpansions: 20,
      exploration: 1,
      diverse: true,
      merge: true,
      scoreAnswers: true,
      parallel: true,
    })
  })

  it.each([
    [{ nBranches: 0 }, 'nBranches'],
    [{ search: 'bfs' }, 'search'],
    [{ votes: 1.5 }, 'votes'],
    [{ acceptAt: 11 }, 'acceptAt'],
    [{ beam: 2 }, 'beam'],
  ])('of %o is refused before anything is asked', async (config, field) => {
    const { runtime } = world()
    const model = treeModel({ think: () => says('x') })
    await expect(runtime.start(treeOfThoughts, 'Go.', { model, config: config as object })).rejects.toThrow(field)
    expect(model.requests).toEqual([])
  })
})
