/** Reciprocal rank fusion: one ranking out of several whose scores cannot be compared. */

export type WeightedRanking<Name extends string> = {
  readonly name: Name
  readonly weight: number
  /** Ids, best first. One that comes again counts where it came first. */
  readonly ids: readonly string[]
}

export type Fused<Name extends string> = {
  readonly id: string
  readonly score: number
  /** Its rank in each ranking it is in, from 1. */
  readonly ranks: Readonly<Partial<Record<Name, number>>>
}

/** How little it matters to be first rather than second: the higher, the less. */
const damping = 60

/** Best first, equal ones in the order of their ids. The order of the rankings makes no difference. */
export function fuse<Name extends string>(rankings: readonly WeightedRanking<Name>[]): readonly Fused<Name>[] {
  const ranksById = new Map<string, Partial<Record<Name, number>>>()
  // Sums of fractions depend on their order in the last digits: so it is always the same one.
  const ordered = [...rankings].sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)))
  const scores = new Map<string, number>()
  for (const { name, weight, ids } of ordered) {
    for (const [index, id] of [...new Set(ids)].entries()) {
      const rank = index + 1
      ranksById.set(id, { ...ranksById.get(id), [name]: rank } as Partial<Record<Name, number>>)
      scores.set(id, (scores.get(id) ?? 0) + weight / (damping + rank))
    }
  }
  return [...ranksById]
    .map(([id, ranks]) => ({ id, ranks, score: scores.get(id) ?? 0 }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
}
