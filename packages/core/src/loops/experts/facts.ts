/** What is established, with its sources: what earlier rounds leave to later ones. */

import { excerptOf } from './placeholders.ts'
import type { Evidence, TaskResult } from './result.ts'
import { shownEvidence } from './result.ts'

export type EstablishedFact = {
  /** The task it is from. */
  readonly id: string
  readonly round: number
  readonly question: string
  /** The first statements of what the task gave. */
  readonly says: string
  readonly sources: readonly string[]
}

/** So much of a result is a fact to be carried on, so many sources, and so much of all facts together is shown. */
const longestFact = 600
const mostSources = 5
const longestTogether = 16_000

/** What a result establishes: nothing when it gave nothing, or is not sure of it. */
export function factOf({ id, round, question, output, confidence, sources }: TaskResult): readonly EstablishedFact[] {
  if (output === null || confidence === 'low') return []
  const { text: says } = excerptOf(output, longestFact)
  return [{ id, round, question, says, sources: sources.slice(0, mostSources) }]
}

/** Facts as a model reads them, the newest last; undefined when there are none. They may quote pages: they are fenced. */
export function shownFacts(facts: readonly EstablishedFact[]): string | undefined {
  if (facts.length === 0) return undefined
  const share = Math.max(200, Math.floor(longestTogether / facts.length))
  return facts.map((fact) => shownFact(fact, share)).join('\n')
}

function shownFact({ id, question, says, sources }: EstablishedFact, longest: number): string {
  const from = sources.length === 0 ? `step ${id}` : sources.join(', ')
  const evidence: Evidence = { text: says, untrusted: { from } }
  return `- ${question}\n${shownEvidence(evidence, longest)}`
}

/** What a round found, in plain text. */
export function findingsOf(facts: readonly EstablishedFact[]): string {
  return facts.map(({ says, sources }) => (sources.length === 0 ? says : `${says} (${sources.join(', ')})`)).join('\n')
}
