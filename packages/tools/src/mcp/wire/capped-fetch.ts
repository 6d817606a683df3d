/** A fetch whose answers break off when a message in them is too long: nobody can fill this process's memory. */
import { mostBytes, mostMegabytes } from './longest-message.ts'

/** What an answer breaks off with. */
export const tooLong = `it sent a message of more than ${mostMegabytes} MB`

type Fetch = typeof globalThis.fetch

export function cappedFetch(fetch: Fetch): Fetch {
  return async (...request) => {
    const response = await fetch(...request)
    const { body, status, statusText, headers } = response
    if (!body) return response
    const isStream = headers.get('content-type')?.includes('text/event-stream') ?? false
    return new Response(body.pipeThrough(capped(new Meter(isStream))), { status, statusText, headers })
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

/** Measures messages: the answer is one, or a stream of them with an empty line after each. */
class Meter {
  readonly #isStream: boolean
  #message = 0
  /** How much of the current line has come, but for the first half of its end: nothing when the line is empty. */
  #line = 0

  constructor(isStream: boolean) {
    this.#isStream = isStream
  }

  /** False once a message is too long. */
  takes(chunk: Uint8Array): boolean {
    let start = 0
    for (let end = this.#endIn(chunk, 0); end >= 0; end = this.#endIn(chunk, start)) {
      if (!this.#add(chunk.subarray(start, end))) return false
      if (this.#line === 0) this.#message = 0
      this.#line = 0
      start = end + 1
    }
    return this.#add(chunk.subarray(start))
  }

  #endIn(chunk: Uint8Array, start: number): number {
    return this.#isStream ? chunk.indexOf(newline, start) : -1
  }

  #add(part: Uint8Array): boolean {
    this.#message += part.length
    if (part.length !== 1 || part[0] !== carriageReturn) this.#line += part.length
    return this.#message <= mostBytes
  }
}
