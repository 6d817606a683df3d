/** What is written and not sent yet: kept by the browser until its window is closed, one for each conversation. */
import { useState } from 'react'

const keyOf = (thread: string) => `gyre-draft:${thread}`

type Draft = readonly [
  text: string,
  change: (text: string) => void,
  /** Empties it when it still holds what was sent: what was written meanwhile stays. */
  sent: (text: string) => void,
]

export function useDraft(thread: string, first = ''): Draft {
  const [text, setText] = useState(() => (first === '' ? (sessionStorage.getItem(keyOf(thread)) ?? '') : first))
  const change = (next: string) => {
    setText(next)
    // Not when it is next drawn: whoever sends a first message has left by then.
    if (next === '') sessionStorage.removeItem(keyOf(thread))
    else sessionStorage.setItem(keyOf(thread), next)
  }
  const sent = (told: string) => {
    setText((held) => leftOf(held, told))
    const kept = sessionStorage.getItem(keyOf(thread))
    if (kept !== null && leftOf(kept, told) === '') sessionStorage.removeItem(keyOf(thread))
  }
  return [text, change, sent]
}

/** What a box holds after something was sent from it. */
export function leftOf(held: string, sent: string): string {
  return held.trim() === sent.trim() ? '' : held
}
