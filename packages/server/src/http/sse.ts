/**
 * Server-sent events as a response.
 *
 * The source is pulled: nothing is taken from it before the client has room for it. So one that stops reading holds one
 * piece of text and its place in the source, and slows nobody. A source that is silent is covered by comments.
 */
import { before } from './keep-alive.ts'

const encoder = new TextEncoder()

const keepAlive = encoder.encode(': keep-alive\n\n')

export type SseOptions = {
  readonly keepAliveMs: number
  readonly headers?: Readonly<Record<string, string>>
  /** Called once when the stream is over, whoever ended it; `isCut` when the client went away before its end. */
  readonly onClose?: (isCut: boolean) => void
}

export const sseHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
} as const

/** Pieces of text, each one or more whole events, as a streamed response. The headers go out before the first piece. */
export function sseResponse(pieces: AsyncIterator<string, void, undefined>, options: SseOptions): Response {
  const { keepAliveMs, headers = {}, onClose } = options
  let next: Promise<IteratorResult<string, void>> | undefined
  let isOver = false
  const close = (isCut: boolean) => {
    if (isOver) return
    isOver = true
    onClose?.(isCut)
  }
  const body = new ReadableStream<Uint8Array>(
    {
      // A comment at once: clients and proxies see that the stream has begun.
      start: (controller) => controller.enqueue(keepAlive),
      async pull(controller) {
        try {
          next ??= pieces.next()
          const got = await before(keepAliveMs, next)
          if (got === undefined) return controller.enqueue(keepAlive)
          next = undefined
          if (!got.done) return controller.enqueue(encoder.encode(got.value))
          close(false)
          controller.close()
        } catch (error) {
          close(false)
          controller.error(error)
        }
      },
      async cancel() {
        close(true)
        await pieces.return?.()
      },
    },
    { highWaterMark: 1 },
  )
  return new Response(body, { headers: { ...sseHeaders, ...headers } })
}
