/** How arrivals spread over a day: one peak, one quiet time, the same day after day. */
import { dayMs } from './workload.ts'

/** A day is a circle, and its bell curve that of von Mises: e^(κ cos) over its mean, which is Bessel's I₀(κ). */
export class DayProfile {
  readonly #kappa: number
  readonly #mean: number

  constructor(peakFactor: number) {
    this.#kappa = kappaOf(peakFactor)
    this.#mean = bessel(this.#kappa)
  }

  /** Arrivals this long before or after the peak, against the mean of the day. */
  at(msFromPeak: number): number {
    return Math.exp(this.#kappa * Math.cos((2 * Math.PI * msFromPeak) / dayMs)) / this.#mean
  }
}

/** The factor grows with κ, from 1. */
function kappaOf(peakFactor: number): number {
  let [low, high] = [0, 600]
  for (let halving = 0; halving < 60; halving += 1) {
    const middle = (low + high) / 2
    if (Math.exp(middle) / bessel(middle) < peakFactor) low = middle
    else high = middle
  }
  return low
}

/** I₀ by its power series: for κ up to 600, which is a peak of 60 times the mean. */
function bessel(kappa: number): number {
  let [sum, term] = [1, 1]
  for (let at = 1; term > sum * 1e-16; at += 1) {
    term *= (kappa / (2 * at)) ** 2
    sum += term
  }
  return sum
}
