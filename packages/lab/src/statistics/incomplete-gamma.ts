/** The regularised upper incomplete gamma function, from which the tails of χ² and of the normal curve come. */

/** Terms that change nothing any more end a sum. */
const precision = 1e-16
/** Even χ² with a hundred thousand cells is done long before. */
const mostTerms = 100_000

// Lanczos' approximation with g = 7 and nine terms: 15 digits for every positive number.
const lanczos = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]

/** The logarithm of Γ(x), for x above zero. */
export function logGamma(x: number): number {
  // Below a half the series loses digits; one step up is exact.
  if (x < 0.5) return logGamma(x + 1) - Math.log(x)
  const base = x + 6.5
  const sum = lanczos.reduce((total, factor, at) => total + (at === 0 ? factor : factor / (x - 1 + at)), 0)
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(base) - base + Math.log(sum)
}

/** Q(a, x): the share of a gamma distribution of shape `a` that lies above `x`. */
export function upperGamma(a: number, x: number): number {
  if (x <= 0) return 1
  if (x === Number.POSITIVE_INFINITY) return 0
  const scale = Math.exp(a * Math.log(x) - x - logGamma(a))
  // Each of the two is quick where the other is slow, and keeps its digits where the result is small.
  return x < a + 1 ? 1 - scale * lowerSeries(a, x) : scale * upperFraction(a, x)
}

function lowerSeries(a: number, x: number): number {
  let term = 1 / a
  let sum = term
  for (let n = 1; n <= mostTerms && term > sum * precision; n += 1) {
    term *= x / (a + n)
    sum += term
  }
  return sum
}

/** Lentz' way through the continued fraction. */
function upperFraction(a: number, x: number): number {
  const tiny = Number.MIN_VALUE / Number.EPSILON
  let b = x + 1 - a
  let c = 1 / tiny
  let d = 1 / b
  let value = d
  for (let n = 1; n <= mostTerms; n += 1) {
    const an = -n * (n - a)
    b += 2
    d = 1 / (an * d + b || tiny)
    c = b + an / c || tiny
    value *= c * d
    if (Math.abs(c * d - 1) < precision * 4) break
  }
  return value
}
