/** All steps at a glance, and the scroll bar of those below it. */
import { type KeyboardEvent, memo, type PointerEvent, useDeferredValue, useMemo } from 'react'
import { count } from '../ui/format.ts'
import { type Bin, binsOf } from './overview-bins.ts'
import type { StepRow } from './step-rows.ts'

type OverviewProps = {
  readonly rows: readonly StepRow[]
  /** The first row in sight, and how many there are. */
  readonly first: number
  readonly inSight: number
  readonly onScroll: (first: number) => void
}

const noRows: readonly StepRow[] = []

export function OverviewStrip({ rows, first, inSight, onScroll }: OverviewProps) {
  // All rows are looked through for it: that waits for what is in sight.
  const seen = useDeferredValue(rows, noRows)
  const last = Math.min(rows.length, first + inSight)
  const farthest = Math.max(0, rows.length - inSight)
  const to = (row: number) => onScroll(Math.max(0, Math.min(farthest, Math.round(row))))
  const onKeyDown = (event: KeyboardEvent) => {
    const by = keyMoves(event.key, inSight, rows.length)
    if (by === undefined) return
    event.preventDefault()
    to(first + by)
  }
  const drag = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    to(((event.clientX - left) / width) * rows.length - inSight / 2)
  }
  return (
    <div
      className="overview"
      role="slider"
      tabIndex={0}
      aria-label="Place in the steps"
      aria-valuemin={1}
      aria-valuemax={Math.max(1, farthest + 1)}
      aria-valuenow={Math.min(first, farthest) + 1}
      aria-valuetext={`Rows ${count(first + 1)} to ${count(last)} of ${count(rows.length)}`}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        drag(event)
      }}
      onPointerMove={(event) => {
        if (event.buttons === 1) drag(event)
      }}
    >
      <Bins rows={seen} />
      <div
        className="in-sight"
        style={{
          left: `${(first / Math.max(1, rows.length)) * 100}%`,
          width: `${((last - first) / Math.max(1, rows.length)) * 100}%`,
        }}
      />
    </div>
  )
}

/** How far a key goes, in rows. */
function keyMoves(key: string, page: number, all: number): number | undefined {
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowUp: -1,
    ArrowRight: 1,
    ArrowDown: 1,
    PageUp: -page,
    PageDown: page,
    Home: -all,
    End: all,
  }
  return moves[key]
}

const tall = 30

const Bins = memo(function Bins({ rows }: { readonly rows: readonly StepRow[] }) {
  const drawings = useMemo(() => drawingsOf(binsOf(rows)), [rows])
  const bins = Math.min(rows.length, 400)
  return (
    <svg
      viewBox={`0 0 ${Math.max(1, bins) * 4} ${tall}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {drawings.map(([tint, path]) => (
        <path key={tint} className={`bin-${tint}`} d={path} />
      ))}
    </svg>
  )
})

/** One drawing for all bins of a colour: a browser draws few long paths faster than many short ones. */
function drawingsOf(bins: readonly Bin[]): readonly (readonly [string, string])[] {
  const paths = new Map<string, string>()
  for (const [at, { tint, height }] of bins.entries()) {
    const high = (height * tall).toFixed(1)
    paths.set(tint, `${paths.get(tint) ?? ''}M${at * 4 + 0.6} ${tall}v-${high}h2.8v${high}z`)
  }
  return [...paths]
}
