/** Sessions that the page shows and whose connection is cut: however many there are, they are told of in one place. */
import { useEffect, useSyncExternalStore } from 'react'

type CutSession = { readonly retryAt: number; readonly reconnect: () => void }

const listeners = new Set<() => void>()
let cut: readonly CutSession[] = []

function change(next: readonly CutSession[]): void {
  cut = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Has it told of as long as the component is there. */
export function useCutSession(retryAt: number, reconnect: () => void): void {
  useEffect(() => {
    const mine = { retryAt, reconnect }
    change([...cut, mine])
    return () => change(cut.filter((each) => each !== mine))
  }, [retryAt, reconnect])
}

export function useCutSessions(): readonly CutSession[] {
  return useSyncExternalStore(subscribe, () => cut)
}
