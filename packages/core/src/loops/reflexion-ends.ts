/** What episodes of reflexion are worth, and what it ends with. */
import type { GyreError } from '../errors.ts'
import type { LoopEnd } from '../kernel/context.ts'
import type { LoopResult } from '../kernel/loop.ts'
import type { Verdict } from '../parsing/verdict.ts'

export type Attempt = Pick<LoopEnd, 'answer' | 'outcome' | 'gap'> & {
  readonly trace: string
  readonly error?: GyreError
}
/** `isJudged` is false when there was an answer, and the judge failed. */
export type Episode = Attempt & { readonly verdict: Verdict; readonly isJudged: boolean }

/** What an episode is worth: none without an answer; else its score, above all of which is a verdict that is good. */
export function worthOf({ answer, verdict }: Episode, index: number, keepBest: boolean): number {
  if (answer === null) return -1
  if (!keepBest) return index
  return verdict.isSatisfactory ? 11 : verdict.score
}

/** How it ends. Without any answer, as the last episode did. */
export function endOf(episodes: readonly Episode[], keepBest: boolean, reflections: readonly string[]): LoopResult {
  const worths = episodes.map((episode, index) => worthOf(episode, index, keepBest))
  // Of equals the later one: it knew more.
  const best = worths.lastIndexOf(Math.max(...worths))
  const answer = episodes[best]?.answer ?? null
  const last = episodes.at(-1)
  if (answer === null && last?.error) throw last.error
  const stop = stopOf(last, answer)
  const details = { stop, best, episodes: episodes.map(shownEpisode), reflections }
  const lack = lackOf(episodes[best])
  if (stop === 'satisfactory') return { answer, ...lack, details }
  const isStuck = answer === null && last !== undefined && last.outcome !== 'answered'
  const outcome = isStuck ? last.outcome : stop === 'unjudged' ? 'gap_open' : 'limit:turns'
  // What the last verdict misses; a judge may leave its reason out.
  const gap = [last?.verdict.reason ?? '', lack.gap ?? ''].filter((part) => part !== '').join(' ')
  return { answer, outcome, ...(gap !== '' && { gap }), details }
}

function stopOf(last: Episode | undefined, answer: Episode['answer']): string {
  if (last?.verdict.isSatisfactory) return 'satisfactory'
  if (last?.isJudged === false) return 'unjudged'
  return answer === null ? 'unanswered' : 'episodes'
}

/**
 * What the answer of an episode lacks by its own word, whoever likes it: a part that was cut off, or what its loop knows
 * to be missing. Not that it took all its turns: an answer that was judged to be good does not suffer from that.
 */
function lackOf(episode: Episode | undefined): Pick<LoopResult, 'outcome' | 'gap'> {
  const { outcome, gap } = episode ?? {}
  if (outcome !== 'limit:tokens' && outcome !== 'gap_open') return {}
  return { outcome, ...(gap && { gap }) }
}

export function shownEpisode({ outcome, verdict: { isSatisfactory, score, reason } }: Episode) {
  return { outcome, verdict: isSatisfactory ? 'satisfactory' : 'unsatisfactory', score, reason }
}
