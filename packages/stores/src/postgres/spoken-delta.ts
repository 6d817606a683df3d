/** Deltas with a text: two that follow each other may be told as one, and one that is too long as several. */
import type { Json, JsonObject } from '@gyre/core'

type Spoken = JsonObject & { readonly type: string; readonly data: JsonObject & { readonly text: string } }

export function bytesOf(value: Json): number {
  return Buffer.byteLength(JSON.stringify(value))
}

/** Measuring a text with each word that is added to it would take ever longer: so a joined one tells how much it grew. */
export type Joined = { readonly delta: Json; readonly moreBytes: number }

/** Both as one; undefined when the second is not the continuation of the first. */
export function joined(first: Json, second: Json): Joined | undefined {
  if (!isSpoken(first) || !isSpoken(second)) return undefined
  const { text, ...place } = first.data
  const { text: more, ...morePlace } = second.data
  const offset = place['offset']
  const expected = typeof offset === 'number' ? { ...place, offset: offset + text.length } : place
  const isNext = isSame(headOf(first), headOf(second)) && isSame(expected, morePlace)
  if (!isNext) return undefined
  return { delta: { ...first, data: { ...first.data, text: text + more } }, moreBytes: bytesOf(more) - '""'.length }
}

/** In pieces of so many bytes at most; none when there is no text to cut. */
export function pieces(delta: Json, most: number): readonly Json[] {
  if (bytesOf(delta) <= most) return [delta]
  if (!isSpoken(delta)) return []
  const { text, offset } = delta.data
  const middle = cutAt(text)
  if (middle === 0) return []
  const rest = typeof offset === 'number' ? { offset: offset + middle } : {}
  const halves = [
    { ...delta, data: { ...delta.data, text: text.slice(0, middle) } },
    { ...delta, data: { ...delta.data, ...rest, text: text.slice(middle) } },
  ].map((half) => pieces(half, most))
  // Half a text without the other is worth nothing.
  return halves.some(({ length }) => length === 0) ? [] : halves.flat()
}

function isSpoken(delta: Json): delta is Spoken {
  const { type, data } = (delta ?? {}) as { readonly type?: Json; readonly data?: Json }
  if (typeof type !== 'string' || !type.endsWith('.delta')) return false
  return typeof (data as JsonObject | undefined)?.['text'] === 'string'
}

/** All but what it says and when. */
function headOf({ data: _data, at: _at, ...head }: Spoken & { readonly at?: Json }): JsonObject {
  return head as JsonObject
}

/** The keys of both are in the order their maker has: another order only means that they are told apart. */
function isSame(one: JsonObject, other: JsonObject): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The middle of a text, never inside a character. */
function cutAt(text: string): number {
  const middle = text.length >> 1
  const isInside = /[\udc00-\udfff]/.test(text[middle] ?? '') && /[\ud800-\udbff]/.test(text[middle - 1] ?? '')
  return isInside ? middle - 1 : middle
}
