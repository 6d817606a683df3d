/** What is written and not sent yet: kept by the browser until its window is closed, one for each conversation. */
import { useState } from 'react'

const keyOf = (thread: string) => `gyre-draft:${thread}`

export function useDraft(thread: string, first = ''): readonly [string, (text: string) => void] {
  const [text, setText] = useState(() => (first === '' ? (sessionStorage.getItem(keyOf(thread)) ?? '') : first))
  const change = (next: string) => {
    setText(next)
    // Not when it is next drawn: whoever sends a first message has left by then.
    if (next === '') sessionStorage.removeItem(keyOf(thread))
    else sessionStorage.setItem(keyOf(thread), next)
  }
  return [text, change]
}
