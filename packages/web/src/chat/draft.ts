/** What is written and not sent yet: kept by the browser until its window is closed, one for each conversation. */
import { useEffect, useState } from 'react'

const keyOf = (thread: string) => `gyre-draft:${thread}`

export function useDraft(thread: string, first = ''): readonly [string, (text: string) => void] {
  const [text, setText] = useState(() => (first === '' ? (sessionStorage.getItem(keyOf(thread)) ?? '') : first))
  useEffect(() => {
    if (text === '') sessionStorage.removeItem(keyOf(thread))
    else sessionStorage.setItem(keyOf(thread), text)
  }, [thread, text])
  return [text, setText]
}
