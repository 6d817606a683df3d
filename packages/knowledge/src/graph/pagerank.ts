/** Personalised PageRank: how near every node is to a few, by a walk that keeps going back to them. */
import type { AbstractGraph } from 'graphology-types'

export type PageRankOptions = {
  /** How likely the walk goes on rather than back to the start. */
  readonly damping?: number
  readonly tolerance?: number
  readonly maxRounds?: number
}

type Links = { readonly to: Int32Array; readonly share: Float64Array }

/**
 * The walk may go either way along an edge. `start` says how much of what goes back goes to which node.
 * Sums to 1; empty without a start that is in the graph.
 */
export function personalisedPageRank<G extends AbstractGraph>(
  graph: G,
  start: ReadonlyMap<string, number>,
  { damping = 0.85, tolerance = 1e-9, maxRounds = 100 }: PageRankOptions = {},
): ReadonlyMap<string, number> {
  // In the order of their keys: sums of floats depend on the order.
  const nodes = graph.nodes().sort()
  const restart = restartOf(nodes, start)
  if (!restart) return new Map()
  const links = linksOf(graph, nodes)
  let ranks = restart
  for (let round = 0; round < maxRounds; round++) {
    const next = step(ranks, links, restart, damping)
    const change = next.reduce((sum, rank, node) => sum + Math.abs(rank - (ranks[node] ?? 0)), 0)
    ranks = next
    if (change < tolerance) break
  }
  return new Map(nodes.map((node, index) => [node, ranks[index] ?? 0]))
}

function restartOf(nodes: readonly string[], start: ReadonlyMap<string, number>): Float64Array | undefined {
  const shares = nodes.map((node) => Math.max(0, start.get(node) ?? 0))
  const total = sumOf(shares)
  return total > 0 ? Float64Array.from(shares, (share) => share / total) : undefined
}

function linksOf(graph: AbstractGraph, nodes: readonly string[]): readonly Links[] {
  const indexes = new Map(nodes.map((node, index) => [node, index]))
  const weights = nodes.map(() => new Map<number, number[]>())
  graph.forEachEdge((_, attributes, source, target) => {
    const [from = 0, to = 0] = [indexes.get(source), indexes.get(target)]
    const weight = Number(attributes['weight'])
    if (!(weight > 0) || from === to) return
    note(weights[from], to, weight)
    note(weights[to], from, weight)
  })
  return weights.map(linksFrom)
}

function note(weights: Map<number, number[]> | undefined, to: number, weight: number): void {
  const known = weights?.get(to)
  if (known) known.push(weight)
  else weights?.set(to, [weight])
}

function linksFrom(weights: ReadonlyMap<number, readonly number[]>): Links {
  const sorted = [...weights].sort(([a], [b]) => a - b)
  const sums = sorted.map(([, parallel]) => sumOf(parallel))
  const total = sumOf(sums)
  return { to: Int32Array.from(sorted, ([to]) => to), share: Float64Array.from(sums, (sum) => sum / total) }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b).reduce((sum, number) => sum + number, 0)
}

function step(ranks: Float64Array, links: readonly Links[], restart: Float64Array, damping: number): Float64Array {
  const next = new Float64Array(ranks.length)
  let stranded = 0
  for (const [node, { to, share }] of links.entries()) {
    const rank = ranks[node] ?? 0
    if (to.length === 0) stranded += rank
    for (let link = 0; link < to.length; link++) {
      const target = to[link] ?? 0
      next[target] = (next[target] ?? 0) + damping * rank * (share[link] ?? 0)
    }
  }
  // What cannot go on goes back to the start.
  const back = 1 - damping + damping * stranded
  return next.map((rank, node) => rank + back * (restart[node] ?? 0))
}
