/**
 * Where bars stand beside their rows.
 *
 * The scale is that of the rows in sight: of ten thousand steps none could be seen on the scale of all of them. A long
 * time in which nothing happened, as when a person was waited for, is cut short, and the cut is shown.
 */
import { duration } from '../ui/format.ts'

export type Interval = { readonly from: number; readonly to: number }

/** A stretch of time and where it stands, as shares of the width. */
type Piece = Interval & { readonly left: number; readonly right: number; readonly isCut: boolean }

export type Scale = { readonly from: number; readonly to: number; readonly pieces: readonly Piece[] }

/** The share of the width that a cut has. */
const cutShare = 0.03
/** Idle for so long, in ms, and for so great a share of the time worked, is cut. */
const shortestCutMs = 5000
const smallestCutShare = 0.4

export function scaleOf(intervals: readonly Interval[]): Scale {
  const busy = merged(intervals)
  const worked = busy.reduce((sum, { from, to }) => sum + to - from, 0)
  const stretches: (Interval & { readonly isCut: boolean })[] = []
  for (const next of busy) {
    const last = stretches.at(-1)
    const idle = last ? next.from - last.to : 0
    if (last && idle < Math.max(shortestCutMs, worked * smallestCutShare)) {
      stretches[stretches.length - 1] = { ...last, to: next.to }
    } else {
      if (last) stretches.push({ from: last.to, to: next.from, isCut: true })
      stretches.push({ ...next, isCut: false })
    }
  }
  return placed(stretches)
}

function placed(stretches: readonly (Interval & { readonly isCut: boolean })[]): Scale {
  const cuts = stretches.filter(({ isCut }) => isCut).length
  const share = Math.min(cutShare, 0.5 / Math.max(1, cuts))
  const shown = stretches.reduce((sum, { from, to, isCut }) => sum + (isCut ? 0 : to - from), 0)
  const rest = 1 - cuts * share
  let left = 0
  const pieces = stretches.map((stretch) => {
    const width = stretch.isCut ? share : shown === 0 ? rest : ((stretch.to - stretch.from) / shown) * rest
    const piece = { ...stretch, left, right: left + width }
    left = piece.right
    return piece
  })
  return { from: pieces[0]?.from ?? 0, to: pieces.at(-1)?.to ?? 0, pieces }
}

/** Intervals that touch are one. */
function merged(intervals: readonly Interval[]): readonly Interval[] {
  const whole: Interval[] = []
  for (const next of intervals.toSorted((one, other) => one.from - other.from)) {
    const last = whole.at(-1)
    if (last && next.from <= last.to) whole[whole.length - 1] = { from: last.from, to: Math.max(last.to, next.to) }
    else whole.push(next)
  }
  return whole
}

/** Where a time stands: 0 at the left edge, 1 at the right, and no further. */
export function placeOf({ pieces }: Scale, at: number): number {
  let place = 0
  for (const { from, to, left, right } of pieces) {
    if (at < from) return place
    if (at <= to) return to === from ? left : left + ((at - from) / (to - from)) * (right - left)
    place = right
  }
  return place
}

export type Bar = {
  /** Shares of the width. */
  readonly left: number
  readonly width: number
  /** Where there is room for what is said beside it. */
  readonly side: 'right' | 'left'
  /** It is not within what the scale shows. */
  readonly isOutside: 'before' | 'after' | null
}

/** A bar that reaches so far has no room to its right. */
const mostLeft = 0.7

export function barOf(scale: Scale, { from, to }: Interval): Bar {
  const left = placeOf(scale, from)
  const right = placeOf(scale, to)
  const isOutside = to < scale.from ? 'before' : from > scale.to ? 'after' : null
  const side = right > mostLeft && left > 1 - mostLeft ? 'left' : 'right'
  return { left, width: right - left, side, isOutside }
}

export type Tick = { readonly place: number; readonly at: number }

const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500] as const
const secondSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, 86_400] as const
const ladder: readonly number[] = [...steps, ...secondSteps.map((each) => each * 1000)]

/** Round times along the scale, counted from `zero`: about so many. */
export function ticksOf(scale: Scale, zero: number, most = 5): readonly Tick[] {
  const shown = scale.pieces.reduce((sum, { from, to, isCut }) => sum + (isCut ? 0 : to - from), 0)
  if (shown <= 0) return []
  const apart = ladder.find((each) => shown / each <= most) ?? shown / most
  const ticks: Tick[] = []
  for (const { from, to, isCut } of scale.pieces) {
    if (isCut) continue
    for (let at = zero + Math.ceil((from - zero) / apart) * apart; at <= to; at += apart) {
      ticks.push({ at, place: placeOf(scale, at) })
    }
  }
  return spaced(ticks, 1 / (most * 2))
}

/** A round time, exactly: no two ticks read the same. */
export function tickText(ms: number): string {
  if (ms === 0) return '0'
  if (ms < 1000) return `${Math.round(ms)} ms`
  return ms % 1000 === 0 || ms >= 60_000 ? duration(ms) : `${ms / 1000} s`
}

/** Ticks too near to the one before cannot be read. */
function spaced(ticks: readonly Tick[], least: number): readonly Tick[] {
  const kept: Tick[] = []
  for (const tick of ticks) {
    const last = kept.at(-1)
    if (tick.place < 0.95 && (!last || tick.place - last.place >= least)) kept.push(tick)
  }
  return kept
}

/** Where time was cut, and how much of it. */
export function cutsOf({ pieces }: Scale): readonly { readonly place: number; readonly ms: number }[] {
  return pieces.flatMap(({ isCut, left, right, from, to }) =>
    isCut ? [{ place: (left + right) / 2, ms: to - from }] : [],
  )
}
