/** One claim against what was measured. */
import { GyreError } from '@gyre/core'
import type { Claim, Measurement } from '../claim.ts'
import { binomialSigma, binomialZ } from '../statistics/binomial.ts'
import { meansSigma } from '../statistics/means.ts'
import { differenceSigma, rateOf, twoProportionZ } from '../statistics/two-proportions.ts'
import { wilson } from '../statistics/wilson.ts'
import { type Finding, fewest, type Judged, refuted, refutedFrom, worst, zWith } from './finding.ts'
import { amountOf, judgeMean, judgeSaving } from './judge-amount.ts'
import { cellLimit, equalCallsLimit, orderingLimit, orderingTasks, spreadTasks } from './limits.ts'
import type { Row } from './row.ts'

export type Measurements = ReadonlyMap<string, Measurement>

type FormClaim = Extract<Claim, { readonly expected: number }>
type ArmsClaim = Exclude<Claim, FormClaim | { readonly kind: 'saves' }>
type Ordering = Extract<Claim, { readonly kind: 'beats' }>

export function judgeClaim(claim: Claim, measurements: Measurements): Row {
  const [row, found] = judged(claim, measurements)
  return { ...row, ...(found ?? { verdict: 'holds' }) }
}

function judged(claim: Claim, measurements: Measurements): Judged {
  const one = measured(claim.arm, claim, measurements)
  if (claim.kind === 'equals' && claim.of !== undefined) return judgeMean(claim, one)
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
  const found = isLow || isHigh ? refuted(`more than ${cellLimit}σ ${isLow ? 'below' : 'above'}`) : undefined
  const share = { measured: successes / n, interval: wilson(successes, n) }
  return [{ loop, claim: text, kind, arm, n, ...share, expected, ...zWith(sigma, z), calls }, found]
}

function judgeArms(claim: ArmsClaim, one: Measurement, other: Measurement): Judged {
  const { loop, claim: text, kind, arm, over } = claim
  const times = claim.kind === 'beats' ? (claim.times ?? 1) : 1
  const share = { measured: rateOf(one), interval: wilson(one.successes, one.n) }
  const [sigma, z] = [differenceSigma(one, other), twoProportionZ(one, other)]
  const row = {
    ...{ loop, claim: text, kind, arm, over, n: one.n, ...share, expected: times * rateOf(other), ...zWith(sigma, z) },
    ...{ calls: one.calls, overCalls: other.calls, atEqualCalls: claim.kind === 'beats' && claim.atEqualCalls },
  }
  if (claim.kind === 'control') return [row, controlFinding(z)]
  const isBelow = claim.times !== undefined && row.measured < row.expected
  const tasks = fewest(one, other)
  return [row, worst([leadFinding(z, tasks), timesFinding(claim, isBelow, tasks), callsFinding(claim, one, other)])]
}

function leadFinding(z: number, tasks: number): Finding | undefined {
  if (z >= orderingLimit) return undefined
  const why = `leads by ${z.toFixed(1)}σ, not by ${orderingLimit}σ`
  return z < -cellLimit ? refuted(why) : refutedFrom(orderingTasks, tasks, why)
}

function timesFinding({ times }: Ordering, isBelow: boolean, tasks: number): Finding | undefined {
  return isBelow ? refutedFrom(orderingTasks, tasks, `not ${times} times as often`) : undefined
}

function callsFinding({ atEqualCalls }: Ordering, one: Measurement, other: Measurement): Finding | undefined {
  const limit = equalCallsLimit(other.calls, meansSigma(amountOf('calls', one), amountOf('calls', other)))
  if (!atEqualCalls || one.calls <= limit) return undefined
  const why = `${one.calls.toFixed(2)} calls against ${other.calls.toFixed(2)}`
  return refutedFrom(spreadTasks, fewest(one, other), why)
}

function controlFinding(z: number): Finding | undefined {
  return z > cellLimit ? refuted(`wins by ${z.toFixed(1)}σ where nothing can be won`) : undefined
}

function measured(arm: string, { claim }: Claim, measurements: Measurements): Measurement {
  const measurement = measurements.get(arm)
  if (measurement && measurement.n > 0) return measurement
  throw new GyreError('argument-invalid', `\`${claim}\` is about the arm \`${arm}\`, which was not measured.`)
}
