/** Rows that come while somebody looks: who is at the end stays there, who is elsewhere sees nothing move. */
import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { StepRows } from './use-step-rows.ts'

export type Following = {
  /** Rows since the end was seen last; null when it is in sight, or nothing more is to come. */
  readonly fresh: number | null
  readonly jump: () => void
}

type FollowingOptions = {
  readonly steps: StepRows
  readonly scroller: RefObject<HTMLElement | null>
  readonly isLive: boolean
  readonly rowHeight: number
  /** How far it is scrolled, and how high what is seen is, in px: as they were told, as asking for them takes time. */
  readonly offset: number
  readonly height: number
}

type Place = {
  readonly path: string
  readonly top: number
  readonly rows: StepRows['rows']
  readonly isAtEnd: boolean
}

export function useFollowing({ steps, scroller, isLive, rowHeight, offset, height }: FollowingOptions): Following {
  const { rows, indexOf } = steps
  const kept = useRef<Place>({ path: '', top: 0, rows, isAtEnd: isLive })
  const seen = useRef(rows.length)
  // As long as the rows are the same, somebody has scrolled; when they are others, nobody has since.
  if (kept.current.rows === rows) kept.current = placeAt(rows, offset, height, rowHeight)
  const { isAtEnd } = kept.current
  if (isAtEnd) seen.current = rows.length

  useLayoutEffect(() => {
    const { current: before } = kept
    const element = scroller.current
    if (!element || before.rows === rows) return
    const index = indexOf.get(before.path)
    if (isLive && before.isAtEnd) element.scrollTop = rows.length * rowHeight
    else if (index !== undefined && index !== before.top) element.scrollTop += (index - before.top) * rowHeight
    kept.current = { ...before, rows, top: index ?? before.top }
  }, [rows, indexOf, scroller, isLive, rowHeight])

  const jump = () => scroller.current?.scrollTo({ top: rows.length * rowHeight })
  return { fresh: isLive && !isAtEnd ? Math.max(0, rows.length - seen.current) : null, jump }
}

function placeAt(rows: StepRows['rows'], scrolled: number, height: number, rowHeight: number): Place {
  const top = Math.floor(scrolled / rowHeight)
  const isAtEnd = rows.length * rowHeight - scrolled - height < rowHeight
  return { path: rows[top]?.node.path ?? '', top, rows, isAtEnd }
}
