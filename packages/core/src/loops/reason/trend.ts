/** The trend of the scores: whether the way that was taken leads anywhere. */

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

/** Quarters of scores add up to what they are, and not to a little more. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
