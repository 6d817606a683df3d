import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type SseMessage, sseMessages } from './sse-messages.ts'

function streamOf(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return ReadableStream.from(pieces) as ReadableStream<Uint8Array>
}

const silenceMs = 45_000

const read = (...texts: readonly string[]): Promise<readonly SseMessage[]> =>
  Array.fromAsync(sseMessages(streamOf(texts.map((text) => new TextEncoder().encode(text))), silenceMs))

describe('server-sent events', () => {
  it('are read with their ids, names and lines', async () => {
    expect(await read(': hello\n\nretry: 2000\n\nid: 1\nevent: a\ndata: x\ndata:y\n\ndata: z\n\n')).toEqual([
      { event: 'a', data: 'x\ny', id: '1', retryMs: 2000 },
      { event: 'message', data: 'z', id: '1', retryMs: 2000 },
    ])
  })

  it('are left out when they were cut before their end', async () => {
    expect(await read('data: whole\n\ndata: half\n')).toMatchObject([{ data: 'whole' }])
  })

  it('are the same however the bytes come', async () => {
    const bytes = new TextEncoder().encode('id: 1\r\ndata: grün\r\n\r\nid: 2\rdata: ✓\r\rid: 3\ndata: c\n\n')
    const whole = [
      { event: 'message', data: 'grün', id: '1', retryMs: undefined },
      { event: 'message', data: '✓', id: '2', retryMs: undefined },
      { event: 'message', data: 'c', id: '3', retryMs: undefined },
    ]
    const cuts = fc.array(fc.nat({ max: bytes.length }), { maxLength: 8 })
    const property = fc.asyncProperty(cuts, async (places) => {
      const ends = [0, ...places.toSorted((a, b) => a - b), bytes.length]
      const pieces = ends.slice(1).map((end, at) => bytes.slice(ends[at], end))
      expect(await Array.fromAsync(sseMessages(streamOf(pieces), silenceMs))).toEqual(whole)
    })
    await fc.assert(property)
  })
})
