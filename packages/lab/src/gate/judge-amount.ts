/** Claims about what a task costs: calls, tokens, time. */
import { GyreError } from '@gyre/core'
import type { Amount, Claim, Measurement } from '../claim.ts'
import { isNoDifference, type Mean, meanInterval, meanSigma, meansSigma, zOf } from '../statistics/means.ts'
import { type Facts, type Finding, fewest, finding, type Judged, zWith } from './finding.ts'
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
  if (variance > 0) return finding('not the same for every task', true)
  return isNoDifference(mean - expected) ? undefined : finding(`always ${mean < expected ? 'less' : 'more'}`, true)
}

function meanFinding(z: number, { n }: Measurement): Finding | undefined {
  if (Math.abs(z) <= cellLimit) return undefined
  return finding(`more than ${cellLimit}σ ${z < 0 ? 'below' : 'above'}`, n >= spreadTasks)
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
  const isTold = tasks >= (sigma === 0 ? spreadTasks : orderingTasks)
  if (z < orderingLimit)
    return finding(
      `saves by ${inSigma(z)}, not by ${orderingLimit}σ`,
      isTold || (z < -cellLimit && tasks >= spreadTasks),
    )
  if (measured > expected) return finding(`not ${times} times as much`, isTold)
  return tasks >= spreadTasks ? undefined : finding(`saves by ${inSigma(z)}`, false)
}

function controlFinding(z: number, tasks: number): Finding | undefined {
  return z > cellLimit ? finding(`saves by ${inSigma(z)} where nothing can be saved`, tasks >= spreadTasks) : undefined
}

/** Of amounts that never differ there is no σ to count in. */
function inSigma(z: number): string {
  return Number.isFinite(z) ? `${z.toFixed(1)}σ` : z < 0 ? 'less than nothing' : 'the same each time'
}
