/** Reading server-sent events. */
import { before } from '../http/keep-alive.ts'

export type SseMessage = {
  readonly event: string
  readonly data: string
  /** The last id that was told, in this message or before; undefined while there was none. */
  readonly id: string | undefined
  /** How long to wait before connecting again, where this was told. */
  readonly retryMs: number | undefined
}

/**
 * The messages of a stream. One that was cut before its end is left out; comments are passed over, and tell that the
 * stream is there: where nothing comes for `silenceMs` while somebody reads, it is over.
 */
export async function* sseMessages(
  body: ReadableStream<Uint8Array>,
  silenceMs: number,
): AsyncGenerator<SseMessage, void, undefined> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  const state: Reading = { event: 'message', data: [], id: undefined, retryMs: undefined }
  let rest = ''
  try {
    for (;;) {
      const got = await before(silenceMs, reader.read())
      if (!got || got.done) return
      // A line may end with CR, LF or both; a CR at the end of a piece may be the first half of one end.
      const lines = `${rest}${decoder.decode(got.value, { stream: true })}`.split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const message = take(state, line)
        if (message) yield message
      }
    }
  } finally {
    // Nobody waits for who cannot be told any more.
    reader.cancel().catch(() => {})
  }
}

type Reading = { event: string; data: string[]; id: string | undefined; retryMs: number | undefined }

/** Takes one line in; an empty one ends a message. */
function take(state: Reading, line: string): SseMessage | undefined {
  if (line === '') return finished(state)
  const colon = line.indexOf(':')
  const field = colon < 0 ? line : line.slice(0, colon)
  const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
  if (field === 'event') state.event = value
  else if (field === 'data') state.data.push(value)
  else if (field === 'id') state.id = value
  else if (field === 'retry' && /^\d+$/.test(value)) state.retryMs = Number(value)
  return undefined
}

function finished(state: Reading): SseMessage | undefined {
  const { event, data, id, retryMs } = state
  state.event = 'message'
  state.data = []
  return data.length === 0 ? undefined : { event, data: data.join('\n'), id, retryMs }
}
