/** The scale of an axis: round numbers from 0 to beyond the largest value. */

export type Axis = { readonly end: number; readonly ticks: readonly number[] }

const mostTicks = 6

/** Steps are 1, 2 or 5 times a power of ten. */
export function axisTo(largest: number): Axis {
  const reach = largest > 0 ? largest : 1
  const rough = reach / mostTicks
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10) * power
  const count = Math.max(1, Math.ceil(reach / step - 1e-9))
  // Made by multiplying, so that no rounding adds up, and cut to the digits that count.
  const ticks = Array.from({ length: count + 1 }, (_, at) => Number((at * step).toPrecision(12)))
  return { end: ticks.at(-1) ?? reach, ticks }
}
