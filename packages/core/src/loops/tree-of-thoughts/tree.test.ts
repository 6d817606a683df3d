import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawnLevel, drawnTree } from './drawing.ts'
import { thoughtLines } from './request.ts'
import {
  bestAnswer,
  bestFirst,
  bestThought,
  comparable,
  identityOf,
  isAccepted,
  lineOf,
  type Node,
  nodeOf,
  rootNode,
} from './tree.ts'

const root = rootNode()
let id = 0

function node(thought: string, score: number | null, more: Partial<Node> = {}): Node {
  id += 1
  const { parent = root, isAnswer = false, ...rest } = more
  return { ...nodeOf({ id, parent, thought, isAnswer }), score, ...rest }
}

const named = (nodes: readonly Node[]) => nodes.map(({ thought }) => thought)

describe('the line of a node', () => {
  const a = node('a', 1)
  const b = node('b\nover two lines', 1, { parent: a })

  it('begins after the task and ends with the node', () => {
    expect(named(lineOf(root))).toEqual([])
    expect(lineOf(b)).toEqual([a, b])
    expect(b.depth).toBe(2)
  })

  it('is shown as numbered lines', () => {
    expect(thoughtLines(b)).toBe('1. a\n2. b\n   over two lines')
    expect(thoughtLines(root)).toBeUndefined()
  })
})

describe('the best', () => {
  it('has the highest score, and of equal ones comes first', () => {
    expect(named(bestFirst([node('a', 4), node('b', 7), node('c', 7), node('d', 0)]))).toEqual(['b', 'c', 'a', 'd'])
  })

  it('is an answer, of equally good ones', () => {
    const nodes = [node('a', 4), node('b', 7), node('c', 7, { isAnswer: true }), node('d', 7, { isAnswer: true })]
    expect(named(bestFirst(nodes))).toEqual(['c', 'd', 'b', 'a'])
  })

  it('is an answer that was not to be judged, before all others', () => {
    expect(named(bestFirst([node('a', 10), node('b', null, { isAnswer: true })]))).toEqual(['b', 'a'])
  })

  it('is sought among answers, or among thoughts', () => {
    const nodes = [node('a', 9), node('b', 3, { isAnswer: true }), node('c', 4, { isAnswer: true })]
    expect(bestAnswer(nodes)?.thought).toBe('c')
    expect(bestThought(nodes)?.thought).toBe('a')
    expect(bestAnswer([])).toBeUndefined()
  })

  it('thought of equally good ones is the deepest', () => {
    const a = node('a', 6)
    expect(bestThought([a, node('b', 6, { parent: a }), node('c', 6)])?.thought).toBe('b')
  })

  it.each([
    [{ isAnswer: true, score: 7 }, true],
    [{ isAnswer: true, score: 6.9 }, false],
    [{ isAnswer: true, score: null }, true],
    [{ isAnswer: false, score: 10 }, false],
  ])('ends a search that accepts 7: %o, %s', (each, expected) => {
    expect(isAccepted(each, 7)).toBe(expected)
  })

  it('loses no node, for any scores', () => {
    fc.assert(
      fc.property(fc.array(fc.float({ min: 0, max: 10, noNaN: true })), (scores) => {
        const nodes = scores.map((score) => node('x', score))
        const sorted = bestFirst(nodes).map(({ score }) => score ?? 0)
        expect(sorted).toEqual(scores.toSorted((a, b) => b - a))
      }),
    )
  })
})

describe('two nodes', () => {
  const a = node('a', 1)

  it.each([
    ['another case', '13 - 9 = 4', '13 - 9 = 4.'],
    ['other spaces', 'Add  them\nup', ' add them up'],
  ])('are one with %s', (_, one, other) => {
    expect(identityOf(node(one, 1))).toBe(identityOf(node(other, 2)))
  })

  it('are two when the steps before them differ, unless they are answers', () => {
    expect(identityOf(node('x', 1))).not.toBe(identityOf(node('x', 1, { parent: a })))
    const answers = [node('x', 1, { isAnswer: true }), node('X.', 1, { isAnswer: true, parent: a })].map(identityOf)
    expect(answers[0]).toBe(answers[1])
    expect(identityOf(node('x', 1))).not.toBe(answers[0])
  })

  it('are compared in a form that stays when it is compared again', () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('a', 'B', ' ', '\n', '.', ',', '!') }))
    fc.assert(
      fc.property(text, (thought) => {
        const form = comparable(thought)
        expect(comparable(form)).toBe(form)
        expect(comparable(` ${thought} .`)).toBe(form)
      }),
      { numRuns: 500 },
    )
  })
})

describe('the drawn tree', () => {
  it('says of each node where it stands and what became of it', () => {
    const kept = { ...node('a', 7), id: 1, visits: 2, value: 1.5 }
    const left = { ...node('b', 2, { isKept: false, isAnswer: true, parent: kept }), id: 2 }
    expect(drawnTree([kept, left])).toEqual([
      { id: 1, parent: 0, depth: 1, thought: 'a', isAnswer: false, score: 7, state: 'kept', visits: 2, value: 0.75 },
      { id: 2, parent: 1, depth: 2, thought: 'b', isAnswer: true, score: 2, state: 'pruned' },
    ])
  })

  it('is bounded: long thoughts are cut, and of a level fifty nodes are shown', () => {
    const nodes = Array.from({ length: 60 }, () => node('x'.repeat(1000), 1))
    const { nodes: shown, left } = drawnLevel(nodes)
    expect([shown.length, left, shown[0]?.thought.length]).toEqual([50, 10, 300])
  })
})
