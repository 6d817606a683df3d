/** Claims about what a task costs: calls, tokens, time. */
import { GyreError } from '@gyre/core'
import type { Amount, Claim, Measurement } from '../claim.ts'
import { type Mean, meanInterval, meanSigma, meansSigma, zOf } from '../statistics/means.ts'
import { cellLimit, orderingLimit } from './limits.ts'
import type { Row } from './row.ts'

export type AmountClaim = Claim & { readonly of: Amount }
type Facts = Omit<Row, 'pass' | 'fault'>

export function amountOf(of: Amount, { n, variances, ...means }: Measurement): Mean {
  return { mean: means[of], variance: variances[of], n }
}

/** The mean of an amount is a closed form. Its σ is what tasks differ by; of a form that leaves no choice it is zero. */
export function judgeMean(
  claim: AmountClaim & { readonly kind: 'equals' },
  one: Measurement,
): readonly [Facts, string | undefined] {
  const { loop, claim: text, kind, of, arm, expected } = claim
  if (!(expected >= 0 && Number.isFinite(expected))) {
    throw new GyreError('argument-invalid', `\`${text}\` expects ${expected}: an amount is zero or more.`)
  }
  const cost = amountOf(of, one)
  const sigma = meanSigma(cost)
  const z = zOf(cost.mean - expected, sigma)
  const row = { loop, claim: text, kind, of, arm, n: one.n, ...measuredOf(cost), expected, sigma, z, calls: one.calls }
  return [row, Math.abs(z) > cellLimit ? `more than ${cellLimit}σ ${z < 0 ? 'below' : 'above'}` : undefined]
}

/** One arm needs less than another, or must not. */
export function judgeSaving(
  claim: AmountClaim & { readonly kind: 'saves' | 'control' },
  one: Measurement,
  other: Measurement,
): readonly [Facts, string | undefined] {
  const { loop, claim: text, kind, of, arm, over } = claim
  const times = claim.kind === 'saves' ? (claim.times ?? 1) : 1
  const [cost, otherCost] = [amountOf(of, one), amountOf(of, other)]
  const sigma = meansSigma(cost, otherCost)
  const row = {
    ...{ loop, claim: text, kind, of, arm, over, n: one.n, ...measuredOf(cost), expected: otherCost.mean / times },
    ...{ sigma, z: zOf(otherCost.mean - cost.mean, sigma), calls: one.calls, overCalls: other.calls },
  }
  return [row, kind === 'saves' ? savingFault(row, times) : controlFault(row)]
}

function measuredOf(cost: Mean): Pick<Row, 'measured' | 'interval'> {
  return { measured: cost.mean, interval: meanInterval(cost) }
}

function savingFault({ z, measured, expected }: Facts, times: number): string | undefined {
  if (z < orderingLimit) return `saves by ${z.toFixed(1)}σ, not by ${orderingLimit}σ`
  return measured > expected ? `not ${times} times as much` : undefined
}

function controlFault({ z }: Facts): string | undefined {
  return z > cellLimit ? `saves by ${z.toFixed(1)}σ where nothing can be saved` : undefined
}
