/** Where news stands: at the edge of the page where it covers nothing that has the focus. */
import { type RefObject, useEffect, useState } from 'react'

export type Edge = 'top' | 'bottom'

/** Goes to the other edge when the focus comes to lie under it. `count` is how much news there is. */
export function useFreeEdge(news: RefObject<HTMLElement | null>, count: number): Edge {
  const [edge, setEdge] = useState<Edge>('top')
  useEffect(() => {
    if (count === 0) return
    const makeRoom = () => {
      const [{ activeElement: focused }, shown] = [document, news.current]
      if (!focused || !shown || shown.contains(focused)) return
      if (overlap(focused.getBoundingClientRect(), shown.getBoundingClientRect())) {
        setEdge((before) => (before === 'top' ? 'bottom' : 'top'))
      }
    }
    makeRoom()
    document.addEventListener('focusin', makeRoom)
    return () => document.removeEventListener('focusin', makeRoom)
  }, [news, count])
  return edge
}

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

export function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}
