/** Where the marks of the gain plot stand. */
import type { Cycle } from './research-picture.ts'

/** The drawing, in its own units: it grows with its card. */
export const plot = { width: 480, height: 186, left: 30, right: 452, top: 24, bottom: 150 } as const

export type GainMark = {
  readonly number: number
  readonly x: number
  readonly barWidth: number
  readonly barTop: number
  readonly lineY: number
}

/** The highest value on the axis, and what lies between its lines: a round number either way. */
export function axisOf(cycles: readonly Cycle[], stopLine: number): { readonly most: number; readonly step: number } {
  const highest = Math.max(stopLine * 2, ...cycles.flatMap(({ gain, smoothed }) => [gain, smoothed]))
  const step = [0.01, 0.02, 0.05, 0.1, 0.2, 0.25].find((each) => highest / each <= 4) ?? 0.5
  return { step, most: Math.ceil(highest / step - 1e-9) * step }
}

export function heightOf(value: number, most: number): number {
  const share = Math.min(1, Math.max(0, value / most))
  return plot.bottom - share * (plot.bottom - plot.top)
}

export function gainMarks(cycles: readonly Cycle[], most: number): readonly GainMark[] {
  // Room at the right end for what is written behind the last mark.
  const slot = (plot.right - plot.left - 80) / Math.max(3, cycles.length)
  return cycles.map(({ number, gain, smoothed }, at) => ({
    number,
    x: plot.left + 8 + slot * (at + 0.5),
    barWidth: Math.min(32, slot * 0.6),
    barTop: heightOf(gain, most),
    lineY: heightOf(smoothed, most),
  }))
}
