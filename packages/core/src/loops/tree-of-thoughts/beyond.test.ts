import { describe, expect, it } from 'vitest'
import { gate, turns, world } from '../../../../../test/support/kernel.ts'
import { drawnIn, runTree, treeModel } from '../../../../../test/support/tree-model.ts'
import { plainConfig } from '../../kernel/beyond.ts'
import { modelOf, says } from '../../testing/scripted-model.ts'
import { treeOfThoughts } from './loop.ts'

const name = (line: readonly string[], place: number) => `${line.at(-1) ?? ''}${'abc'[place]}`

it('has four switches beyond the paper', () => {
  expect(plainConfig(treeOfThoughts)).toEqual({ diverse: false, merge: false, scoreAnswers: false, parallel: false })
})

describe('diverse', () => {
  const model = () => treeModel({ think: ({ line, place }) => `THOUGHT: ${name(line, place)}` })

  it('on: tells siblings their place, and nothing of what other lines took', async () => {
    const asking = model()
    await runTree(asking, { maxDepth: 2, beamWidth: 1 })
    const thinking = asking.asked.filter(({ path }) => path.includes('think'))
    expect(thinking.map(({ material }) => material['branch'])).toEqual([
      '1 of 3',
      '2 of 3',
      '3 of 3',
      '1 of 3',
      '2 of 3',
      '3 of 3',
    ])
    expect(thinking.slice(3).map(({ material }) => Object.keys(material))).toEqual([
      ['task', 'thoughts', 'branch'],
      ['task', 'thoughts', 'branch'],
      ['task', 'thoughts', 'branch'],
    ])
    expect(thinking[0]?.told).toMatch(/<branch>.*take the one whose number is yours/)
  })

  it('off: asks all siblings the same', async () => {
    const asking = model()
    await runTree(asking, { maxDepth: 1, diverse: false })
    const [first, second, third] = asking.requests
    expect([second, third]).toEqual([first, first])
    expect(asking.asked[0]?.told).not.toContain('<branch>')
  })
})

describe('merge', () => {
  const same = (...thoughts: readonly string[]) => treeModel({ think: ({ place }) => `THOUGHT: ${thoughts[place]}` })

  it('on: scores and goes on from equal thoughts once', async () => {
    const model = same('Add them.', 'add  THEM', 'Subtract them.')
    const { end } = await runTree(model, { maxDepth: 1 })
    expect(drawnIn(end.details).slice(0, -1)).toEqual(['1 Add them. 5 kept', '1 Subtract them. 5 kept'])
    expect(end.usage.modelCalls).toBe(3 + 2 + 2)
  })

  it('gives no number to two nodes of the tree, whatever was merged before', async () => {
    const model = treeModel({ think: ({ line, place }) => `THOUGHT: ${line.at(-1) ?? ''}${'aab'[place]}` })
    const { end } = await runTree(model, { maxDepth: 3 })
    const { tree } = end.details as { readonly tree: readonly { readonly id: number }[] }
    expect(tree.length).toBeGreaterThan(4)
    expect(new Set(tree.map(({ id }) => id)).size).toBe(tree.length)
  })

  it('off: scores each', async () => {
    const { end } = await runTree(same('x', 'x', 'x'), { maxDepth: 1, merge: false })
    expect(end.usage.modelCalls).toBe(3 + 3 + 2)
  })

  it('keeps equal thoughts apart that follow on different ones', async () => {
    const model = treeModel({ think: ({ line, place }) => `THOUGHT: ${line.length === 0 ? 'abc'[place] : 'then'}` })
    const { end } = await runTree(model, { maxDepth: 2 })
    expect(drawnIn(end.details).filter((node) => node.includes('then'))).toHaveLength(2)
  })

  it('offers an answer again that the beam had lost, as it was scored', async () => {
    const model = treeModel({
      think: ({ line, place }) => (line.length === 0 && place > 0 ? `THOUGHT: ${place}` : 'ANSWER: 24'),
      score: (candidate) => (candidate === '24' ? 6 : 9),
    })
    const { end } = await runTree(model, { beamWidth: 2 })
    expect(end).toMatchObject({ outcome: 'answered', answer: '24', details: { score: 6 } })
    expect(model.asked.filter(({ material }) => material['candidate'] === '24')).toHaveLength(1)
  })

  it('does not score an answer of the best line that was scored before', async () => {
    const model = treeModel({
      think: ({ place }) => (place === 0 ? 'ANSWER: 24' : `THOUGHT: ${place}`),
      score: (candidate) => (candidate === '24' ? 4 : 9),
      answer: () => '24.',
    })
    const { end, paths } = await runTree(model, { maxDepth: 1 })
    expect(end).toMatchObject({ outcome: 'limit:turns', answer: '24', details: { score: 4 } })
    expect(paths.at(-1)).toBe('answer#1')
  })
})

