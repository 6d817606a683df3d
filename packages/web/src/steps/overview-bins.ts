/** All rows at a glance: so many columns, however many rows there are. */
import { hasFailed } from './step-facts.ts'
import { isSpan, lookOf, type Tint } from './step-kinds.ts'
import type { StepRow } from './step-rows.ts'

export type Bin = {
  /** Its first row. */
  readonly first: number
  /** What took longest in it. */
  readonly tint: Tint | 'failed'
  /** From 0 to 1: how long that took, told in powers of ten as steps take from a millisecond to minutes. */
  readonly height: number
}

const mostBins = 400
const lowest = 0.12

export function binsOf(rows: readonly StepRow[], most = mostBins): readonly Bin[] {
  const count = Math.min(most, rows.length)
  const longest = rows.reduce((ms, { node }) => (isSpan(node) ? ms : Math.max(ms, tookMs(node))), 1)
  return Array.from({ length: count }, (_, bin) => {
    const first = Math.floor((bin * rows.length) / count)
    const end = Math.floor(((bin + 1) * rows.length) / count)
    return binOf(rows, [first, end], longest)
  })
}

function binOf(rows: readonly StepRow[], [first, end]: readonly [number, number], longest: number): Bin {
  let tint: Bin['tint'] = 'loop'
  let most = -1
  let isFailed = false
  for (let at = first; at < end; at++) {
    const node = rows[at]?.node
    if (!node || isSpan(node)) continue
    if (node.step && hasFailed(node.step)) isFailed = true
    const ms = tookMs(node)
    if (ms <= most) continue
    most = ms
    tint = lookOf(node).tint
  }
  const height = most < 0 ? lowest : lowest + (1 - lowest) * (Math.log1p(most) / Math.log1p(longest))
  return { first, tint: isFailed ? 'failed' : tint, height }
}

function tookMs({ startedAt, endedAt }: StepRow['node']): number {
  return endedAt - startedAt
}
