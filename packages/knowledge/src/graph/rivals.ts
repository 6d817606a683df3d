/** Facts that may speak against each other. */
import { mentionedWith } from './chunk-edge.ts'
import type { RankedFact } from './rank-facts.ts'
import { prepositions } from './rules/word-lists.ts'

/** With more ends than these a relation has many, and none speaks against another. */
const mostRivals = 3

/** Facts of the same name and relation with more than one end, but few: `near` is said of many things at once. */
export class Rivals {
  readonly #groups: ReadonlyMap<string, readonly RankedFact[]>

  constructor(ranked: readonly RankedFact[]) {
    this.#groups = Map.groupBy(ranked, groupOf)
  }

  /** All of them, with the one asked for; none when nothing rivals it. */
  of(fact: RankedFact): readonly RankedFact[] {
    const group = this.#groups.get(groupOf(fact)) ?? []
    const isPlace = fact.relation === mentionedWith || prepositions.has(fact.relation)
    return isPlace || group.length < 2 || group.length > mostRivals ? [] : group
  }

  /** Whoever built several things did so in several years: `built in` is then said of the builder. */
  isDoer({ source, relation }: RankedFact): boolean {
    const [verb = ''] = relation.split(' ')
    return verb !== relation && this.#groups.has(groupOf({ source, relation: verb }))
  }
}

function groupOf({ source, relation }: Pick<RankedFact, 'source' | 'relation'>): string {
  return `${source}\n${relation}`
}
