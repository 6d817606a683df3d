/** A body that ends with an error when it is larger than allowed, counted after unpacking. */
import type { Deadline } from './deadline.ts'
import { asFetchFailure, fetchFailed } from './failure.ts'

export type BodyTerms = { readonly host: string; readonly maxBytes: number; readonly deadline: Deadline }

/** Passes the body on as it is read; its end, whichever, ends the deadline as well. */
export function cappedBody(body: ReadableStream<Uint8Array>, terms: BodyTerms): ReadableStream<Uint8Array> {
  const { host, maxBytes, deadline } = terms
  const reader = body.getReader()
  let size = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await nextPiece(reader, terms)
        if (done) {
          deadline.end()
          controller.close()
          return
        }
        size += value.byteLength
        if (size > maxBytes) {
          const error = tooLarge(host, maxBytes)
          deadline.cut(error)
          throw error
        }
        controller.enqueue(value)
      },
      cancel() {
        deadline.cut(fetchFailed('Nobody reads on.', { host, reason: 'cancelled' }))
      },
    },
    // Nothing is read before somebody asks for it.
    { highWaterMark: 0 },
  )
}

async function nextPiece(reader: ReadableStreamDefaultReader<Uint8Array>, { host, deadline }: BodyTerms) {
  try {
    return await reader.read()
  } catch (error) {
    deadline.end()
    // What the client throws when it is cut off is not the reason.
    throw deadline.signal.aborted ? deadline.signal.reason : asFetchFailure(error, host)
  }
}

export function tooLarge(host: string, maxBytes: number): Error {
  const message = `The answer of \`${host}\` is larger than ${maxBytes.toLocaleString('en')} bytes, the most that is read.`
  return fetchFailed(message, { host, reason: 'too-large', maxBytes })
}
