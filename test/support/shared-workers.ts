/** A dispatcher that several runtimes share, and a relay between their stores, in one process: for tests of the core. */
import type { Dispatcher, DispatchTerms, DispatchWorker, EventRelay, Json, Store } from '@gyre/core'

export type SharedQueue = {
  /** For a process that takes at most so many sessions in all. */
  dispatcher(most?: number): Dispatcher
  /** What was offered, in order. */
  readonly offers: readonly { readonly session: string; readonly waits: DispatchTerms | undefined }[]
}

/** Hands each offer to the first worker that takes it, as soon as one can. */
export function sharedQueue(): SharedQueue {
  const offers: { session: string; waits: DispatchTerms | undefined }[] = []
  const workers = new Map<DispatchWorker, { left: number }>()
  const handOut = async (session: string): Promise<void> => {
    for (const [worker, room] of workers) {
      if (room.left === 0) continue
      const stay = await worker.run(session).catch(() => undefined)
      if (!stay) continue
      room.left -= 1
      return
    }
  }
  const dispatcher = (most = Number.POSITIVE_INFINITY): Dispatcher => ({
    isShared: true,
    async offer(session, waits) {
      offers.push({ session, waits })
      setImmediate(() => void handOut(session))
    },
    work(worker) {
      workers.set(worker, { left: most })
      return async () => {
        workers.delete(worker)
      }
    },
  })
  return { dispatcher, offers }
}

type Followed = { readonly by: string; readonly listener: (deltas: readonly Json[]) => void }

/** Stores of several processes over one, with a relay between them. */
export function relayedStores(real: Store) {
  const follows = new Map<string, Set<Followed>>()
  const heard = new Map<string, Set<(session: string) => void>>()
  const published: { readonly by: string; readonly session: string; readonly deltas: readonly Json[] }[] = []
  const elsewhere = (session: string, by: string) => [...(follows.get(session) ?? [])].filter((each) => each.by !== by)
  const listenersBut = (by: string) => [...heard].flatMap(([process, tells]) => (process === by ? [] : [...tells]))
  const relayOf = (by: string): EventRelay => ({
    follow(session, listener) {
      const followed = { by, listener }
      follows.set(session, (follows.get(session) ?? new Set()).add(followed))
      for (const tell of listenersBut(by)) tell(session)
      return () => follows.get(session)?.delete(followed)
    },
    onFollowed(listener) {
      heard.set(by, (heard.get(by) ?? new Set()).add(listener))
      return () => heard.get(by)?.delete(listener)
    },
    isFollowed: (session) => elsewhere(session, by).length > 0,
    publish(session, deltas) {
      published.push({ by, session, deltas })
      for (const { listener } of elsewhere(session, by)) listener(deltas)
    },
  })
  return {
    store: (by: string): Store => ({ ...real, worker: by, relay: relayOf(by) }),
    published,
    followers: (session: string) => follows.get(session)?.size ?? 0,
    /** As a store does when there are facts to read. */
    tellFacts: (session: string) => {
      for (const { listener } of follows.get(session) ?? []) listener([])
    },
  }
}
