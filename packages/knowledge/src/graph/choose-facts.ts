/** The best facts that there is room for, those that differ beside each other, and the sentences they rest on. */
import type { FoundChunk } from '@gyre/core'
import type { Shelf } from '../ports.ts'
import type { GraphFact, GraphReference } from './graph-fact.ts'
import { factLine, referenceLine } from './graph-text.ts'
import type { RankedFact } from './rank-facts.ts'
import { Rivals } from './rivals.ts'
import { cannotBothBe } from './single-valued.ts'
import { tellingSentence } from './telling-sentence.ts'

export type ChosenFacts = { readonly facts: readonly GraphFact[]; readonly references: readonly GraphReference[] }

/** Of the text that a model is shown. */
const mostCharacters = 3_900
/** Sentences for one fact. */
const mostReferences = 2

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
    if (page.shown.length === limit) break
    page.add(fact, rivals.of(fact).length > 0)
  }
  return { facts: marked(page.shown, rivals), references: page.references }
}

class Page {
  readonly shown: Shown[] = []
  readonly references: GraphReference[] = []
  readonly #chunks: ReadonlyMap<string, FoundChunk>
  #room = mostCharacters

  constructor(chunks: readonly FoundChunk[]) {
    this.#chunks = new Map(chunks.map((chunk) => [chunk.id, chunk]))
  }

  /** A fact that does not fit is left out; a shorter one may still fit. One whose chunks went meanwhile has no ground. */
  add(ranked: RankedFact, mayDiffer: boolean): void {
    const { from, relation, to, score, edges } = ranked
    const numbers = new Set<number>()
    const fresh: GraphReference[] = []
    for (const edge of edges.slice(0, mostReferences)) {
      const chunk = this.#chunks.get(edge.chunk)
      if (chunk) numbers.add(this.#numberOf(tellingSentence(chunk, edge), fresh))
    }
    const told = { from, relation, to, score, references: [...numbers], differs: false }
    const cost = [factLine({ ...told, differs: mayDiffer }), ...fresh.map(referenceLine)].reduce(
      (sum, line) => sum + line.length + 1,
      0,
    )
    if (numbers.size === 0 || cost > this.#room) return
    this.#room -= cost
    this.shown.push({ ranked, fact: told })
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

/** In their order, but each followed by its rivals. */
function besideEachOther(facts: readonly RankedFact[], rivals: Rivals): readonly RankedFact[] {
  return [...new Set(facts.flatMap((fact) => [fact, ...rivals.of(fact)]))]
}

type Shown = { readonly ranked: RankedFact; readonly fact: GraphFact }

function marked(shown: readonly Shown[], rivals: Rivals): readonly GraphFact[] {
  const byRanked = new Map(shown.map(({ ranked, fact }) => [ranked, fact]))
  return shown.map(({ ranked, fact }) => {
    const others = rivals.isDoer(ranked) ? [] : rivals.of(ranked).flatMap((other) => byRanked.get(other) ?? [])
    return others.some((other) => areDifferent(fact, other)) ? { ...fact, differs: true } : fact
  })
}

/** Two sentences that cannot both be right: two ends that one sentence names are both meant. */
function areDifferent(fact: GraphFact, other: GraphFact): boolean {
  const isOneSentence = fact.references.some((number) => other.references.includes(number))
  return !isOneSentence && cannotBothBe(fact.relation, fact.to, other.to)
}
