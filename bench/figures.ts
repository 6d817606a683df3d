/** Figures of several rounds, as people read them. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? Number.NaN
}

export function number(value: number, digits = 1): string {
  return value >= 1000 ? whole(value) : value.toFixed(digits)
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}

/** The median, and from where to where the rounds went. */
export function withRange(values: readonly number[], digits = 1): string {
  const middle = number(median(values), digits)
  if (values.length < 2) return middle
  return `${middle} (${number(Math.min(...values), digits)}–${number(Math.max(...values), digits)})`
}

/** The median of the rounds' own ratios: a slow minute of the machine hits both sides of one. */
export function ratioTo(base: readonly number[] | undefined, values: readonly number[]): string {
  if (!base) return '–'
  const ratio = median(values.map((value, round) => value / (base[round] ?? Number.NaN)))
  if (!Number.isFinite(ratio)) return '–'
  return `${number(ratio, ratio >= 10 ? 1 : ratio >= 0.1 ? 2 : 3)}×`
}
