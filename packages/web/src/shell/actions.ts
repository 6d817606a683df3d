/** What can be done where one is, for the palette: each view names its own. */
import { useEffect, useRef } from 'react'
import type { IconName } from '../ui/icon.tsx'

export type Action = {
  /** A verb, as it stands in the list. */
  readonly does: string
  /** What else it is found by. */
  readonly also?: string
  readonly icon: IconName
  /** The keys that do the same here: they are not listed a second time. */
  readonly keys?: readonly string[]
  readonly run: () => void
}

type Offer = () => readonly Action[]

/** Those of all views that are shown. */
const shown = new Set<Offer>()

/** Offers actions as long as the component is there: which there are is asked when somebody looks. */
export function useActions(offer: Offer): void {
  const newest = useRef(offer)
  newest.current = offer
  useEffect(() => {
    const here: Offer = () => newest.current()
    shown.add(here)
    return () => void shown.delete(here)
  }, [])
}

export function actionsHere(): readonly Action[] {
  return [...shown].flatMap((offer) => offer())
}
