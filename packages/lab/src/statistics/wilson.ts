/** How sure a share is: the interval of Wilson, which holds for few tries and for shares near 0 and 1, too. */

export type Interval = { readonly low: number; readonly high: number }

/** The 97.5 % point of the normal distribution: two-sided 95 %. */
const z95 = 1.959963984540054

/** The 95 % interval of the share that `right` of `count` tries show. Of no tries nothing is known. */
export function wilson(right: number, count: number, z = z95): Interval {
  if (count === 0) return { low: 0, high: 1 }
  const share = right / count
  const square = z * z
  const middle = share + square / (2 * count)
  const reach = z * Math.sqrt((share * (1 - share)) / count + square / (4 * count * count))
  const whole = 1 + square / count
  // Rounding must not put the share outside of its own interval.
  const low = right === 0 ? 0 : Math.max(0, (middle - reach) / whole)
  const high = right === count ? 1 : Math.min(1, (middle + reach) / whole)
  return { low, high }
}
