/** A fetch whose answers break off when a message in them is too long: nobody can fill this process's memory. */
import { mostBytes, mostMegabytes } from './longest-message.ts'

/** What an answer breaks off with. */
export const tooLong = `it sent a message of more than ${mostMegabytes} MB`

type Fetch = typeof globalThis.fetch

export function cappedFetch(fetch: Fetch): Fetch {
  return async (...request) => {
    const response = await fetch(...request)
    const { body, status, statusText, headers, url, redirected } = response
    if (!body) return response
    const isStream = headers.get('content-type')?.toLowerCase().includes('text/event-stream') ?? false
    const answer = new Response(body.pipeThrough(capped(new Meter(isStream))), { status, statusText, headers })
    // One that is made by hand is from nowhere. Whoever follows a redirection looks at where it led.
    return Object.defineProperties(answer, { url: { value: url }, redirected: { value: redirected } })
  }
}

function capped(meter: Meter): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  return new TransformStream({
    transform: (chunk, controller) => {
      if (meter.takes(chunk)) controller.enqueue(chunk)
      else controller.error(new Error(tooLong))
    },
  })
}

const newline = 10
const carriageReturn = 13
const colon = 58

/** Measures messages: the answer is one, or a stream of them with an empty line after each. */
class Meter {
  readonly #isStream: boolean
  /** How much of the current message has come in whole lines, and how much of the current line. */
  #message = 0
  #line = 0
  #isComment = false
  #isAfterReturn = false

  constructor(isStream: boolean) {
    this.#isStream = isStream
  }

  /** False once a message is too long. */
  takes(chunk: Uint8Array): boolean {
    let start = 0
    for (let end = this.#endIn(chunk, 0); end < chunk.length; end = this.#endIn(chunk, start)) {
      if (!this.#add(chunk.subarray(start, end))) return false
      this.#endLine(chunk[end] === carriageReturn)
      start = end + 1
    }
    return this.#add(chunk.subarray(start))
  }

  /** Where the line ends that begins here. */
  #endIn(chunk: Uint8Array, start: number): number {
    if (!this.#isStream) return chunk.length
    let end = start
    while (end < chunk.length && chunk[end] !== newline && chunk[end] !== carriageReturn) end += 1
    return end
  }

  #add(part: Uint8Array): boolean {
    if (part.length > 0) {
      if (this.#line === 0) this.#isComment = part[0] === colon
      this.#line += part.length
      this.#isAfterReturn = false
    }
    return this.#message + this.#line <= mostBytes
  }

  #endLine(isReturn: boolean): void {
    // Both together are one end.
    const isSecondHalf = this.#isAfterReturn && !isReturn
    this.#isAfterReturn = isReturn
    if (isSecondHalf) return
    if (this.#line === 0) this.#message = 0
    // A comment is forgotten as soon as it ends: it is part of no message.
    else if (!this.#isComment) this.#message += this.#line
    this.#line = 0
  }
}
