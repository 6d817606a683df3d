/** Keeps the end in sight while it grows, for who is there; who scrolled away is left where they are. */
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** So near counts as there. */
const nearPx = 120

export type Growing = {
  /** Changes whenever something was added. */
  readonly grown: string
  /** What stands last: when it is another, somebody has sent a message, and wants to see what becomes of it. */
  readonly last: string
  /** The id of the element that is shown first, where it does not start at the end. */
  readonly start: string | undefined
}

export type StickToEnd = {
  /** Goes on what stands last. */
  readonly end: RefObject<HTMLDivElement | null>
  readonly isAway: boolean
  readonly jump: () => void
}

export function useStickToEnd({ grown, last, start }: Growing): StickToEnd {
  const end = useRef<HTMLDivElement>(null)
  const [isAway, setIsAway] = useState(false)
  const isThere = useRef(start === undefined)
  const first = useRef({ start, last })
  const jump = () => end.current?.scrollIntoView({ block: 'end' })

  useEffect(() => {
    const onScroll = () => {
      isThere.current = isInSight(end.current)
      setIsAway(!isThere.current)
    }
    if (first.current.start !== undefined) {
      document.getElementById(first.current.start)?.scrollIntoView({ block: 'start' })
    }
    addEventListener('scroll', onScroll, { passive: true })
    return () => removeEventListener('scroll', onScroll)
  }, [])

  useEffect(() => {
    if (last !== first.current.last) isThere.current = true
    first.current = { start: undefined, last }
  }, [last])

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is done again when something was added.
  useEffect(() => {
    if (isThere.current) jump()
  }, [grown])

  return { end, isAway, jump }
}

function isInSight(element: HTMLElement | null): boolean {
  return element === null || element.getBoundingClientRect().top <= innerHeight + nearPx
}

/** What is read stays where it is when something is put before it. `first` is what stands first. */
export function useKeptPlace(first: string | undefined): void {
  const before = useRef({ first, fromEnd: 0 })
  useLayoutEffect(() => {
    const { scrollHeight } = document.documentElement
    if (before.current.first !== first) scrollTo(0, scrollHeight - before.current.fromEnd)
    const measure = () => {
      before.current = { first, fromEnd: document.documentElement.scrollHeight - scrollY }
    }
    measure()
    addEventListener('scroll', measure, { passive: true })
    return () => removeEventListener('scroll', measure)
  }, [first])
}
