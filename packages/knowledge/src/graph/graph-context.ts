/** What the graph tells about a question: facts near the names in it, each with the sentences that say so. */
import type { Shelf } from '../ports.ts'
import { chooseFacts } from './choose-facts.ts'
import { graphAround } from './graph-around.ts'
import type { GraphFact, GraphReference } from './graph-fact.ts'
import { mostFacts, mostHops } from './graph-limits.ts'
import { graphText } from './graph-text.ts'
import { linkNames } from './link-names.ts'
import { rankFacts } from './rank-facts.ts'

/** What the graph says to a question: facts, the passages they are from, and both as one text. */
export type GraphContext = {
  /** Of the graph, that the question is about. */
  readonly names: readonly string[]
  readonly facts: readonly GraphFact[]
  readonly references: readonly GraphReference[]
  readonly text: string
}

/** How far from the names it looks, and how many facts it gives. */
export type GraphContextOptions = {
  /** How many steps from the names; 2 when left out, 3 at most. */
  readonly hops?: number
  /** Facts at most; 24 when left out. */
  readonly limit?: number
  readonly signal?: AbortSignal
}

/** The facts around the names in a question, the nearest and best supported first. */
export async function graphContext(
  shelf: Shelf,
  question: string,
  options: GraphContextOptions = {},
): Promise<GraphContext> {
  const { hops = 2, limit = 24, signal } = options
  const linked = await linkNames(shelf, question)
  const { names } = linked
  const around = await graphAround(shelf, linked, { hops: within(hops, mostHops), signal })
  const ranked = rankFacts(around, { question, names, chunks: linked.chunks })
  const { facts, references } = await chooseFacts(shelf, ranked, within(limit, mostFacts))
  return { names, facts, references, text: graphText(names, facts, references) }
}

function within(number: number, most: number): number {
  return Number.isFinite(number) ? Math.min(most, Math.max(1, Math.trunc(number))) : most
}
