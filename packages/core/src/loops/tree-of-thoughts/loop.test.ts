import { describe, expect, it } from 'vitest'
import { factsOfType, textsOf, world } from '../../../../../test/support/kernel.ts'
import { drawnIn, runTree, treeModel } from '../../../../../test/support/tree-model.ts'
import { assistant, user } from '../../messages.ts'
import { evaluateArithmetic } from '../../parsing/arithmetic.ts'
import { modelOf, says } from '../../testing/scripted-model.ts'
import { treeOfThoughts } from './loop.ts'

/** Thoughts are named by their places: `b` and `ba` are the second of the task and the first of that. */
const name = (line: readonly string[], place: number) => `${line.at(-1) ?? ''}${'abc'[place]}`

/** A tree without answers; scores by name, 5 when none is written down. */
const tree = (scores: Readonly<Record<string, number>> = {}) =>
  treeModel({
    think: ({ line, place }) => `THOUGHT: ${name(line, place)}`,
    score: (candidate) => scores[candidate] ?? 5,
  })

/** The same, where some thoughts are answers. */
const answering = (scores: Readonly<Record<string, number>>, ...answers: readonly string[]) =>
  treeModel({
    think: ({ line, place }) => {
      const thought = name(line, place)
      return `${answers.includes(thought) ? 'ANSWER' : 'THOUGHT'}: ${thought}`
    },
    score: (candidate) => scores[candidate] ?? 5,
  })

