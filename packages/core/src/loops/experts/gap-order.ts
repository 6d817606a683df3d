/** What is known about a gap before any judge is asked, in a fixed order. */
import { admissionIn } from './admission.ts'
import type { TaskResult } from './result.ts'

export type Standing = {
  /** Of this round alone: what was admitted before is answered by it, or found again. */
  readonly results: readonly TaskResult[]
  readonly answer: string
  /** Whether results contradict each other. */
  readonly isDisputed: boolean
  /** What the plan left out, where it was cut. */
  readonly leftOut: string
  /** Tokens of all prompts so far, and how many there may be. */
  readonly tokens: number
  readonly tokenGuard: number
}

export type Ordered =
  | { readonly is: 'complete'; readonly why: 'side-effect' | 'short' }
  | { readonly is: 'gap'; readonly gap: string; readonly by: 'nothing' | 'admission' }
  /** No judge is asked. The gap is what is known without one; '' when nothing is. */
  | { readonly is: 'guard'; readonly gap: string }
  | { readonly is: 'open' }

/** An answer with so many words or fewer is short. */
const shortAnswer = 5

export function orderedChecks(standing: Standing): Ordered {
  const { results, leftOut, tokens, tokenGuard } = standing
  // Planning again would do it again.
  if (results.some(({ hasEffect }) => hasEffect)) return { is: 'complete', why: 'side-effect' }
  if (results.every(({ output }) => output === null)) return { is: 'gap', gap: emptyGap(results), by: 'nothing' }
  const admitted = admittedGap(results)
  if (admitted !== undefined) return { is: 'gap', gap: admitted, by: 'admission' }
  if (isShortAndSure(standing)) return { is: 'complete', why: 'short' }
  return tokens >= tokenGuard ? { is: 'guard', gap: leftOut } : { is: 'open' }
}

function emptyGap(results: readonly TaskResult[]): string {
  const ends = results.map(({ question, outcome }) => `${question} (${outcome})`).join('; ')
  return `No task gave anything: ${ends}`
}

/** What an expert said it could not do. A tool's text may quote anybody. */
function admittedGap(results: readonly TaskResult[]): string | undefined {
  for (const { id, kind, question, output } of results) {
    const admission = kind === 'expert' && output !== null ? admissionIn(output) : undefined
    if (admission !== undefined) return `Task ${id} was not done: ${question} Its expert said: ${admission}`
  }
  return undefined
}

/** One may be sure that something is not known; that is no answer. */
const unknown =
  /\b(?:unknown|uncertain|undetermined|not (?:known|found|available|sure)|no (?:idea|answer|data)|unbekannt|inconnue?|desconocid[oa])\b/i

/** How sure experts are is their own word: it counts only where nothing speaks against it. */
function isShortAndSure({ results, answer, isDisputed, leftOut }: Standing): boolean {
  const isSure = ({ output, confidence, gaps }: TaskResult) => output !== null && confidence === 'high' && gaps === ''
  const words = answer.split(/\s+/).filter((word) => word !== '').length
  const isShort = words > 0 && words <= shortAnswer && !unknown.test(answer)
  return isShort && !isDisputed && leftOut === '' && results.every(isSure)
}
