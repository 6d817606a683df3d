/** One claim against what was measured. */
import { GyreError } from '@gyre/core'
import type { Claim, Measurement } from '../claim.ts'
import { binomialSigma, binomialZ } from '../statistics/binomial.ts'
import { differenceSigma, rateOf, twoProportionZ } from '../statistics/two-proportions.ts'
import { cellLimit, equalCallsLimit, orderingLimit } from './limits.ts'
import type { Row } from './row.ts'

export type Measurements = ReadonlyMap<string, Measurement>

type FormClaim = Extract<Claim, { readonly expected: number }>
type ArmsClaim = Exclude<Claim, FormClaim>

export function judgeClaim(claim: Claim, measurements: Measurements): Row {
  return 'over' in claim ? judgeArms(claim, measurements) : judgeForm(claim, measurements)
}

function judgeForm(claim: FormClaim, measurements: Measurements): Row {
  const { loop, claim: text, kind, arm, expected } = claim
  if (!(expected >= 0 && expected <= 1)) {
    throw new GyreError('argument-invalid', `\`${text}\` expects ${expected}: a share lies between 0 and 1.`)
  }
  const { n, successes, calls } = measured(arm, claim, measurements)
  const [sigma, z] = [binomialSigma(expected, n), binomialZ(successes, n, expected)]
  const isLow = z < -cellLimit && kind !== 'at-most'
  const isHigh = z > cellLimit && kind !== 'at-least'
  const fault = isLow || isHigh ? `more than ${cellLimit}σ ${isLow ? 'below' : 'above'}` : undefined
  const row = { loop, claim: text, kind, arm, n, measured: successes / n, expected, sigma, z, calls }
  return withVerdict(row, fault)
}

function judgeArms(claim: ArmsClaim, measurements: Measurements): Row {
  const { loop, claim: text, kind, arm, over } = claim
  const [one, other] = [measured(arm, claim, measurements), measured(over, claim, measurements)]
  const times = claim.kind === 'beats' ? (claim.times ?? 1) : 1
  const row = {
    ...{ loop, claim: text, kind, arm, over, n: one.n, measured: rateOf(one), expected: times * rateOf(other) },
    ...{ sigma: differenceSigma(one, other), z: twoProportionZ(one, other), calls: one.calls, overCalls: other.calls },
  }
  return withVerdict(row, claim.kind === 'beats' ? orderingFault(claim, row) : controlFault(row))
}

function orderingFault(
  { atEqualCalls, times }: Extract<Claim, { readonly kind: 'beats' }>,
  { measured: rate, expected, z, n, calls, overCalls }: Omit<Row, 'pass'> & { readonly overCalls: number },
): string | undefined {
  if (z < orderingLimit) return `leads by ${z.toFixed(1)}σ, not by ${orderingLimit}σ`
  if (times !== undefined && rate < expected) return `not ${times} times as often`
  if (atEqualCalls && calls > equalCallsLimit(overCalls, n)) {
    return `${calls.toFixed(2)} calls against ${overCalls.toFixed(2)}`
  }
  return undefined
}

function controlFault({ z }: Pick<Row, 'z'>): string | undefined {
  return z > cellLimit ? `wins by ${z.toFixed(1)}σ where nothing can be won` : undefined
}

function withVerdict(row: Omit<Row, 'pass' | 'fault'>, fault: string | undefined): Row {
  return { ...row, pass: fault === undefined, ...(fault !== undefined && { fault }) }
}

function measured(arm: string, { claim }: Claim, measurements: Measurements): Measurement {
  const measurement = measurements.get(arm)
  if (measurement && measurement.n > 0) return measurement
  throw new GyreError('argument-invalid', `\`${claim}\` is about the arm \`${arm}\`, which was not measured.`)
}