describe('tree of thoughts', () => {
  it('makes 44 calls with its defaults: 6 and three times 12, the answer and its score', async () => {
    const model = tree()
    const { end, paths } = await runTree(model)
    expect(end).toMatchObject({ outcome: 'limit:turns', answer: 'forced', usage: { modelCalls: 44 } })
    const calls = (label: string) => paths.filter((path) => path.startsWith(label)).length
    expect([1, 2, 3, 4].map((level) => calls(`branch#${level}`) + calls(`value#${level}[`))).toEqual([6, 12, 12, 12])
    expect(paths.slice(-2)).toEqual(['answer#1', 'value#5[0]/score#1'])
  })

  it('makes as few calls as its traits say when all of the first level is one answer', async () => {
    const { end } = await runTree(treeModel({ think: () => 'ANSWER: b' }), { nBranches: 3, votes: 2 })
    const formula = treeOfThoughts.traits.minCalls.replaceAll('nBranches', '3').replaceAll('votes', '2')
    expect(end).toMatchObject({ answer: 'b', usage: { modelCalls: evaluateArithmetic(formula) } })
  })

  it('makes 6 calls with its defaults when the first level differs and its best is an answer', async () => {
    const { end } = await runTree(answering({ b: 9 }, 'b'))
    expect(end).toMatchObject({ answer: 'b', usage: { modelCalls: 6 } })
  })

  it('ends with an answer that is as good as the best thought of its level', async () => {
    const { end } = await runTree(answering({ a: 8, b: 8, c: 8 }, 'c'))
    expect(end).toMatchObject({ outcome: 'answered', answer: 'c', usage: { modelCalls: 6 } })
  })

  it('ends with an answer that is the best of its level', async () => {
    const { end } = await runTree(answering({ a: 6, b: 9, c: 2 }, 'b'))
    expect(end).toMatchObject({
      outcome: 'answered',
      answer: 'b',
      details: { stop: 'answered', search: 'beam', answer: 2, score: 9 },
    })
    expect(drawnIn(end.details)).toEqual(['1 a 6 kept', '1 b 9 kept', '1 c 2 pruned'])
  })

  it('goes on from the best when an answer is not, and keeps it as finished', async () => {
    const model = answering({ a: 6, b: 9, ba: 4, bb: 5, bc: 3 }, 'a')
    const { end } = await runTree(model)
    expect(end).toMatchObject({ outcome: 'answered', answer: 'a', details: { score: 6 } })
    expect(drawnIn(end.details)).toEqual([
      '1 a 6 kept',
      '1 b 9 kept',
      '1 c 5 pruned',
      '2 ba 4 pruned',
      '2 bb 5 kept',
      '2 bc 3 pruned',
    ])
    expect(model.asked.filter(({ line }) => line.includes('a'))).toEqual([])
  })

  it('forgets an answer that is not among the best it keeps', async () => {
    const { end } = await runTree(answering({ a: 6, b: 9, c: 8, ba: 9, bb: 8, ca: 9 }, 'a', 'bb'), { maxDepth: 2 })
    expect(end).toMatchObject({ outcome: 'limit:turns', details: { stop: 'depth' } })
    expect(drawnIn(end.details)[0]).toBe('1 a 6 pruned')
  })

  it('goes on from as many as the beam is wide', async () => {
    const model = tree({ b: 8, c: 7, ca: 9 })
    await runTree(model, { maxDepth: 3 })
    const lines = new Set(model.asked.filter(({ path }) => path.includes('think')).map(({ line }) => line.join(' ')))
    expect([...lines]).toEqual(['', 'b', 'c', 'c ca', 'b ba'])
  })

  it('asks the best line to answer at its greatest depth, and has that scored', async () => {
    const model = tree({ b: 8, ba: 9 })
    const { end } = await runTree(model, { maxDepth: 2 })
    expect(end).toMatchObject({
      outcome: 'limit:turns',
      answer: 'forced',
      gap: 'No line came to an accepted answer within the greatest depth. The best answer scored 5 of 10.',
      details: { stop: 'depth', search: 'beam', score: 5 },
    })
    const [answered, scored] = model.asked.slice(-2)
    expect(answered?.material).toEqual({ task: 'Make 24.', thoughts: '1. b\n2. ba' })
    expect(scored?.material).toEqual({ task: 'Make 24.', thoughts: '1. b\n2. ba', candidate: 'forced' })
    expect(scored?.told).toContain('You judge an answer')
  })

  it('returns a better answer that it has kept, rather than the one it asked for', async () => {
    const model = answering({ a: 8, b: 9, ba: 9, bb: 8, forced: 3 }, 'a')
    const { end } = await runTree(model, { maxDepth: 2 })
    expect(end).toMatchObject({ outcome: 'limit:turns', answer: 'a', details: { score: 8, stop: 'depth' } })
  })

  it('takes the mean of several votes, which are cast at a temperature', async () => {
    const votes = (path: string) => [9, 6, 3][Number(/score#(\d)/.exec(path)?.[1]) - 1] ?? 0
    const model = treeModel({ think: ({ place }) => `ANSWER: ${place}`, score: (_, { path }) => votes(path) })
    const { end } = await runTree(model, { votes: 3 })
    expect(end).toMatchObject({ answer: '0', details: { score: 6 }, usage: { modelCalls: 12 } })
    expect(new Set(model.requests.map(({ temperature }) => temperature))).toEqual(new Set([0.7]))
  })

  it('thinks at a temperature, and judges without chance', async () => {
    const model = answering({ b: 9 }, 'b')
    await runTree(model, { temperature: 0.9 })
    expect(model.requests.map(({ temperature }) => temperature)).toEqual([0.9, 0.9, 0.9, 0, 0, 0])
  })

  it('has thoughts judged by the judge', async () => {
    const { runtime } = world()
    const author = treeModel({ think: () => 'ANSWER: x' })
    const judge = treeModel({ think: () => '', score: () => 8 })
    const session = await runtime.start(treeOfThoughts, 'Go.', {
      models: { author, judge, planner: author, utility: author },
    })
    expect(await session.outcome).toMatchObject({ answer: 'x', details: { score: 8 } })
    expect([author.requests.length, judge.requests.length]).toEqual([3, 1])
  })

  it('shows thinker and judge the task, the steps so far and the form', async () => {
    const model = tree({ b: 8, c: 7 })
    await runTree(model, { maxDepth: 2 })
    const at = (path: string) => model.asked.find((asked) => asked.path === path)
    expect(at('branch#1[0]/think#1')?.material).toEqual({ task: 'Make 24.', branch: '1 of 3' })
    expect(at('value#1[0]/score#1')?.material).toEqual({ task: 'Make 24.', candidate: 'a' })
    expect(at('branch#1[0]/think#1')?.told).toMatch(/`THOUGHT:`.*`ANSWER:`/)
    expect(at('branch#2[1]/think#1')?.material).toEqual({ task: 'Make 24.', thoughts: '1. b', branch: '2 of 3' })
    expect(at('value#2[1]/score#1')?.material).toEqual({ task: 'Make 24.', thoughts: '1. b', candidate: 'bb' })
    expect(at('value#2[1]/score#1')?.told).toMatch(/You judge one step.*`SCORE:`/)
  })

  it('shows all of them the conversation so far, and the files', async () => {
    const { runtime } = world()
    const model = modelOf((_, { path }) => says(path.includes('think') ? 'ANSWER: x' : 'SCORE: 9'))
    const file = { type: 'file', name: 'a.txt', mediaType: 'text/plain', data: 'x' } as const
    const task = { goal: 'And now?', messages: [user('Hi.'), assistant('Hello.')], files: [file] }
    await (await runtime.start(treeOfThoughts, task, { model })).outcome
    for (const request of model.requests) {
      expect(textsOf(request).slice(1, 3)).toEqual(['Hi.', 'Hello.'])
      expect(request.messages.at(-1)?.parts.at(-1)).toEqual(file)
    }
  })

  it('notes the tree level by level, and proposes answers with their scores', async () => {
    const { runtime, session } = await runTree(answering({ a: 6, b: 9, bb: 8 }, 'a', 'bb'))
    const notes = (await factsOfType(runtime, session.id, 'note')).map(({ data }) => data)
    const levels = notes.filter((note) => (note as { name: string }).name === 'tree')
    expect(levels).toMatchObject([
      {
        value: {
          nodes: [{ thought: 'a', state: 'kept' }, { thought: 'b' }, { thought: 'c', state: 'pruned' }],
          left: 0,
        },
      },
      { value: { nodes: [{ thought: 'a' }, { thought: 'ba' }, { thought: 'bb' }, { thought: 'bc' }] } },
    ])
    expect(notes.filter((note) => (note as { name: string }).name === 'proposal')).toMatchObject([
      // Before it is judged, it is better than nothing.
      { value: { answer: 'a', score: 0 } },
      { value: { answer: 'a', score: 6 } },
      { value: { answer: 'bb', score: 8 } },
    ])
  })

  it('says what it does: it thinks, judges and decides', async () => {
    const { runtime, session } = await runTree(tree(), { maxDepth: 1 })
    const phases = (await factsOfType(runtime, session.id, 'session.status')).map(({ data }) => data)
    const named = phases.map((data) => (data as { phase?: string }).phase).filter((phase) => phase !== undefined)
    expect(named).toEqual(['executing', 'evaluating', 'deciding', 'evaluating'])
  })

  it('solves a game of 24 whose thoughts are moves', async () => {
    const moves: Readonly<Record<string, readonly string[]>> = {
      '': ['THOUGHT: 13 - 9 = 4 (left: 4, 4, 10)', 'THOUGHT: 4 + 9 = 13 (left: 10, 13, 13)', 'THOUGHT: 13 + 10 = 23'],
      '13 - 9 = 4 (left: 4, 4, 10)': ['THOUGHT: 10 - 4 = 6 (left: 4, 6)', 'THOUGHT: 4 + 4 = 8', 'THOUGHT: 4 * 4 = 16'],
      '10 - 4 = 6 (left: 4, 6)': ['ANSWER: (10 - 4) * (13 - 9)', 'THOUGHT: 6 - 4 = 2', 'THOUGHT: 6 + 4 = 10'],
    }
    const good = ['13 - 9 = 4 (left: 4, 4, 10)', '10 - 4 = 6 (left: 4, 6)', '(10 - 4) * (13 - 9)']
    const model = treeModel({
      think: ({ line, place }) => moves[line.at(-1) ?? '']?.[place] ?? 'THOUGHT: none',
      score: (candidate) => good.indexOf(candidate) + 7,
    })
    const { end } = await runTree(model)
    expect(end).toMatchObject({ outcome: 'answered', answer: '(10 - 4) * (13 - 9)' })
  })
})
