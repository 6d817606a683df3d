/** Where a curve meets zero, by numbers. */

type Curve = (x: number) => number

/** The roots that can be seen between points close to one another. */
export function rootsOn(curve: Curve, grid: readonly number[]): readonly number[] {
  const values = grid.map(curve)
  const found: number[] = []
  for (let index = 0; index < grid.length; index += 1) {
    const [x = 0, next = 0] = [grid[index], grid[index + 1]]
    const [y = Number.NaN, after = Number.NaN] = [values[index], values[index + 1]]
    if (y === 0) found.push(x)
    else if (y * after < 0) found.push(...bisected(curve, x, next))
    else if (isDip(values, index)) found.push(...touching(curve, grid[index - 1] ?? x, next))
  }
  return distinct(found)
}

/** Close together near zero, ever further apart up to ten thousand on both sides. */
export function wideGrid(): readonly number[] {
  const steps = 3000
  const widest = Math.asinh(10_000)
  // Off the whole numbers: poles like to be there.
  return Array.from({ length: 2 * steps + 1 }, (_, index) => Math.sinh(((index - steps) / steps) * widest) + 1.7e-5)
}

export function evenGrid(from: number, to: number, steps: number): readonly number[] {
  return Array.from({ length: steps + 1 }, (_, index) => from + ((to - from) * index) / steps)
}

function bisected(curve: Curve, from: number, to: number): readonly number[] {
  const root = halved(curve, from, to)
  // A pole changes the sign, too.
  return Math.abs(curve(root)) < 1e-6 * Math.max(1, Math.abs(root)) && !isHole(curve, root) ? [root] : []
}

/** Beside a point without a value, as that of `(x^2 - 1)/(x - 1)` at 1, the curve may come as near to zero as one likes. */
function isHole(curve: Curve, root: number): boolean {
  const near = Math.round(root * 60) / 60
  return Math.abs(near - root) < 1e-5 && !Number.isFinite(curve(near))
}

function halved(curve: Curve, from: number, to: number): number {
  let [low, high] = [from, to]
  const rises = curve(low) < 0
  for (let step = 0; step < 100; step += 1) {
    const middle = (low + high) / 2
    if (middle === low || middle === high) break
    if (curve(middle) < 0 === rises) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** Nearer to zero than both neighbours: the curve may touch zero without crossing it. */
function isDip(values: readonly number[], index: number): boolean {
  const [before = Number.NaN, here = Number.NaN, after = Number.NaN] = [
    values[index - 1],
    values[index],
    values[index + 1],
  ]
  return Math.abs(here) < Math.abs(before) && Math.abs(here) <= Math.abs(after)
}

/** Where it touches zero, its slope is zero: that is found more exactly than the bottom itself. */
function touching(curve: Curve, from: number, to: number): readonly number[] {
  const width = (to - from) / 8
  const rise = (x: number) => curve(x + width) - curve(x - width)
  const [low, high] = [from, to]
  if (rise(low) * rise(high) > 0) return []
  const root = halved(rise, low, high)
  return Math.abs(curve(root)) < 1e-11 && !isHole(curve, root) ? [root] : []
}

function distinct(roots: readonly number[]): readonly number[] {
  const sorted = [...roots].sort((a, b) => a - b)
  return sorted.filter((root, index) => {
    const before = sorted[index - 1]
    return before === undefined || Math.abs(root - before) > 1e-6 * Math.max(1, Math.abs(root))
  })
}