describe('scoreAnswers', () => {
  const model = () =>
    treeModel({
      think: ({ place }) => (place === 0 ? 'THOUGHT: a' : `ANSWER: ${place}`),
      score: (candidate) => (candidate === '2' ? 8 : 3),
    })

  it('on: the best answer wins', async () => {
    expect((await runTree(model())).end).toMatchObject({ answer: '2', details: { score: 8 } })
  })

  it.each(['beam', 'dfs', 'mcts'])('off: the first answer wins without a score (%s)', async (search) => {
    const { end } = await runTree(model(), { search, scoreAnswers: false })
    expect(end).toMatchObject({ outcome: 'answered', answer: '1', details: { score: null }, usage: { modelCalls: 3 } })
  })

  it('off: the answer of the best line is not scored: 43 calls', async () => {
    const thinking = treeModel({ think: ({ line, place }) => `THOUGHT: ${name(line, place)}` })
    const { end } = await runTree(thinking, { scoreAnswers: false })
    expect(end).toMatchObject({ outcome: 'limit:turns', answer: 'forced', usage: { modelCalls: 43 } })
  })

  it.each(['beam', 'dfs', 'mcts'])('on: no answer is returned without a score (%s)', async (search) => {
    for (const think of ['ANSWER: x', 'THOUGHT: x']) {
      const { end } = await runTree(treeModel({ think: () => think }), { search, maxDepth: 2 })
      expect(end.details).toMatchObject({ score: 5 })
    }
  })
})

describe('parallel', () => {
  /** How many thinkers are asked before the first of them has answered. */
  async function atOnce(parallel: boolean): Promise<number> {
    const { runtime } = world()
    const held = gate()
    let asked = 0
    const model = modelOf(async (_, { path }) => {
      if (!path.includes('think')) return says('SCORE: 9')
      asked += 1
      await held.pass()
      return says('ANSWER: x')
    })
    const session = await runtime.start(treeOfThoughts, 'Go.', { model, config: { parallel } })
    await held.isReached
    await turns()
    const before = asked
    held.open()
    await session.outcome
    return before
  }

  it('on: branches are thought side by side; off: one after another', async () => {
    expect(await atOnce(true)).toBe(3)
    expect(await atOnce(false)).toBe(1)
  })

  it('makes no difference to what is asked, where, and what comes of it', async () => {
    const model = () => treeModel({ think: ({ line, place }) => `THOUGHT: ${name(line, place)}` })
    const [one, other] = [model(), model()]
    const { end: first, paths } = await runTree(one, { maxDepth: 2 })
    const { end: second, paths: others } = await runTree(other, { maxDepth: 2, parallel: false })
    expect(others.toSorted()).toEqual(paths.toSorted())
    expect(second.details).toEqual(first.details)
    const asked = ({ asked: all }: typeof one) => all.map((each) => JSON.stringify(each)).toSorted()
    expect(asked(other)).toEqual(asked(one))
  })
})
