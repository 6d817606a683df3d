/** The trend of the scores: whether the way that was taken leads anywhere. */
import type { StepResult } from './results.ts'

type Trend = { readonly trend: 'improving' | 'stable' | 'DEGRADING'; readonly slope: number }

/** So many scores are looked at. */
const window = 3

/** By how much they must change from one to the next. */
const threshold = 0.3

/** The mean of the differences between the last three scores, and what it says; stable before there are two. */
export function trendOf(scores: readonly number[]): Trend {
  const last = scores.slice(-window)
  const [first = 0] = last
  const slope = last.length < 2 ? 0 : rounded(((last.at(-1) ?? first) - first) / (last.length - 1))
  if (slope > threshold) return { trend: 'improving', slope }
  return { trend: slope < -threshold ? 'DEGRADING' : 'stable', slope }
}

/** The scores there are, one a round: who of several was judged first says nothing. */
export function scoresOf(rounds: readonly (readonly Pick<StepResult, 'score'>[])[]): readonly number[] {
  return rounds.flatMap((round) => {
    const scores = round.flatMap(({ score }) => score ?? [])
    return scores.length === 0 ? [] : scores.reduce((sum, score) => sum + score, 0) / scores.length
  })
}

/** Quarters of scores add up to what they are, and not to a little more. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
