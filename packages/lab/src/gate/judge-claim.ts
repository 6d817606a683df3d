/** One claim against what was measured. */
import { GyreError } from '@gyre/core'
import type { Claim, Measurement } from '../claim.ts'
import { binomialSigma, binomialZ } from '../statistics/binomial.ts'
import { meansSigma } from '../statistics/means.ts'
import { differenceSigma, rateOf, twoProportionZ } from '../statistics/two-proportions.ts'
import { wilson } from '../statistics/wilson.ts'
import { amountOf, judgeMean, judgeSaving } from './judge-amount.ts'
import { cellLimit, equalCallsLimit, orderingLimit } from './limits.ts'
import type { Row } from './row.ts'

export type Measurements = ReadonlyMap<string, Measurement>

type FormClaim = Extract<Claim, { readonly expected: number }>
type ArmsClaim = Exclude<Claim, FormClaim | { readonly kind: 'saves' }>
type Ordering = Extract<Claim, { readonly kind: 'beats' }>
type Judged = readonly [Omit<Row, 'pass' | 'fault'>, string | undefined]

export function judgeClaim(claim: Claim, measurements: Measurements): Row {
  const [row, fault] = judged(claim, measurements)
  return { ...row, pass: fault === undefined, ...(fault !== undefined && { fault }) }
}

function judged(claim: Claim, measurements: Measurements): Judged {
  const one = measured(claim.arm, claim, measurements)
  if (claim.kind === 'equals' && claim.of !== undefined) return judgeMean({ ...claim, of: claim.of }, one)
  if (!('over' in claim)) return judgeForm(claim, one)
  const other = measured(claim.over, claim, measurements)
  if (claim.kind === 'saves') return judgeSaving(claim, one, other)
  if (claim.kind === 'control' && claim.of !== undefined) return judgeSaving({ ...claim, of: claim.of }, one, other)
  return judgeArms(claim, one, other)
}

function judgeForm(claim: FormClaim, { n, successes, calls }: Measurement): Judged {
  const { loop, claim: text, kind, arm, expected } = claim
  if (!(expected >= 0 && expected <= 1)) {
    throw new GyreError('argument-invalid', `\`${text}\` expects ${expected}: a share lies between 0 and 1.`)
  }
  const [sigma, z] = [binomialSigma(expected, n), binomialZ(successes, n, expected)]
  const isLow = z < -cellLimit && kind !== 'at-most'
  const isHigh = z > cellLimit && kind !== 'at-least'
  const fault = isLow || isHigh ? `more than ${cellLimit}σ ${isLow ? 'below' : 'above'}` : undefined
  const share = { measured: successes / n, interval: wilson(successes, n) }
  return [{ loop, claim: text, kind, arm, n, ...share, expected, sigma, z, calls }, fault]
}

function judgeArms(claim: ArmsClaim, one: Measurement, other: Measurement): Judged {
  const { loop, claim: text, kind, arm, over } = claim
  const times = claim.kind === 'beats' ? (claim.times ?? 1) : 1
  const share = { measured: rateOf(one), interval: wilson(one.successes, one.n) }
  const row = {
    ...{ loop, claim: text, kind, arm, over, n: one.n, ...share, expected: times * rateOf(other) },
    ...{ sigma: differenceSigma(one, other), z: twoProportionZ(one, other), calls: one.calls, overCalls: other.calls },
  }
  const fault = claim.kind === 'beats' ? (leadFault(claim, row) ?? callsFault(claim, one, other)) : controlFault(row)
  return [row, fault]
}

function leadFault({ times }: Ordering, { measured: rate, expected, z }: Omit<Row, 'pass'>): string | undefined {
  if (z < orderingLimit) return `leads by ${z.toFixed(1)}σ, not by ${orderingLimit}σ`
  return times !== undefined && rate < expected ? `not ${times} times as often` : undefined
}

function callsFault({ atEqualCalls }: Ordering, one: Measurement, other: Measurement): string | undefined {
  const limit = equalCallsLimit(other.calls, meansSigma(amountOf('calls', one), amountOf('calls', other)))
  if (!atEqualCalls || one.calls <= limit) return undefined
  return `${one.calls.toFixed(2)} calls against ${other.calls.toFixed(2)}`
}

function controlFault({ z }: Pick<Row, 'z'>): string | undefined {
  return z > cellLimit ? `wins by ${z.toFixed(1)}σ where nothing can be won` : undefined
}

function measured(arm: string, { claim }: Claim, measurements: Measurements): Measurement {
  const measurement = measurements.get(arm)
  if (measurement && measurement.n > 0) return measurement
  throw new GyreError('argument-invalid', `\`${claim}\` is about the arm \`${arm}\`, which was not measured.`)
}
