/** The edges around names, hop by hop. */
import { foldedName, GyreError, type KnowledgeEdge } from '@gyre/core'
import type { Shelf } from '../ports.ts'
import { Turns } from '../turns.ts'
import { isAttribute } from './attribute-name.ts'
import { sameAs } from './chunk-edge.ts'

export type ExpandOptions = { readonly hops: number; readonly signal?: AbortSignal | undefined }

const mostEdges = 2_000
/** Of one name: a hub gives its heaviest edges, and leaves room for others. */
const mostOfStart = 400
const mostOfOther = 60
/** Names that a hop goes on from, those with the heaviest edges first. */
const widest = 200

export async function expand(
  shelf: Shelf,
  names: readonly string[],
  { hops, signal }: ExpandOptions,
): Promise<readonly KnowledgeEdge[]> {
  const ball = new Ball(shelf)
  let frontier: readonly string[] = [...new Set(names.map(foldedName))]
  for (let hop = 0; hop < hops && frontier.length > 0; hop++) {
    const most = hop === 0 ? mostOfStart : mostOfOther
    // Other names of what was reached are no step away from it.
    const reached = await ball.add(frontier, most)
    const others = reached.filter(({ relation }) => relation === sameAs)
    const aliases = await ball.add(ball.namesOf(others), most)
    frontier = ball.namesOf([...reached, ...aliases])
    if (signal?.aborted)
      throw new GyreError('aborted', 'The search in the graph was stopped.', { cause: signal.reason })
  }
  return ball.edges()
}

class Ball {
  readonly #shelf: Shelf
  readonly #edges = new Map<string, KnowledgeEdge>()
  readonly #asked = new Set<string>()
  readonly #turns = new Turns()

  constructor(shelf: Shelf) {
    this.#shelf = shelf
  }

  /** Adds the edges of names that were not asked for yet; answers with the new ones. */
  async add(names: readonly string[], most: number): Promise<readonly KnowledgeEdge[]> {
    const { store, owner } = this.#shelf
    const added: KnowledgeEdge[] = []
    for (const name of names.slice(0, widest)) {
      const room = mostEdges - this.#edges.size
      if (this.#asked.has(name) || room <= 0) continue
      this.#asked.add(name)
      if (this.#turns.isOver) await this.#turns.give()
      for (const edge of await store.edgesOf(owner, [name], Math.min(most, room))) {
        const key = JSON.stringify([edge.from, edge.relation, edge.to, edge.chunk])
        if (this.#edges.has(key)) continue
        this.#edges.set(key, edge)
        added.push(edge)
      }
    }
    return added
  }

  /** Ends of edges, those with the most weight first. A date is an end: what else happened then leads astray. */
  namesOf(edges: readonly KnowledgeEdge[]): readonly string[] {
    const weights = new Map<string, number>()
    for (const { from, to, weight } of edges) {
      for (const name of [from, to]) {
        const folded = foldedName(name)
        if (!isAttribute(name) && !this.#asked.has(folded)) weights.set(folded, (weights.get(folded) ?? 0) + weight)
      }
    }
    return [...weights].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).map(([name]) => name)
  }

  edges(): readonly KnowledgeEdge[] {
    return [...this.#edges.values()]
  }
}
