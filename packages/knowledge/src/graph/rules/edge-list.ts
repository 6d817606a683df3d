/** Edges of one chunk, each once, with the heaviest weight it was seen with. */
import { foldedName } from '@gyre/core'
import { type ChunkEdge, mentionedWith } from '../chunk-edge.ts'
import { plainName, plainRelation } from '../plain-words.ts'
import type { Mention } from './find-mentions.ts'
import { weights } from './sentence-edges.ts'

export class EdgeList {
  readonly #edges = new Map<string, ChunkEdge>()
  readonly #pairs = new Set<string>()
  readonly #names = new Set<string>()

  add(edges: readonly ChunkEdge[]): void {
    for (const edge of edges.flatMap(inPlainWords)) {
      const [from, to] = [foldedName(edge.from), foldedName(edge.to)]
      if (from === to) continue
      const key = JSON.stringify([from, edge.relation, to])
      if ((this.#edges.get(key)?.weight ?? 0) < edge.weight) this.#edges.set(key, edge)
      this.#pairs.add(pairKey(from, to))
      this.#names.add(from).add(to)
    }
  }

  /** Only where nothing better links the two. */
  addWeak(pairs: readonly (readonly [string, string])[]): void {
    for (const [from, to] of pairs) {
      if (this.#pairs.has(pairKey(foldedName(from), foldedName(to)))) continue
      this.add([{ from, relation: mentionedWith, to, weight: weights.weak }])
    }
  }

  /** Names that no edge has yet. */
  without(mentions: readonly Mention[]): readonly string[] {
    const left = mentions.filter(({ kind, name }) => kind === 'name' && !this.#names.has(foldedName(name)))
    return [...new Set(left.map(({ name }) => name))]
  }

  list(): readonly ChunkEdge[] {
    return [...this.#edges.values()]
  }
}

function inPlainWords({ weight, ...told }: ChunkEdge): readonly ChunkEdge[] {
  const [from, relation, to] = [plainName(told.from), plainRelation(told.relation), plainName(told.to)]
  return from === undefined || relation === undefined || to === undefined ? [] : [{ from, relation, to, weight }]
}

function pairKey(one: string, other: string): string {
  return one < other ? `${one}\n${other}` : `${other}\n${one}`
}
