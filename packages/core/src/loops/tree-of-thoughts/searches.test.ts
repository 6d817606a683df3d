import { describe, expect, it } from 'vitest'
import { factsOfType } from '../../../../../test/support/kernel.ts'
import { drawnIn, runTree, treeModel } from '../../../../../test/support/tree-model.ts'
import type { SessionEnd } from '../../index.ts'

/** A tree by the names of its nodes: scores, and which of them are answers. Others are thoughts that score 5. */
function forest(scores: Readonly<Record<string, number>>, ...answers: readonly string[]) {
  return treeModel(
    {
      think: ({ line, place }) => {
        const thought = `${line.at(-1) ?? ''}${'abc'[place]}`
        return `${answers.includes(thought) ? 'ANSWER' : 'THOUGHT'}: ${thought}`
      },
      score: (candidate) => scores[candidate] ?? 5,
    },
    2,
  )
}

/** The lines that were gone on from, in order. */
function visited(model: ReturnType<typeof forest>): readonly string[] {
  const lines = model.asked.filter(({ path }) => path.includes('think')).map(({ line }) => line.at(-1) ?? 'task')
  return lines.filter((line, index) => lines.indexOf(line) === index)
}

describe.each(['dfs', 'mcts'])('%s that has seen poor answers alone', (search) => {
  it('asks the best line to answer, and returns what is better', async () => {
    const model = forest({ a: 0, b: 9, ba: 6.9, bb: 9.5, forced: 8 }, 'a', 'ba')
    const { end } = await runTree(model, { search, nBranches: 2, maxDepth: 2 })
    expect(end).toMatchObject({ outcome: 'limit:turns', answer: 'forced', details: { stop: 'depth', score: 8 } })
    expect(model.asked.at(-2)?.line).toEqual(['b', 'bb'])
    expect(end.usage.modelCalls).toBe(2 * 4 + 2)
  })
})

describe('dfs', () => {
  const config = { search: 'dfs', nBranches: 2, maxDepth: 3 }

  it('goes down the best child first, and ends with an answer that is good enough', async () => {
    const model = forest({ b: 8, bb: 9, bba: 7 }, 'bba')
    const { end } = await runTree(model, config)
    expect(end).toMatchObject({
      outcome: 'answered',
      answer: 'bba',
      details: { stop: 'answered', search: 'dfs', score: 7 },
    })
    expect(visited(model)).toEqual(['task', 'b', 'bb'])
    expect(end.usage.modelCalls).toBe(3 * 4)
  })

  it('leaves what scores below the bar, and goes back', async () => {
    const model = forest({ a: 9, aa: 2, ab: 2.9, b: 4, ba: 8 }, 'ba')
    const { end } = await runTree(model, config)
    expect(end).toMatchObject({ outcome: 'answered', answer: 'ba' })
    expect(visited(model)).toEqual(['task', 'a', 'b'])
    expect(drawnIn(end.details)).toEqual([
      '1 a 9 kept',
      '1 b 4 kept',
      '2 aa 2 pruned',
      '2 ab 2.9 pruned',
      '2 ba 8 kept',
      '2 bb 5 kept',
    ])
  })

  it('goes on from what is at the bar', async () => {
    const model = forest({ a: 3, aa: 9 }, 'aa', 'b')
    expect((await runTree(model, { ...config, maxDepth: 2 })).end).toMatchObject({ outcome: 'answered', answer: 'aa' })
  })

  it('goes back all the way: the other children of the task come last', async () => {
    const model = forest({ a: 9, aa: 8, ab: 7, b: 6 })
    await runTree(model, config)
    expect(visited(model)).toEqual(['task', 'a', 'aa', 'ab', 'b', 'ba', 'bb'])
  })

  it('returns the best answer seen when none is good enough, nor that of the best line better', async () => {
    const model = forest({ a: 9, aa: 6.5, b: 4, ba: 5 }, 'aa', 'ba')
    const { end } = await runTree(model, { ...config, maxDepth: 2 })
    expect(end).toMatchObject({ outcome: 'limit:turns', answer: 'aa', details: { stop: 'depth', score: 6.5 } })
    expect(model.asked.at(-2)?.line).toEqual(['a'])
  })

  it('accepts what it is told to', async () => {
    const model = forest({ a: 6.5 }, 'a')
    const { end } = await runTree(model, { ...config, acceptAt: 6 })
    expect(end).toMatchObject({ outcome: 'answered', answer: 'a' })
  })

  it('asks the best line to answer when there is none, the deepest of equal ones', async () => {
    const model = forest({ a: 9, aa: 9, b: 1 })
    const { end } = await runTree(model, { ...config, maxDepth: 2 })
    expect(end).toMatchObject({ outcome: 'limit:turns', answer: 'forced', details: { stop: 'depth' } })
    expect(model.asked.at(-2)?.line).toEqual(['a', 'aa'])
  })

  it('ends when nothing is worth going on from', async () => {
    const { end } = await runTree(forest({ a: 1, b: 2 }), config)
    expect(end).toMatchObject({ outcome: 'limit:turns', answer: 'forced', details: { stop: 'exhausted' } })
    expect(end.usage.modelCalls).toBe(4 + 2)
  })

  it('has not met its greatest depth when what is there was left', async () => {
    const { end } = await runTree(forest({ a: 1, b: 2 }), { ...config, maxDepth: 1 })
    expect(end.details).toMatchObject({ stop: 'exhausted' })
  })

  it('goes on from so many thoughts at most', async () => {
    const model = forest({})
    const { end } = await runTree(model, { ...config, maxExpansions: 3 })
    expect(end).toMatchObject({
      outcome: 'limit:turns',
      details: { stop: 'expansions' },
      usage: { modelCalls: 3 * 4 + 2 },
    })
    expect(visited(model)).toHaveLength(3)
  })

  it('knows that it is through when its expansions just sufficed', async () => {
    const { end } = await runTree(forest({}), { ...config, maxDepth: 2, maxExpansions: 3 })
    expect(end.details).toMatchObject({ stop: 'depth' })
  })

  it('goes back from thoughts of which nothing could be read', async () => {
    const model = treeModel(
      {
        think: ({ line, place }) =>
          line[0] === 'a' ? 'THOUGHT:' : line.length > 0 ? 'ANSWER: 24' : `THOUGHT: ${'ab'[place]}`,
        score: (candidate) => ({ a: 9, b: 5, '24': 8 })[candidate] ?? 0,
      },
      2,
    )
    const { end } = await runTree(model, config)
    expect(end).toMatchObject({ outcome: 'answered', answer: '24' })
  })
})

