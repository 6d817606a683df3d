import { describe, expect, it } from 'vitest'
import { cappedFetch, tooLong } from './capped-fetch.ts'

const megabyte = 'x'.repeat(1 << 20)
const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'mcp-session-id': 'abc' }

/** The length of what is read of an answer that comes in these pieces. */
async function lengthOf(pieces: Iterable<string>, init: ResponseInit = {}): Promise<number> {
  const fetch = cappedFetch(async () => new Response(ReadableStream.from(encoded(pieces)), init))
  return (await (await fetch('http://127.0.0.1')).arrayBuffer()).byteLength
}

function* encoded(pieces: Iterable<string>): Generator<Uint8Array> {
  for (const piece of pieces) yield new TextEncoder().encode(piece)
}

const times = (count: number, piece: string): string[] => Array(count).fill(piece)

describe('an answer', () => {
  it('is what it was', async () => {
    const answer = new Response('{"a":1}', { status: 404, statusText: 'Gone', headers: { 'mcp-session-id': 'abc' } })
    const response = await cappedFetch(async () => answer)('http://127.0.0.1')
    expect([response.status, response.statusText, response.headers.get('mcp-session-id')]).toEqual([404, 'Gone', 'abc'])
    expect(await response.json()).toEqual({ a: 1 })
  })

  it('without a body stays without one', async () => {
    const answer = new Response(null, { status: 204 })
    expect(await cappedFetch(async () => answer)('http://127.0.0.1')).toBe(answer)
  })

  it('of 64 MB is taken, and no more', async () => {
    expect(await lengthOf(times(64, megabyte))).toBe(64 << 20)
    await expect(lengthOf([...times(64, megabyte), '\n\n'])).rejects.toThrow(tooLong)
  })
})

describe('a stream of messages', () => {
  it.each([
    ['', '\n\n'],
    ['', '\r\n\r\n'],
    [' in pieces', '\r', '\n', '\r', '\n'],
  ])('may go on for ever, with an empty line after each%s: %j', async (_, ...end) => {
    const message = [...times(40, megabyte), ...end]
    const length = message.join('').length
    expect(await lengthOf([...message, ...message, ...message], { headers })).toBe(3 * length)
  })

  it.each([
    ['one line', [megabyte]],
    ['many lines', [`data: ${megabyte}\n`]],
    ['many lines, ended in two ways', [`data: ${megabyte}`, '\r\n']],
  ])('breaks off when one of them is too long: %s', async (_, line) => {
    await expect(lengthOf(times(70, line.join('')), { headers })).rejects.toThrow(tooLong)
  })
})
