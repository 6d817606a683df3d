/** Escape leaves what is being written, and does nothing else: elsewhere it pauses the session. */
import type { KeyboardEvent } from 'react'

export function onEscape(event: KeyboardEvent, leave: () => void): void {
  if (event.key !== 'Escape') return
  event.preventDefault()
  leave()
}
