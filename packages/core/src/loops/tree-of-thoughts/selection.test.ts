import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backpropagate, selectLeaf, upperBound, visitFirst } from './selection.ts'
import { type Node, nodeOf, rootNode } from './tree.ts'

const bounds = { exploration: Math.SQRT2, maxDepth: 3 }

/** Children of a node, each visited once, and worth this. */
function grow(parent: Node, ...values: readonly number[]): readonly Node[] {
  const children = values.map((_, index) => nodeOf({ id: index + 1, parent, thought: `${index}`, isAnswer: false }))
  parent.children = children
  for (const [index, child] of children.entries()) visitFirst(child, values[index] ?? 0)
  return children
}

describe('the upper bound', () => {
  it.each([
    // value / visits + sqrt(2 ln N / n)
    [{ visits: 1, value: 0.5 }, 1, 0.5],
    [{ visits: 1, value: 0.5 }, 3, 1.982],
    [{ visits: 2, value: 1 }, 3, 1.548],
    [{ visits: 4, value: 3.6 }, 10, 1.973],
  ])('of %o under %i visits is %d', (node, parentVisits, expected) => {
    expect(upperBound(node, parentVisits, Math.SQRT2)).toBeCloseTo(expected, 3)
  })

  it('grows with the value, and falls with the visits', () => {
    const visits = fc.integer({ min: 1, max: 1000 })
    fc.assert(
      fc.property(visits, visits, fc.float({ min: 0, max: 1, noNaN: true }), (n, more, mean) => {
        const all = n + more
        const bound = upperBound({ visits: n, value: n * mean }, all, 1.41)
        expect(bound).toBeGreaterThanOrEqual(mean - 1e-9)
        expect(upperBound({ visits: n, value: n * mean + 0.1 }, all, 1.41)).toBeGreaterThan(bound)
        expect(upperBound({ visits: n + 1, value: (n + 1) * mean }, all, 1.41)).toBeLessThan(bound)
      }),
    )
  })
})

describe('the value of a rollout', () => {
  it('is told to every node of the line, and to the task', () => {
    const root = rootNode()
    const [a, b] = grow(root, 0.2, 0.8)
    const [ba, bb] = grow(b as Node, 0.5, 0.1)
    backpropagate(ba as Node, 0.4)
    expect([root, a, b, ba, bb].map((node) => node?.visits)).toEqual([1, 1, 2, 2, 1])
    expect([root, a, b, ba, bb].map((node) => node?.value)).toEqual(
      [0.4, 0.2, 1.2, 0.9, 0.1].map((value) => expect.closeTo(value)),
    )
  })
})

describe('the leaf', () => {
  it('is the task, as long as it was not gone on from', () => {
    const root = rootNode()
    expect(selectLeaf(root, bounds)).toBe(root)
  })

  it('is the child of the highest bound, of equal ones the first', () => {
    const root = rootNode()
    const [, second] = grow(root, 0.2, 0.8, 0.8)
    expect(selectLeaf(root, bounds)).toBe(second)
  })

  it('is one that was seldom visited when the better one is worn out', () => {
    const root = rootNode()
    const [poor, good] = grow(root, 0.3, 0.6)
    grow(good as Node, 0.5, 0.5)
    for (let rollout = 1; rollout <= 3; rollout += 1) backpropagate(good as Node, 0.5)
    expect(selectLeaf(root, bounds)).toBe(poor)
    expect(selectLeaf(root, { ...bounds, exploration: 0 })).toBe(good?.children?.[0])
  })

  it('is none that has ended: an answer, or at the greatest depth, or with nothing open below', () => {
    const root = rootNode()
    const [first, second, third] = grow(root, 0.9, 0.8, 0.1)
    Object.assign(first as Node, { isAnswer: true })
    Object.assign(second as Node, { children: [] })
    expect(selectLeaf(root, bounds)).toBe(third)
    expect(selectLeaf(root, { ...bounds, maxDepth: 1 })).toBeUndefined()
    grow(third as Node, 0.5)
    expect(selectLeaf(root, { ...bounds, maxDepth: 2 })).toBeUndefined()
  })
})