describe('mcts', () => {
  const config = { search: 'mcts', nBranches: 2, maxDepth: 3 }
  const treeOf = ({ details }: SessionEnd) => (details as { readonly tree: readonly object[] }).tree

  it('goes on from the best thought, and ends with an answer that is good enough', async () => {
    const model = forest({ a: 4, b: 8, ba: 9 }, 'ba')
    const { end } = await runTree(model, config)
    expect(end).toMatchObject({
      outcome: 'answered',
      answer: 'ba',
      details: { stop: 'answered', search: 'mcts', score: 9 },
    })
    expect(visited(model)).toEqual(['task', 'b'])
  })

  it('counts what a judge thinks of a thought as its first visit', async () => {
    const { end } = await runTree(forest({ a: 4, b: 8, ba: 9, bb: 1 }, 'ba'), config)
    expect(end.details).toMatchObject({
      tree: [
        { thought: 'a', visits: 1, value: 0.4 },
        { thought: 'b', visits: 1, value: 0.8 },
        { thought: 'ba', visits: 1, value: 0.9 },
        { thought: 'bb', visits: 1, value: 0.1 },
      ],
    })
  })

  it('rolls the best line out before it turns to another, and tells the line what it came to', async () => {
    const model = forest({ a: 4, b: 8, ba: 7, bb: 6, baa: 3, bab: 2 })
    const { end } = await runTree(model, { ...config, maxExpansions: 3 })
    expect(visited(model)).toEqual(['task', 'b', 'ba'])
    expect(end.details).toMatchObject({
      tree: [
        { thought: 'a', visits: 1, value: 0.4 },
        // The rollout came to the 0.3 of baa.
        { thought: 'b', visits: 2, value: expect.closeTo((0.8 + 0.3) / 2) },
        { thought: 'ba', visits: 2, value: expect.closeTo((0.7 + 0.3) / 2) },
        { thought: 'bb', visits: 1, value: 0.6 },
        { thought: 'baa', visits: 1, value: 0.3 },
        { thought: 'bab', visits: 1, value: 0.2 },
        { thought: 'forced' },
      ],
    })
  })

  it('ends a rollout with an answer, which is what it came to', async () => {
    const model = forest({ a: 7.5, b: 8, ba: 6, bb: 1 }, 'ba')
    const { end } = await runTree(model, { ...config, maxExpansions: 3 })
    expect(visited(model)).toEqual(['task', 'b', 'a'])
    const [, b] = treeOf(end)
    expect(b).toMatchObject({ thought: 'b', visits: 2, value: expect.closeTo((0.8 + 0.6) / 2) })
  })

  it('rolls out past an answer that is neither good enough nor the best', async () => {
    const model = forest({ a: 6, b: 8, ba: 5, bb: 6, bba: 9 }, 'a', 'ba', 'bba')
    const { end } = await runTree(model, config)
    expect(end).toMatchObject({ outcome: 'answered', answer: 'bba', usage: { modelCalls: 3 * 4 } })
    expect(visited(model)).toEqual(['task', 'b', 'bb'])
  })

  it('tells a line the worth of an answer that was found before on another', async () => {
    const model = treeModel(
      {
        think: ({ line, place }) => (line.length > 0 || place === 0 ? 'ANSWER: 24' : 'THOUGHT: b'),
        score: (candidate) => (candidate === 'b' ? 8 : 6),
      },
      2,
    )
    const { end } = await runTree(model, config)
    const [known, b] = treeOf(end)
    expect(known).toMatchObject({ thought: '24', visits: 1, value: 0.6 })
    expect(b).toMatchObject({ thought: 'b', visits: 2, value: expect.closeTo((0.8 + 0.6) / 2) })
  })

  it('ends a rollout where nothing can be read, with the thought before', async () => {
    const model = treeModel(
      {
        think: ({ line, place, path }) =>
          line[0] === 'b' || path.includes('repair') ? 'THOUGHT:' : `THOUGHT: ${line[0] ?? ''}${'ab'[place]}`,
        score: (candidate) => (candidate === 'b' ? 8 : 4),
      },
      2,
    )
    const { end } = await runTree(model, { ...config, maxExpansions: 3 })
    expect(visited(model)).toEqual(['task', 'b', 'a'])
    expect(treeOf(end)[1]).toMatchObject({ thought: 'b', visits: 2, value: 0.8 })
  })

  it('turns to another line when the better one disappoints', async () => {
    // b was thought to be worth 0.8 and came to 0.1: its mean is 0.45, and that of a 0.5.
    const model = forest({ a: 5, b: 8, ba: 1, bb: 1, baa: 1, bab: 1 })
    await runTree(model, { ...config, maxExpansions: 4 })
    expect(visited(model)).toEqual(['task', 'b', 'ba', 'a'])
  })

  it('turns to what was seldom visited, unless nothing is given for exploration', async () => {
    // After two rollouts b has a mean of 2.2 / 3 = 0.73 and a bonus of √(ln 2 / 3) = 0.48; a has 0.5 and √ln 2 = 0.83.
    const scores = { a: 5, b: 8, ba: 8, bb: 8, baa: 8, bab: 7, bba: 8, bbb: 7 }
    const ends = { baaa: 7, baab: 7, bbaa: 7, bbab: 7 }
    const [curious, steady] = [forest({ ...scores, ...ends }), forest({ ...scores, ...ends })]
    await runTree(curious, { ...config, maxDepth: 4, maxExpansions: 7 })
    await runTree(steady, { ...config, maxDepth: 4, maxExpansions: 7, exploration: 0 })
    expect(visited(curious)).toEqual(['task', 'b', 'ba', 'baa', 'bb', 'bba', 'a'])
    expect(visited(steady)).toEqual(['task', 'b', 'ba', 'baa', 'bb', 'bba', 'bab'])
  })

  it('takes the first of equal ones', async () => {
    const model = forest({})
    await runTree(model, { ...config, maxExpansions: 5 })
    expect(visited(model)).toEqual(['task', 'a', 'aa', 'ab', 'b'])
  })

  it('does not go down lines that have ended', async () => {
    const model = forest({ a: 6, b: 1, ba: 1 }, 'a', 'ba')
    const { end } = await runTree(model, { ...config, maxDepth: 2 })
    expect(visited(model)).toEqual(['task', 'b'])
    expect(end).toMatchObject({ outcome: 'limit:turns', answer: 'a', details: { stop: 'depth', score: 6 } })
  })

  it('ends when all lines have ended in answers that are not good enough', async () => {
    const { end } = await runTree(forest({ a: 6, b: 5 }, 'a', 'b'), config)
    expect(end).toMatchObject({
      outcome: 'limit:turns',
      answer: 'a',
      gap: 'No answer was accepted, and no thought was left to go on from. The best answer scored 6 of 10.',
      details: { stop: 'exhausted' },
    })
    expect(end.usage.modelCalls).toBe(4)
  })

  it('goes on from so many thoughts at most, and asks the best line to answer', async () => {
    const model = forest({ b: 6, bb: 8 })
    const { end } = await runTree(model, { ...config, maxExpansions: 2 })
    expect(end).toMatchObject({
      outcome: 'limit:turns',
      answer: 'forced',
      gap: 'No answer was accepted before the expansions were used up. The best answer scored 5 of 10.',
      details: { stop: 'expansions' },
    })
    expect(model.asked.at(-2)?.line).toEqual(['b', 'bb'])
    expect(end.usage.modelCalls).toBe(2 * 4 + 2)
  })

  it('notes every expansion', async () => {
    const { runtime, session } = await runTree(forest({}), { ...config, maxExpansions: 3 })
    const notes = (await factsOfType(runtime, session.id, 'note')).map(({ data }) => data as { name: string })
    expect(notes.filter(({ name }) => name === 'tree')).toHaveLength(3)
  })

  it('makes at most twenty expansions by default', async () => {
    const { end } = await runTree(treeModel({ think: ({ path }) => `THOUGHT: ${path}` }), { search: 'mcts' })
    expect(end).toMatchObject({ details: { stop: 'expansions' }, usage: { modelCalls: 20 * 6 + 2 } })
  })
})
