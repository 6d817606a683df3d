/** Claims about what a task costs: calls, tokens, time. */
import { GyreError } from '@gyre/core'
import type { Amount, Claim, Measurement } from '../claim.ts'
import { isNoDifference, type Mean, meanInterval, meanSigma, meansSigma, zOf } from '../statistics/means.ts'
import { type Facts, type Finding, fewest, type Judged, refuted, refutedFrom, zWith } from './finding.ts'
import { cellLimit, orderingLimit, orderingTasks, spreadTasks } from './limits.ts'
import type { Row } from './row.ts'

type AmountClaim = Claim & { readonly of: Amount }
type MeanClaim = AmountClaim & { readonly kind: 'equals' }

export function amountOf(of: Amount, { n, variances, ...means }: Measurement): Mean {
  return { mean: means[of], variance: variances[of], n }
}

/** The mean of an amount is a closed form. Its σ is what tasks differ by; where the claim leaves no choice, none may differ. */
export function judgeMean(claim: MeanClaim, one: Measurement): Judged {
  const { loop, claim: text, kind, of, arm, expected } = claim
  if (!(expected >= 0 && Number.isFinite(expected))) {
    throw new GyreError('argument-invalid', `\`${text}\` expects ${expected}: an amount is zero or more.`)
  }
  const cost = amountOf(of, one)
  const sigma = meanSigma(cost)
  const z = zOf(cost.mean - expected, sigma)
  const row = {
    ...{ loop, claim: text, kind, of, arm, n: one.n, ...measuredOf(cost), expected },
    ...{ ...zWith(sigma, z), calls: one.calls },
  }
  return [row, claim.isFixed === true ? fixedFinding(cost, expected) : meanFinding(z, one)]
}

function fixedFinding({ mean, variance }: Mean, expected: number): Finding | undefined {
  if (variance > 0) return refuted('not the same for every task')
  return isNoDifference(mean - expected) ? undefined : refuted(alwaysOff(mean < expected))
}

function meanFinding(z: number, { n }: Measurement): Finding | undefined {
  if (Math.abs(z) <= cellLimit) return undefined
  const why = Number.isFinite(z) ? `more than ${cellLimit}σ ${z < 0 ? 'below' : 'above'}` : alwaysOff(z < 0)
  return refutedFrom(spreadTasks, n, why)
}

function alwaysOff(isLess: boolean): string {
  return `always ${isLess ? 'less' : 'more'}`
}

/** One arm needs less than another, or must not. */
export function judgeSaving(
  claim: AmountClaim & { readonly kind: 'saves' | 'control' },
  one: Measurement,
  other: Measurement,
): Judged {
  const { loop, claim: text, kind, of, arm, over } = claim
  const times = claim.kind === 'saves' ? (claim.times ?? 1) : 1
  const [cost, otherCost] = [amountOf(of, one), amountOf(of, other)]
  const sigma = meansSigma(cost, otherCost)
  const z = zOf(otherCost.mean - cost.mean, sigma)
  const row = {
    ...{ loop, claim: text, kind, of, arm, over, n: one.n, ...measuredOf(cost), expected: otherCost.mean / times },
    ...{ ...zWith(sigma, z), calls: one.calls, overCalls: other.calls, atEqualCalls: false },
  }
  const tasks = fewest(one, other)
  return [row, kind === 'saves' ? savingFinding(row, { z, times, tasks }) : controlFinding(z, tasks)]
}

function measuredOf(cost: Mean): Pick<Row, 'measured' | 'interval'> {
  return { measured: cost.mean, interval: meanInterval(cost) }
}

type Saving = { readonly z: number; readonly times: number; readonly tasks: number }

/** A saving that is the same in every task shows as soon as that can be told. */
function savingFinding({ measured, expected, sigma }: Facts, { z, times, tasks }: Saving): Finding | undefined {
  const least = sigma === 0 ? spreadTasks : orderingTasks
  if (z < orderingLimit) {
    const why = sigma === 0 ? savedEachTime(z) : `saves by ${z.toFixed(1)}σ, not by ${orderingLimit}σ`
    return refutedFrom(z < -cellLimit ? spreadTasks : least, tasks, why)
  }
  if (measured > expected) return refutedFrom(least, tasks, `not ${times} times as much`)
  return tasks >= spreadTasks ? undefined : refutedFrom(spreadTasks, tasks, savedBy(z))
}

function controlFinding(z: number, tasks: number): Finding | undefined {
  return z > cellLimit ? refutedFrom(spreadTasks, tasks, `${savedBy(z)} where nothing can be saved`) : undefined
}

function savedBy(z: number): string {
  return Number.isFinite(z) ? `saves by ${z.toFixed(1)}σ` : savedEachTime(z)
}

/** Of amounts that never differ there is no σ to count in: what is so once is so each time. */
function savedEachTime(z: number): string {
  if (z === 0) return 'saves nothing in any task'
  return z < 0 ? 'needs more in every task' : 'saves in every task'
}
