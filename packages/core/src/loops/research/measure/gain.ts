/** What a cycle of research brought, and where that is going. */
import { totalCoverage } from './coverage.ts'

export type Trend = 'starting' | 'increasing' | 'stable' | 'stalling'

/** How much the newest cycle counts; the rest is for all before it. */
const newestShare = 0.5

/** So many cycles make a trend. */
const trendCycles = 3

/**
 * A slope within it is no trend. Over the two steps of a trend it is 0.02, and by less than that no cycle that is worth
 * its searches differs from one that is not.
 */
const deadBand = 0.01

/** Both on the same outline: a topic that is added has to be in `before`, too, or the gain is lost in it. */
export function gainOf(before: readonly number[], after: readonly number[]): number {
  return totalCoverage(after) - totalCoverage(before)
}

/** The gain of the last cycle, evened out: one poor cycle after good ones is not yet the end. */
export function smoothedGain(gains: readonly number[]): number {
  const [first = 0, ...others] = gains
  return others.reduce((smoothed, gain) => newestShare * gain + (1 - newestShare) * smoothed, first)
}

export function trendOf(gains: readonly number[]): Trend {
  if (gains.length < 2) return 'starting'
  const slope = slopeOf(gains.slice(-trendCycles))
  if (slope > deadBand) return 'increasing'
  return slope < -deadBand ? 'stalling' : 'stable'
}

/** Of the line with the least squares through the values, one step apart. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  let rise = 0
  let run = 0
  for (const [at, value] of values.entries()) {
    rise += (at - middle) * value
    run += (at - middle) ** 2
  }
  return rise / run
}
