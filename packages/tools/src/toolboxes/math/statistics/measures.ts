/** Measures of a list of numbers. */

/** The sum with what floating point loses on the way. */
export function sum(numbers: readonly number[]): number {
  let [total, lost] = [0, 0]
  for (const number of numbers) {
    const next = total + number
    lost += Math.abs(total) >= Math.abs(number) ? total - next + number : number - next + total
    total = next
  }
  return total + lost
}

export function mean(numbers: readonly number[]): number {
  return sum(numbers) / numbers.length
}

/** The value below which a part of the sorted numbers lies, by straight lines between them. */
export function quantile(sorted: readonly number[], part: number): number {
  const place = (sorted.length - 1) * part
  const [below = Number.NaN, above = below] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  return below + (above - below) * (place - Math.floor(place))
}

/** The values that come most often; none when all come equally often. */
export function modes(numbers: readonly number[]): readonly number[] {
  const counts = new Map<number, number>()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  let most = 0
  for (const count of counts.values()) most = Math.max(most, count)
  const found = [...counts].filter(([, count]) => count === most).map(([number]) => number)
  return found.length === counts.size && counts.size > 1 ? [] : found.sort((a, b) => a - b)
}

/** Of a sample, or of all there are: then the sum is divided by one more. */
export function variance(numbers: readonly number[], of: 'sample' | 'population'): number {
  const middle = mean(numbers)
  const squares = sum(numbers.map((number) => (number - middle) ** 2))
  return squares / (of === 'sample' ? numbers.length - 1 : numbers.length)
}

export type Line = { readonly slope: number; readonly intercept: number; readonly correlation: number }

/** The line through pairs with the smallest squares, and how well they lie on it. */
export function fittedLine(xs: readonly number[], ys: readonly number[]): Line {
  const [middleX, middleY] = [mean(xs), mean(ys)]
  const together = sum(xs.map((x, index) => (x - middleX) * ((ys[index] ?? Number.NaN) - middleY)))
  const spreadX = sum(xs.map((x) => (x - middleX) ** 2))
  const spreadY = sum(ys.map((y) => (y - middleY) ** 2))
  const slope = together / spreadX
  return { slope, intercept: middleY - slope * middleX, correlation: together / Math.sqrt(spreadX * spreadY) }
}
