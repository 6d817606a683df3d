/** The events of a session as pieces of a stream, read as fast as the watcher takes them. */
import { isFact, type Runtime, readSessionRecord, type SessionEvent } from '@gyre/core'
import { eventText, snapshotText } from './event-text.ts'

/** Who has missed more facts than these is told how the session stands instead. */
export const mostMissed = 5000

/** How often it is looked whether a watcher has fallen behind, in facts it was told. */
const lookEvery = 1000

/** How long a client waits before it connects again. */
const retry = 'retry: 2000\n\n'

export type Watching = {
  /** The last fact the watcher has; undefined for one that has none. */
  readonly after: number | undefined
  readonly hasDeltas: boolean
  /** Every fact is told, however many were missed: for who folds them itself. */
  readonly isWhole: boolean
  readonly signal: AbortSignal
}

type Watched = { readonly runtime: Runtime; readonly session: string }

/** Until the session has ended, or nobody watches any more. */
export async function* eventPieces(
  watched: Watched,
  { after, hasDeltas, isWhole, signal }: Watching,
): AsyncGenerator<string, void, undefined> {
  yield retry
  for (let from = isWhole ? (after ?? 0) : after; ; ) {
    if (from === undefined || (!isWhole && (await isLost(watched, from)))) {
      const snapshot = await snapshotOf(watched)
      from = snapshot.seq
      yield snapshot.text
    }
    const events = watched.runtime.events(watched.session, from, { signal })
    const reached: number | undefined = yield* stretch(watched, events, { hasDeltas, isWhole })
    if (reached === undefined) return
    from = reached
  }
}

/** Tells events one by one; returns the last fact told when the watcher has fallen behind, else nothing at their end. */
async function* stretch(
  watched: Watched,
  events: AsyncGenerator<SessionEvent, void, undefined>,
  { hasDeltas, isWhole }: Pick<Watching, 'hasDeltas' | 'isWhole'>,
): AsyncGenerator<string, number | undefined, undefined> {
  let told = 0
  for await (const event of events) {
    const isOne = isFact(event)
    if (isOne || hasDeltas) yield eventText(event)
    if (!isOne) continue
    told++
    if (!isWhole && told % lookEvery === 0 && (await isBehind(watched, event.seq))) return event.seq
  }
  return undefined
}

/** Whether a watcher cannot go on after a fact: too many came since, or there was no such fact. */
async function isLost(watched: Watched, seq: number): Promise<boolean> {
  if (seq > 0 && !(await hasFact(watched, seq))) return true
  return isBehind(watched, seq)
}

function isBehind(watched: Watched, seq: number): Promise<boolean> {
  return hasFact(watched, seq + mostMissed + 1)
}

async function hasFact({ runtime, session }: Watched, seq: number): Promise<boolean> {
  return (await runtime.store.journal.read(session, seq, 1)).length > 0
}

async function snapshotOf({ runtime, session }: Watched): Promise<{ readonly seq: number; readonly text: string }> {
  const { record, events } = await readSessionRecord(runtime, session)
  const seq = events.at(-1)?.seq ?? 0
  return { seq, text: snapshotText(seq, record) }
}
