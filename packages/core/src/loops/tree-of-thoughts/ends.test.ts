/** What a tree ends with when answers are not whole or poor, and when a model fails at the last answer. */
import { describe, expect, it } from 'vitest'
import { drawnIn, runTree, treeModel } from '../../../../../test/support/tree-model.ts'
import { GyreError } from '../../errors.ts'
import { fails } from '../../testing/scripted-model.ts'

const cut = (text: string) => ({ text, finish: 'length' }) as const
const cutGap = 'The reply was cut off: it reached the most tokens that a reply may have.'
const depthGap = 'No line came to an accepted answer within the greatest depth.'
const down = fails(new Error('down'))

describe('a reply that was cut off', () => {
  it('is neither an answer nor a thought: its branch is dead', async () => {
    const replies = [cut('ANSWER: Mars has two mo'), cut('THOUGHT: count the'), 'ANSWER: Two.']
    const { end } = await runTree(treeModel({ think: ({ place }) => replies[place] ?? '', score: () => 9 }))
    expect(end).toMatchObject({ outcome: 'answered', answer: 'Two.', gap: null })
    expect(drawnIn(end.details)).toEqual(['1 Two. 9 kept'])
  })

  it.each(['beam', 'dfs', 'mcts'])('is what there is of an answer when nothing else came (%s)', async (search) => {
    const replies = [cut('THOUGHT: count the'), cut('ANSWER: Mars has two mo'), cut('ANSWER: Tw')]
    const { end } = await runTree(treeModel({ think: ({ place }) => replies[place] ?? '' }), { search })
    expect(end).toMatchObject({
      outcome: 'limit:tokens',
      answer: 'Mars has two mo',
      gap: cutGap,
      details: { stop: 'cut-off', search, tree: [] },
      usage: { modelCalls: 3 },
    })
  })

  it('gives no half thought for an answer', async () => {
    const { end } = await runTree(treeModel({ think: () => cut('THOUGHT: count the') }))
    expect(end).toMatchObject({ outcome: 'limit:tokens', gap: cutGap, details: { stop: 'cut-off' } })
  })

  it('is told of when it is the last answer', async () => {
    const model = treeModel({ think: () => 'THOUGHT: x', answer: () => cut('Mars has tw') })
    const { end } = await runTree(model, { maxDepth: 1 })
    const gap = `${depthGap} The best answer scored 5 of 10. ${cutGap}`
    expect(end).toMatchObject({ outcome: 'limit:turns', answer: 'Mars has tw', gap })
  })

  it('is not told of when another answer is better', async () => {
    const model = treeModel({
      think: ({ place }) => (place === 0 ? 'ANSWER: Two.' : 'THOUGHT: x'),
      score: (candidate) => (candidate === 'Two.' ? 6 : candidate === 'x' ? 7 : 1),
      answer: () => cut('Mars has tw'),
    })
    const { end } = await runTree(model, { maxDepth: 1 })
    expect(end).toMatchObject({ answer: 'Two.', gap: `${depthGap} The best answer scored 6 of 10.` })
  })
})

describe('an answer that won', () => {
  it.each([
    [1, 'The judge gave the answer 1 of 10.'],
    [4.9, 'The judge gave the answer 4.9 of 10.'],
    [5, null],
  ])('with a score of %d has this gap: %s', async (score, gap) => {
    const { end } = await runTree(treeModel({ think: () => 'ANSWER: 24', score: () => score }))
    expect(end).toMatchObject({ outcome: 'answered', answer: '24', gap, details: { score } })
  })

  it('is told in short of the mean of its votes', async () => {
    const model = treeModel({ think: () => 'ANSWER: 24', score: (_, { path }) => (path.endsWith('score#1') ? 4 : 3) })
    const { end } = await runTree(model, { votes: 3 })
    expect(end.gap).toBe('The judge gave the answer 3.3 of 10.')
  })

  it('without a score lacks nothing', async () => {
    const { end } = await runTree(treeModel({ think: () => 'ANSWER: 24' }), { scoreAnswers: false })
    expect(end).toMatchObject({ outcome: 'answered', gap: null })
  })
})

describe('a model that fails at the last answer', () => {
  it('as its judge leaves it, and says that nobody judged it', async () => {
    const model = treeModel({
      think: () => 'THOUGHT: x',
      score: (candidate) => (candidate === 'x' ? 5 : down),
      answer: () => 'GOLD',
    })
    const { end } = await runTree(model, { maxDepth: 1 })
    expect(end).toMatchObject({ outcome: 'limit:turns', answer: 'GOLD', details: { score: 0 } })
    expect(end.gap).toBe(
      `${depthGap} The best answer scored 0 of 10. The last answer was not judged, for the judge failed: down`,
    )
  })

  it('leaves the answers that there are', async () => {
    const model = treeModel({
      think: ({ place }) => (place === 0 ? 'ANSWER: 24' : 'THOUGHT: x'),
      score: (candidate) => (candidate === 'x' ? 7 : 6),
      answer: () => down,
    })
    const { end } = await runTree(model, { maxDepth: 1 })
    expect(end).toMatchObject({ outcome: 'limit:turns', answer: '24', details: { score: 6 } })
  })

  it('fails the loop when there are none', async () => {
    const { end } = await runTree(treeModel({ think: () => 'THOUGHT: x', answer: () => down }), { maxDepth: 1 })
    expect(end).toMatchObject({ outcome: 'failed:model-failed' })
  })

  it('ends the session when the key of the judge is wrong', async () => {
    const wrongKey = fails(new GyreError('model-auth', 'The key is wrong.'))
    const score = (candidate: string) => (candidate === 'x' ? 5 : wrongKey)
    const { end } = await runTree(treeModel({ think: () => 'THOUGHT: x', score }), { maxDepth: 1 })
    expect(end).toMatchObject({ outcome: 'failed:model-auth', answer: 'forced' })
  })
})
