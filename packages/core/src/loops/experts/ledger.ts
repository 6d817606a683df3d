/** Results across rounds: which of them stand, which are superseded, and where they contradict each other. */
import { type Contradiction, contradicts, foldedWords } from './contradiction.ts'
import { excerptOf } from './placeholders.ts'
import { admissionOf, isAtLeast, type TaskResult } from './result.ts'

export type Ledger = {
  /** Those that stand, oldest first. */
  readonly standing: readonly TaskResult[]
  /** Those that stand but were fetched or worked out in earlier rounds: shown as facts. */
  readonly cleared: readonly TaskResult[]
  readonly contradictions: readonly Contradiction[]
}

export const emptyLedger: Ledger = { standing: [], cleared: [], contradictions: [] }

/** So much of each side of a contradiction is kept. */
const longestStatement = 600

/** The ledger with the results of a round. */
export function withResults(ledger: Ledger, results: readonly TaskResult[]): Ledger {
  return results.reduce(withResult, ledger)
}

/**
 * A result takes the place of the one it names, or of those of earlier rounds with the same category and question, when
 * it is at least as sure. One that gave nothing, or admits that it could not, takes no place. Two tasks of one category
 * stay side by side.
 */
function withResult({ standing, cleared, contradictions }: Ledger, result: TaskResult): Ledger {
  const others = [...cleared, ...standing].filter((other) => isAbout(result, other))
  const superseded = new Set(others.filter((other) => supersedes(result, other)))
  const met = others.flatMap((other) => contradictionOf(other, result))
  const stands = (other: TaskResult) => !superseded.has(other)
  return {
    standing: [...standing.filter(stands), result],
    cleared: cleared.filter(stands),
    contradictions: [...contradictions, ...met],
  }
}

function isAbout(result: TaskResult, other: TaskResult): boolean {
  return result.supersedes === other.id || isSameQuestion(result, other)
}

function supersedes(result: TaskResult, other: TaskResult): boolean {
  if (!hasGiven(result) || other.round === result.round) return false
  const isMeant =
    result.supersedes === other.id || (result.category === other.category && isSameQuestion(result, other))
  // A result that gave nothing is in nobody's way.
  return isMeant && (other.output === null || isAtLeast(result.confidence, other.confidence))
}

/** Who says that it could not gave nothing, whatever its words. */
function hasGiven(result: TaskResult): result is TaskResult & { readonly output: string } {
  return result.output !== null && admissionOf(result) === undefined
}

/** By its words: case, accents and punctuation make no other question. */
function isSameQuestion(one: TaskResult, other: TaskResult): boolean {
  return foldedWords(one.question).join(' ') === foldedWords(other.question).join(' ')
}

function contradictionOf(earlier: TaskResult, later: TaskResult): readonly Contradiction[] {
  const { question } = later
  if (!hasGiven(earlier) || !hasGiven(later)) return []
  return contradicts(earlier.output, later.output, question)
    ? [{ question, earlier: statementOf(earlier), later: statementOf(later) }]
    : []
}

function statementOf({ id, round, confidence, output }: TaskResult): Contradiction['earlier'] {
  return { id, round, confidence, says: excerptOf(output ?? '', longestStatement).text }
}

/**
 * The ledger behind a round. What was fetched or worked out is cleared, and who said that it could not gave nothing:
 * that was a gap then, and is no result now.
 */
export function cleared({ standing, cleared: before, contradictions }: Ledger): Ledger {
  const stays = ({ kind }: TaskResult) => kind === 'expert' || kind === 'graph'
  return {
    standing: standing.filter(stays).map(withoutAdmission),
    cleared: [...before, ...standing.filter((result) => !stays(result))],
    contradictions,
  }
}

function withoutAdmission(result: TaskResult): TaskResult {
  if (admissionOf(result) === undefined) return result
  return { ...result, output: null, confidence: 'low', outcome: 'could not', evidence: [] }
}
