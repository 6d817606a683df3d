/** What is established, with its sources: what earlier rounds leave to later ones. */

import { excerptOf } from './placeholders.ts'
import { admissionOf, type Evidence, lineOf, shownEvidence, type TaskResult } from './result.ts'

export type EstablishedFact = {
  /** The task it is from. */
  readonly id: string
  readonly round: number
  readonly question: string
  /** The first statements of what the task gave. */
  readonly says: string
  readonly sources: readonly string[]
}

/** So much of a result is a fact to be carried on, and so many sources. */
const longestFact = 600
const mostSources = 5

/** The newest facts are shown, so much of all of them together, and so much of each question. */
const mostShown = 80
const longestTogether = 16_000
const longestQuestion = 300

/** What a result establishes: nothing when it gave nothing, is not sure of it, or says that it could not. */
export function factOf(result: TaskResult): readonly EstablishedFact[] {
  const { id, round, question, output, confidence, sources } = result
  if (output === null || confidence === 'low' || admissionOf(result) !== undefined) return []
  const { text: says } = excerptOf(output, longestFact)
  return [{ id, round, question, says, sources: sources.slice(0, mostSources) }]
}

/** Facts as a model reads them, the newest last; undefined when there are none. They may quote pages: they are fenced. */
export function shownFacts(facts: readonly EstablishedFact[]): string | undefined {
  if (facts.length === 0) return undefined
  const shown = facts.slice(-mostShown)
  const share = Math.floor(longestTogether / shown.length)
  return shown.map((fact) => shownFact(fact, share)).join('\n')
}

function shownFact({ id, question, says, sources }: EstablishedFact, longest: number): string {
  const from = sources.length === 0 ? `step ${id}` : sources.join(', ')
  const evidence: Evidence = { text: says, untrusted: { from } }
  return `- ${lineOf(question, longestQuestion)}\n${shownEvidence(evidence, longest)}`
}

/** What a round found, in plain text. */
export function findingsOf(facts: readonly EstablishedFact[]): string {
  return facts.map(({ says, sources }) => (sources.length === 0 ? says : `${says} (${sources.join(', ')})`)).join('\n')
}
