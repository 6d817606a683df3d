/** Being told that something waits while one looks elsewhere: the wish, and what is new. */
import { useSyncExternalStore } from 'react'

const stored = 'gyre-notify'

/** `unable`: this browser has none, as on an address without TLS. `refused`: a person said no, and only they can change it. */
export type Wish = 'unable' | 'refused' | 'off' | 'on'

const listeners = new Set<() => void>()

function wish(): Wish {
  if (!('Notification' in globalThis) || !isSecureContext) return 'unable'
  if (Notification.permission === 'denied') return 'refused'
  return Notification.permission === 'granted' && localStorage.getItem(stored) === 'on' ? 'on' : 'off'
}

/** Asks the browser, which asks the person, where that was not done yet. */
export async function wantNotifications(isWanted: boolean): Promise<Wish> {
  if (isWanted && Notification.permission === 'default') await Notification.requestPermission()
  localStorage.setItem(stored, isWanted ? 'on' : 'off')
  for (const listener of listeners) listener()
  return wish()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useWish(): Wish {
  return useSyncExternalStore(subscribe, wish)
}

/** What is new since it was looked at last. What was there at first is no news. */
export function news<T>(
  before: ReadonlySet<string> | undefined,
  items: readonly T[],
  keyOf: (item: T) => string,
): readonly T[] {
  return before === undefined ? [] : items.filter((item) => !before.has(keyOf(item)))
}

const counted = /^\(\d+\) /

/** The title of the tab, with how many wait. */
export function countedTitle(title: string, count: number): string {
  const plain = title.replace(counted, '')
  return count === 0 ? plain : `(${count}) ${plain}`
}
