/** The best facts that there is room for, those that differ beside each other, and the sentences they rest on. */
import type { FoundChunk } from '@gyre/core'
import type { Shelf } from '../ports.ts'
import { isAttribute } from './attribute-name.ts'
import { mentionedWith } from './chunk-edge.ts'
import type { GraphFact, GraphReference } from './graph-fact.ts'
import { factLine, referenceLine } from './graph-text.ts'
import type { RankedFact } from './rank-facts.ts'
import { prepositions } from './rules/word-lists.ts'
import { tellingSentence } from './telling-sentence.ts'

export type ChosenFacts = { readonly facts: readonly GraphFact[]; readonly references: readonly GraphReference[] }

/** Of the text that a model is shown. */
const mostCharacters = 3_900
/** Sentences for one fact. */
const mostReferences = 2
/** With more ends than these a relation has many, and none speaks against another. */
const mostRivals = 3

export async function chooseFacts(
  { store }: Shelf,
  ranked: readonly RankedFact[],
  limit: number,
): Promise<ChosenFacts> {
  const rivals = new Rivals(ranked)
  const candidates = besideEachOther(ranked.slice(0, limit * 3), rivals)
  const ids = candidates.flatMap(({ edges }) => edges.slice(0, mostReferences).map(({ chunk }) => chunk))
  const page = new Page(await store.chunks([...new Set(ids)]))
  for (const fact of candidates) {
    if (page.facts.length === limit) break
    page.add(fact, rivals.of(fact).length > 0)
  }
  return { facts: marked(page.facts, rivals), references: page.references }
}

class Page {
  readonly facts: GraphFact[] = []
  readonly references: GraphReference[] = []
  readonly #chunks: ReadonlyMap<string, FoundChunk>
  #room = mostCharacters

  constructor(chunks: readonly FoundChunk[]) {
    this.#chunks = new Map(chunks.map((chunk) => [chunk.id, chunk]))
  }

  /** A fact that does not fit is left out; a shorter one may still fit. One whose chunks went meanwhile has no ground. */
  add({ edges, ...fact }: RankedFact, mayDiffer: boolean): void {
    const numbers = new Set<number>()
    const fresh: GraphReference[] = []
    for (const edge of edges.slice(0, mostReferences)) {
      const chunk = this.#chunks.get(edge.chunk)
      if (chunk) numbers.add(this.#numberOf(tellingSentence(chunk, edge), fresh))
    }
    const told = { ...fact, references: [...numbers], differs: false }
    const cost = [factLine({ ...told, differs: mayDiffer }), ...fresh.map(referenceLine)].reduce(
      (sum, line) => sum + line.length + 1,
      0,
    )
    if (numbers.size === 0 || cost > this.#room) return
    this.#room -= cost
    this.facts.push(told)
    this.references.push(...fresh)
  }

  #numberOf(sentence: Omit<GraphReference, 'number'>, fresh: GraphReference[]): number {
    const { document, start } = sentence
    const known = [...this.references, ...fresh].find((each) => each.document === document && each.start === start)
    if (known) return known.number
    const number = this.references.length + fresh.length + 1
    fresh.push({ ...sentence, number })
    return number
  }
}

/** Facts of the same name and relation with more than one end, but few: `near` is said of many things at once. */
class Rivals {
  readonly #groups: ReadonlyMap<string, readonly RankedFact[]>

  constructor(ranked: readonly RankedFact[]) {
    this.#groups = Map.groupBy(ranked, groupOf)
  }

  /** All of them, with the one asked for; none when nothing rivals it. */
  of(fact: { readonly from: string; readonly relation: string }): readonly RankedFact[] {
    const group = this.#groups.get(groupOf(fact)) ?? []
    const isPlace = fact.relation === mentionedWith || prepositions.has(fact.relation)
    return isPlace || group.length < 2 || group.length > mostRivals ? [] : group
  }
}

/** In their order, but each followed by its rivals. */
function besideEachOther(facts: readonly RankedFact[], rivals: Rivals): readonly RankedFact[] {
  return [...new Set(facts.flatMap((fact) => [fact, ...rivals.of(fact)]))]
}

/** Two sentences that say it differently: two ends that one sentence names are both meant. */
function marked(facts: readonly GraphFact[], rivals: Rivals): readonly GraphFact[] {
  const groups = Map.groupBy(facts, groupOf)
  return facts.map((fact) => {
    const others = rivals.of(fact).length === 0 ? [] : (groups.get(groupOf(fact)) ?? [])
    return others.some((other) => areDifferent(fact, other)) ? { ...fact, differs: true } : fact
  })
}

function areDifferent(fact: GraphFact, other: GraphFact): boolean {
  if (fact.to === other.to || isAttribute(fact.to) !== isAttribute(other.to)) return false
  return !fact.references.some((number) => other.references.includes(number))
}

function groupOf({ from, relation }: { readonly from: string; readonly relation: string }): string {
  return `${from}\n${relation}`
}
