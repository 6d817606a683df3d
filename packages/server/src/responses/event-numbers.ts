/**
 * Numbers of the events of a stream, the same each time a response is told.
 *
 * A text may come in other pieces the next time. So it is counted in characters: wherever it is cut, its end has the same
 * number. What is told only while it happens takes numbers in between, and moves none of the others.
 */
import type { EventBody, ResponseEvent } from './response-wire.ts'

/** Numbers from one place to the next: one less fits in between, and what comes beyond is left out. */
const stride = 100

export class EventNumbers {
  #place = -1
  #between = 0

  /** Numbers an event that is told each time. */
  next(body: EventBody): ResponseEvent {
    this.#place += lengthOf(body)
    this.#between = 0
    return { ...body, sequence_number: this.#place * stride }
  }

  /** Numbers an event that is told only while it happens; none when there were too many since the last of the others. */
  passing(body: EventBody): readonly ResponseEvent[] {
    if (this.#between === stride - 1) return []
    this.#between += 1
    return [{ ...body, sequence_number: this.#place * stride + this.#between }]
  }
}

/** What of an event is new to who has seen all up to a number; undefined when nothing is. */
export function newAfter(event: ResponseEvent, seen: number): ResponseEvent | undefined {
  if (event.sequence_number <= seen) return undefined
  const missing = event.sequence_number / stride - Math.floor(seen / stride)
  if (event.delta === undefined || missing >= event.delta.length) return event
  return { ...event, delta: event.delta.slice(-missing) }
}

function lengthOf({ delta }: EventBody): number {
  return delta?.length ?? 1
}
