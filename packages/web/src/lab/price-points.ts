/** How often each arm of an eval is right, against what it takes. */
import type { Arm } from '../api/lab.ts'

export type PricePoint = {
  readonly name: string
  readonly accuracy: number
  readonly error: readonly [number, number]
  readonly price: number
  /** None is at least as right and cheaper. */
  readonly isBest: boolean
}

export type Prices = {
  /** What the price is: dollars for each session, or tokens where no dollars are known. */
  readonly unit: 'usd' | 'tokens'
  readonly points: readonly PricePoint[]
}

/** Arms without a verdict, or of which nothing is known to be paid, have no place in a picture of both. */
export function pricePoints(arms: readonly Arm[]): Prices {
  const scored = arms.flatMap((arm) => (arm.accuracy === null ? [] : [{ ...arm, accuracy: arm.accuracy }]))
  const arePriced = scored.length > 0 && scored.every(({ mean }) => (mean.costUsd ?? 0) > 0)
  const priceOf = ({ mean }: Arm) => (arePriced ? (mean.costUsd ?? 0) : mean.tokens)
  const points = scored.map((arm) => ({
    name: arm.name,
    accuracy: arm.accuracy,
    error: [Math.max(0, arm.accuracy - arm.interval.low), Math.max(0, arm.interval.high - arm.accuracy)] as const,
    price: priceOf(arm),
  }))
  const drawn = points.filter(({ price }) => price > 0)
  return {
    unit: arePriced ? 'usd' : 'tokens',
    points: drawn
      .map((point) => ({ ...point, isBest: !drawn.some((other) => isBetter(other, point)) }))
      .toSorted((one, other) => one.price - other.price),
  }
}

type Place = Pick<PricePoint, 'accuracy' | 'price'>

/** At least as right for less, or more often right for no more. */
function isBetter(one: Place, other: Place): boolean {
  const isNoWorse = one.accuracy >= other.accuracy && one.price <= other.price
  return isNoWorse && (one.accuracy > other.accuracy || one.price < other.price)
}

/** From the tenth below the lowest interval to that above the highest: a picture of what differs. */
export function shareDomain(points: readonly Pick<PricePoint, 'accuracy' | 'error'>[]): readonly [number, number] {
  const low = Math.min(1, ...points.map(({ accuracy, error: [below] }) => accuracy - below))
  const high = Math.max(0, ...points.map(({ accuracy, error: [, above] }) => accuracy + above))
  if (low > high) return [0, 1]
  return [Math.max(0, Math.floor(low * 10 - 1e-9) / 10), Math.min(1, Math.ceil(high * 10 + 1e-9) / 10)]
}

/** Round numbers for a logarithmic axis: 1, 3, 10, 30 …, from just below the least to just above the most. */
export function logTicks(prices: readonly number[]): readonly number[] {
  const [least, most] = [Math.min(...prices), Math.max(...prices)]
  if (!(least > 0) || !Number.isFinite(most)) return []
  let first = Math.floor(Math.log10(least) * 2)
  let last = Math.ceil(Math.log10(most) * 2)
  // 3 is a little less than the half of a decade, and logarithms are a little off.
  while (halfDecade(first) > least) first -= 1
  while (halfDecade(first + 1) <= least) first += 1
  while (halfDecade(last) < most || last === first) last += 1
  return Array.from({ length: last - first + 1 }, (_, at) => halfDecade(first + at))
}

/** A little beyond the ticks on either side: what stands at an end has its name inside the picture. */
export function logDomain(ticks: readonly number[]): readonly [number, number] {
  return [(ticks[0] ?? 1) / beyond, (ticks.at(-1) ?? 10) * beyond]
}

const beyond = 1.25

/** The n-th of …, 0.1, 0.3, 1, 3, 10, … */
function halfDecade(n: number): number {
  const decade = Math.floor(n / 2)
  return Number(`${n % 2 === 0 ? 1 : 3}e${decade}`)
}
