/**
 * Numbers of the events of a stream, the same each time a response is told.
 *
 * A text may come in other pieces the next time. So it is counted in characters: wherever it is cut, its end has the same
 * number. What is told only while it happens takes numbers in between, and moves none of the others.
 */
import type { EventBody, ResponseEvent } from './response-wire.ts'

/** Numbers from one place to the next: one less fits in between, and what comes beyond is left out. */
const stride = 100

/** Of these so many are kept for what must be told: that nothing more happens. A session may stop more than once. */
const keptForLast = 9

export class EventNumbers {
  #place = -1
  #between = 0

  /** Numbers an event that is told each time. */
  next(body: EventBody): ResponseEvent {
    this.#place += lengthOf(body)
    this.#between = 0
    return { ...body, sequence_number: this.#place * stride }
  }

  /**
   * Numbers an event that is told only while it happens; none when there were too many since the last of the others.
   * There is room for one that is the `last` of its kind.
   */
  passing(body: EventBody, { isLast = false }: { readonly isLast?: boolean } = {}): readonly ResponseEvent[] {
    const most = isLast ? stride - 1 : stride - 1 - keptForLast
    if (this.#between >= most) return []
    this.#between += 1
    return [{ ...body, sequence_number: this.#place * stride + this.#between }]
  }
}

/** What of an event is new to who has seen all up to a number; undefined when nothing is. */
export function newAfter(event: ResponseEvent, seen: number): ResponseEvent | undefined {
  if (event.sequence_number <= seen) return undefined
  const missing = event.sequence_number / stride - Math.floor(seen / stride)
  if (event.delta === undefined || missing >= event.delta.length) return event
  return { ...event, delta: wholeEnd(event.delta, missing) }
}

/** The last so many units of a text, and the other half of a character that this would cut. */
function wholeEnd(text: string, length: number): string {
  const start = text.length - length
  const isCut = (text.codePointAt(start - 1) ?? 0) > 0xffff
  return text.slice(isCut ? start - 1 : start)
}

function lengthOf({ delta }: EventBody): number {
  return delta?.length ?? 1
}
