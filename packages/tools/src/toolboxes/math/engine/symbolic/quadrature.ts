/** The area under a curve by numbers, also where the curve is steep at the ends or these are infinite. */

type Curve = (x: number) => number

const levels = 9
const widest = 4

/** Nothing when the sums do not settle: then the area is infinite, or the curve too wild. */
export function area(curve: Curve, from: number, to: number): number | undefined {
  if (from === to) return 0
  if (from > to) {
    const reversed = area(curve, to, from)
    return reversed === undefined ? undefined : -reversed
  }
  const { inner, start, end } = onFiniteStretch(curve, from, to)
  let last: number | undefined
  for (let level = 2; level <= levels; level += 1) {
    const sum = doubleExponential(inner, start, end, 2 ** -level)
    if (sum === undefined) return undefined
    if (last !== undefined && Math.abs(sum - last) <= 1e-10 * Math.max(1, Math.abs(sum))) return sum
    last = sum
  }
  return undefined
}

type Stretch = { readonly inner: Curve; readonly start: number; readonly end: number }

/** Infinite ends are brought to 1 or -1. */
function onFiniteStretch(curve: Curve, from: number, to: number): Stretch {
  const [isOpenLeft, isOpenRight] = [from === Number.NEGATIVE_INFINITY, to === Number.POSITIVE_INFINITY]
  if (isOpenLeft && isOpenRight) {
    return { start: -1, end: 1, inner: (t) => (curve(t / (1 - t * t)) * (1 + t * t)) / (1 - t * t) ** 2 }
  }
  if (isOpenRight) return { start: 0, end: 1, inner: (t) => curve(from + t / (1 - t)) / (1 - t) ** 2 }
  if (isOpenLeft) return { start: 0, end: 1, inner: (t) => curve(to - t / (1 - t)) / (1 - t) ** 2 }
  return { inner: curve, start: from, end: to }
}

/** Points crowd at the ends, where their weights vanish. They are counted from the end they are near, to lose no digits. */
function doubleExponential(curve: Curve, start: number, end: number, step: number): number | undefined {
  const half = (end - start) / 2
  const most = Math.ceil(widest / step)
  let sum = 0
  for (let index = -most; index <= most; index += 1) {
    const bend = (Math.PI / 2) * Math.sinh(index * step)
    const fromEnd = (half * Math.exp(-Math.abs(bend))) / Math.cosh(bend)
    const x = bend < 0 ? start + fromEnd : end - fromEnd
    if (x <= start || x >= end) continue
    const value = curve(x)
    if (!Number.isFinite(value)) return undefined
    sum += (value * (Math.PI / 2) * Math.cosh(index * step)) / Math.cosh(bend) ** 2
  }
  return sum * step * half
}
