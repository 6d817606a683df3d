import fc from 'fast-check'
import { MultiDirectedGraph } from 'graphology'
import { describe, expect, it } from 'vitest'
import { personalisedPageRank } from './pagerank.ts'

type Link = { readonly from: number; readonly to: number; readonly weight: number }

const graphOf = (nodes: readonly number[], links: readonly Link[]) => {
  const graph = new MultiDirectedGraph()
  for (const node of nodes) graph.addNode(`n${node}`)
  for (const { from, to, weight } of links) graph.addEdge(`n${from}`, `n${to}`, { weight })
  return graph
}

const node = fc.integer({ min: 0, max: 11 })
const nodes = Array.from({ length: 12 }, (_, index) => index)
const links = fc.array(fc.record({ from: node, to: node, weight: fc.double({ min: 0.05, max: 3, noNaN: true }) }), {
  maxLength: 40,
})
const start = fc.uniqueArray(node, { minLength: 1, maxLength: 4 })
const startAt = (...numbers: readonly number[]) => new Map(numbers.map((number) => [`n${number}`, 1]))

describe('personalised PageRank', () => {
  it('is the closed form on a chain of two', () => {
    const ranks = personalisedPageRank(graphOf([0, 1], [{ from: 0, to: 1, weight: 0.3 }]), startAt(0))
    expect(ranks.get('n0')).toBeCloseTo(1 / 1.85, 6)
    expect(ranks.get('n1')).toBeCloseTo(0.85 / 1.85, 6)
  })

  it('goes either way along an edge, and more along a heavier one', () => {
    const graph = graphOf(
      [0, 1, 2],
      [
        { from: 1, to: 0, weight: 3 },
        { from: 0, to: 2, weight: 1 },
      ],
    )
    const ranks = personalisedPageRank(graph, startAt(0))
    expect((ranks.get('n1') ?? 0) / (ranks.get('n2') ?? 1)).toBeCloseTo(3, 6)
  })

  it('stays at the start when nothing leads away', () => {
    expect(personalisedPageRank(graphOf([0, 1], []), startAt(0))).toEqual(
      new Map([
        ['n0', 1],
        ['n1', 0],
      ]),
    )
  })

  it('goes back to a start as often as that weighs', () => {
    const ranks = personalisedPageRank(
      graphOf([0, 1], []),
      new Map([
        ['n0', 3],
        ['n1', 1],
      ]),
    )
    expect([ranks.get('n0'), ranks.get('n1')]).toEqual([0.75, 0.25])
  })

  it('is empty without a start that is in the graph', () => {
    expect(personalisedPageRank(graphOf([0], []), startAt(7))).toEqual(new Map())
  })

  it('sums to 1, and leaves each start its share of what goes back', () => {
    fc.assert(
      fc.property(links, start, (given, begin) => {
        const ranks = personalisedPageRank(graphOf(nodes, given), startAt(...begin))
        expect([...ranks.values()].reduce((sum, rank) => sum + rank, 0)).toBeCloseTo(1, 9)
        for (const name of startAt(...begin).keys())
          expect(ranks.get(name)).toBeGreaterThanOrEqual(0.15 / begin.length - 1e-9)
      }),
    )
  })

  it('is the same whatever order nodes and edges were added in', () => {
    fc.assert(
      fc.property(links, start, (given, begin) => {
        const one = personalisedPageRank(graphOf(nodes, given), startAt(...begin))
        const other = personalisedPageRank(
          graphOf(nodes.toReversed(), given.toReversed()),
          startAt(...begin.toReversed()),
        )
        expect(other).toEqual(one)
      }),
    )
  })
})
