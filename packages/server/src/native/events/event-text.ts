/** Events as server-sent events. */
import { isFact, type SessionEvent } from '@gyre/core'

/** Those who watch a session are told of the same objects: their text is made once for all. */
const texts = new WeakMap<SessionEvent, string>()

/** Facts carry their number as the id to go on from; deltas, which are only a preview, carry none. */
export function eventText(event: SessionEvent): string {
  const known = texts.get(event)
  if (known !== undefined) return known
  const id = isFact(event) ? `id: ${event.seq}\n` : ''
  const text = `${id}event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
  texts.set(event, text)
  return text
}

/** The whole session at once, for who has missed too much, or begins to watch. */
export function snapshotText(seq: number, record: unknown): string {
  return `id: ${seq}\nevent: snapshot\ndata: ${JSON.stringify({ seq, record })}\n\n`
}
