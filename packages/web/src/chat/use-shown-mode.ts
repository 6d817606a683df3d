/** What the box for messages is for while somebody writes in it, and how to make it something else. */
import { useState } from 'react'
import { type ComposerMode, otherWay, type ShownMode, shownMode } from './composer-mode.ts'

type Switching = ShownMode & {
  /** What it can be made instead. */
  readonly other: ComposerMode['kind'] | undefined
  readonly onSwitch: (() => void) | undefined
}

export function useShownMode(now: ComposerMode, isBoxEmpty: boolean, onSwitch: (() => void) | undefined): Switching {
  const [settled, setSettled] = useState(now)
  const shown = shownMode(settled, now, isBoxEmpty)
  if (!shown.news && settled !== now) setSettled(now)
  return { ...shown, other: otherWay(shown, now), onSwitch: shown.news ? () => setSettled(now) : onSwitch }
}
