/** The graph around names: merged, and with every node's rank. */
import { foldedName, type KnowledgeEdge } from '@gyre/core'
import type { Shelf } from '../ports.ts'
import { sameAs } from './chunk-edge.ts'
import { expand } from './expand.ts'
import type { Linked } from './link-names.ts'
import { type MergedNames, mergeNames } from './merge-names.ts'
import { personalisedPageRank } from './pagerank.ts'

export type GraphAround = {
  /** Without those that only say that two names are one. */
  readonly edges: readonly (KnowledgeEdge & { readonly source: string; readonly target: string })[]
  readonly merged: MergedNames
  /** By node. */
  readonly ranks: ReadonlyMap<string, number>
}

export type StartNames = Pick<Linked, 'names' | 'nearby'>

export type AroundOptions = { readonly hops: number; readonly signal?: AbortSignal | undefined }

export async function graphAround(shelf: Shelf, start: StartNames, options: AroundOptions): Promise<GraphAround> {
  const found = await expand(shelf, [...start.names, ...start.nearby], options)
  const merged = mergeNames(found, await documentsOf(shelf, found))
  const edges = found
    .filter(({ relation }) => relation !== sameAs)
    .map((edge) => ({
      ...edge,
      source: merged.nodeOf(edge.from, edge.chunk),
      target: merged.nodeOf(edge.to, edge.chunk),
    }))
    .filter(({ source, target }) => source !== target)
  const { MultiDirectedGraph } = await import('graphology')
  const graph = new MultiDirectedGraph<Record<string, never>, { weight: number }>()
  for (const { source, target, weight } of edges) {
    graph.mergeNode(source)
    graph.mergeNode(target)
    graph.addEdge(source, target, { weight })
  }
  return { edges, merged, ranks: personalisedPageRank(graph, startOf(found, start, merged)) }
}

/** What the walk goes back to: the names asked for, and less often those that the words of the question lead to. */
const shares = { names: 0.6, nearby: 0.4 } as const

function startOf(
  edges: readonly KnowledgeEdge[],
  { names, nearby }: StartNames,
  merged: MergedNames,
): ReadonlyMap<string, number> {
  const start = new Map<string, number>()
  for (const [wanted, share] of [
    [names, shares.names],
    [nearby, shares.nearby],
  ] as const) {
    const nodes = nodesOf(edges, wanted, merged)
    for (const node of nodes) start.set(node, (start.get(node) ?? 0) + share / nodes.size)
  }
  return start
}

/** A short name starts at everybody it is short for. */
function nodesOf(edges: readonly KnowledgeEdge[], names: readonly string[], merged: MergedNames): ReadonlySet<string> {
  const wanted = new Set(names.map(foldedName))
  const nodes = new Set<string>()
  for (const { from, to, chunk } of edges) {
    for (const name of [from, to]) if (wanted.has(foldedName(name))) nodes.add(merged.nodeOf(name, chunk))
  }
  return nodes
}

/** Only what is short in one document asks for it. */
async function documentsOf({ store }: Shelf, edges: readonly KnowledgeEdge[]): Promise<ReadonlyMap<string, string>> {
  if (!edges.some(({ relation }) => relation === sameAs)) return new Map()
  const chunks = await store.chunks([...new Set(edges.map(({ chunk }) => chunk))])
  return new Map(chunks.map(({ id, document }) => [id, document]))
}
