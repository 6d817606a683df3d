/** Relations between names and the chunks that tell of them, in memory. */
import { type ChunkEdges, foldedName, type KnowledgeEdge } from '@gyre/core'
import { foldedNames } from '../folded-names.ts'
import { textOrder } from '../text-order.ts'

type Kept = { readonly edge: KnowledgeEdge; readonly from: string; readonly to: string }
type NameCount = { readonly name: string; readonly edges: number }

const none: ReadonlySet<Kept> = new Set()

export class MemoryEdges {
  readonly #byChunk = new Map<string, readonly Kept[]>()
  /** By owner, then by folded name. */
  readonly #byName = new Map<string, Map<string, Set<Kept>>>()

  /** In place of all edges the chunk had. */
  replace(owner: string, { chunk, edges }: ChunkEdges): void {
    this.remove(chunk)
    const kept = new Map<string, Kept>()
    for (const { from, relation, to, weight } of edges) {
      const ends = { from: foldedName(from), to: foldedName(to) }
      const edge: KnowledgeEdge = { owner, from, relation, to, chunk, weight }
      kept.set(JSON.stringify([ends.from, relation, ends.to]), { edge, ...ends })
    }
    this.#byChunk.set(chunk, [...kept.values()])
    for (const each of kept.values()) for (const name of [each.from, each.to]) this.#place(owner, name).add(each)
  }

  remove(chunk: string): void {
    for (const each of this.#byChunk.get(chunk) ?? []) {
      for (const name of [each.from, each.to]) this.#take(each, name)
    }
    this.#byChunk.delete(chunk)
  }

  of(owner: string, names: readonly string[]): readonly KnowledgeEdge[] {
    const places = this.#byName.get(owner)
    return shown(new Set(foldedNames(names).flatMap((name) => [...(places?.get(name) ?? none)])))
  }

  in(chunks: readonly string[]): readonly KnowledgeEdge[] {
    return shown([...new Set(chunks)].flatMap((chunk) => this.#byChunk.get(chunk) ?? []))
  }

  names(owner: string): readonly NameCount[] {
    const places = this.#byName.get(owner) ?? new Map<string, Set<Kept>>()
    return [...places]
      .map(([folded, edges]) => ({ name: usualSpelling(folded, edges), edges: edges.size }))
      .sort((a, b) => b.edges - a.edges || textOrder(a.name, b.name))
  }

  #place(owner: string, name: string): Set<Kept> {
    const places = this.#byName.get(owner) ?? new Map<string, Set<Kept>>()
    this.#byName.set(owner, places)
    const place = places.get(name) ?? new Set<Kept>()
    places.set(name, place)
    return place
  }

  #take(kept: Kept, name: string): void {
    const places = this.#byName.get(kept.edge.owner)
    const place = places?.get(name)
    place?.delete(kept)
    if (place?.size === 0) places?.delete(name)
  }
}

/** The spelling that most ends of edges have; of equal ones the first in order. */
function usualSpelling(folded: string, edges: ReadonlySet<Kept>): string {
  const counts = new Map<string, number>()
  for (const { edge, from, to } of edges) {
    if (from === folded) counts.set(edge.from, (counts.get(edge.from) ?? 0) + 1)
    if (to === folded) counts.set(edge.to, (counts.get(edge.to) ?? 0) + 1)
  }
  const [usual] = [...counts].sort(([a, m], [b, n]) => n - m || textOrder(a, b))
  return usual?.[0] ?? folded
}

function shown(found: Iterable<Kept>): readonly KnowledgeEdge[] {
  return [...found].map(({ edge }) => ({ ...edge })).sort(heaviestFirst)
}

function heaviestFirst(a: KnowledgeEdge, b: KnowledgeEdge): number {
  return (
    b.weight - a.weight ||
    textOrder(a.from, b.from) ||
    textOrder(a.relation, b.relation) ||
    textOrder(a.to, b.to) ||
    textOrder(a.chunk, b.chunk)
  )
}
