/** What came of a loop that was tried, and what is made of all that were. */
import type { GyreError } from '../../errors.ts'
import type { Json } from '../../json.ts'
import type { LoopEnd } from '../../kernel/context.ts'
import type { LoopResult } from '../../kernel/loop.ts'
import type { Outcome } from '../../kernel/outcome.ts'
import type { Choice } from './router.ts'

export type Attempt = Choice & {
  readonly outcome: Outcome
  /** Of a judge; 0 when there is no answer, or no judgement that can be read. */
  readonly confidence: number
  /** What speaks against it. */
  readonly doubt: string
  /** How the loop ended, or why it could not. */
  readonly end: LoopEnd | GyreError
}

/** Why no more is tried. */
export type Stop = 'confident' | 'blocked' | 'escalations' | 'exhausted'

type Limits = { readonly minConfidence: number; readonly maxEscalations: number }

/** Whether the last attempt was the last. No confidence at all is never enough. */
export function stopOf(tried: readonly Attempt[], last: Attempt, limits: Limits): Stop | undefined {
  if (last.confidence > 0 && last.confidence >= limits.minConfidence) return 'confident'
  if (last.outcome === 'blocked') return 'blocked'
  return tried.length > limits.maxEscalations ? 'escalations' : undefined
}

export function answerOf({ end }: Attempt): Json {
  const answer = 'answer' in end ? end.answer : null
  return answer === '' ? null : answer
}

/** The attempt of the highest confidence; of equal ones the first, which was the cheapest. */
export function bestOf(tried: readonly Attempt[]): Attempt | undefined {
  const [best] = tried.filter((attempt) => answerOf(attempt) !== null).toSorted((a, b) => b.confidence - a.confidence)
  return best
}

export function pathOf(tried: readonly Attempt[]): Json {
  return tried.map(({ loop, why, outcome, confidence }) => ({ loop, why, outcome, confidence }))
}

/** The best answer, and how it was come by. One that is still doubted does not pass for a good one. */
export function resultOf(tried: readonly Attempt[], stop: Stop): LoopResult {
  const best = bestOf(tried)
  if (!best || !('answer' in best.end)) return withoutAnswer(tried, stop)
  const { answer, outcome, gap, details: inner } = best.end
  const details = { stop, loop: best.loop, path: pathOf(tried), inner }
  if (stop === 'confident') return { answer, outcome, ...(gap !== null && { gap }), details }
  return { answer, outcome: stop === 'blocked' ? 'blocked' : 'limit:turns', gap: best.doubt, details }
}

/** The fault of a loop is thrown on when no other loop came to anything either. */
function withoutAnswer(tried: readonly Attempt[], stop: Stop): LoopResult {
  const failed = tried.find(({ end }) => end instanceof Error)
  if (failed?.end instanceof Error) throw failed.end
  const told = tried.findLast(({ outcome }) => outcome === 'blocked' || outcome.startsWith('stuck:'))
  return { answer: null, outcome: told?.outcome ?? 'stuck:unreadable', details: { stop, path: pathOf(tried) } }
}
