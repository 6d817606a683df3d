import { describe, expect, it } from 'vitest'
import { cappedFetch, tooLong } from './capped-fetch.ts'

const megabyte = 'x'.repeat(1 << 20)
const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'mcp-session-id': 'abc' }

/** The length of what is read of an answer that comes in these pieces. */
async function lengthOf(pieces: Iterable<string>, init: ResponseInit = {}): Promise<number> {
  const fetch = cappedFetch(async () => new Response(ReadableStream.from(encoded(pieces)), init))
  let length = 0
  for await (const { byteLength } of (await fetch('http://127.0.0.1')).body ?? []) length += byteLength
  return length
}

/** The same piece comes often: its bytes are made once. */
const bytesOf = new Map<string, Uint8Array>()

function* encoded(pieces: Iterable<string>): Generator<Uint8Array> {
  for (const piece of pieces) {
    const bytes = bytesOf.get(piece) ?? new TextEncoder().encode(piece)
    bytesOf.set(piece, bytes)
    yield bytes
  }
}

const times = (count: number, piece: string): string[] => Array(count).fill(piece)

describe('an answer', () => {
  it('is what it was', async () => {
    const answer = new Response('{"a":1}', { status: 404, statusText: 'Gone', headers: { 'mcp-session-id': 'abc' } })
    const response = await cappedFetch(async () => answer)('http://127.0.0.1')
    expect([response.status, response.statusText, response.headers.get('mcp-session-id')]).toEqual([404, 'Gone', 'abc'])
    expect(await response.json()).toEqual({ a: 1 })
  })

  it('tells where it is from', async () => {
    const answer = Object.defineProperties(new Response('{}'), {
      url: { value: 'http://127.0.0.1/there' },
      redirected: { value: true },
    })
    const response = await cappedFetch(async () => answer)('http://127.0.0.1/here')
    expect([response.url, response.redirected]).toEqual(['http://127.0.0.1/there', true])
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
    ['', '\r\r'],
    [' in pieces', '\r', '\n', '\r', '\n'],
  ])('may go on for ever, with an empty line after each%s: %j', async (_, ...end) => {
    const message = [...times(40, megabyte), ...end]
    const length = message.join('').length
    expect(await lengthOf([...message, ...message, ...message], { headers })).toBe(3 * length)
  })

  it('is one however its kind is spelled', async () => {
    const message = [...times(40, megabyte), '\n\n']
    const spelled = { headers: { 'content-type': 'Text/Event-Stream' } }
    expect(await lengthOf([...message, ...message], spelled)).toBe(2 * (40 * 1_048_576 + 2))
  })

  it('breaks off in a comment that is too long', async () => {
    await expect(lengthOf([':', ...times(64, megabyte)], { headers })).rejects.toThrow(tooLong)
  })

  it.each(['\n', '\r', '\r\n'])('may hold any number of comments: each ends with %j', async (end) => {
    const comment = `:${megabyte}${end}`
    expect(await lengthOf(times(70, comment), { headers })).toBe(70 * comment.length)
  })

  it.each([
    ['one line', [megabyte]],
    ['many lines', [`data: ${megabyte}\n`]],
    ['many lines, each with one other end', [`data: ${megabyte}\r`]],
    ['many lines, ended in two ways', [`data: ${megabyte}\r\n`]],
    ['many lines, ended in two pieces', [`data: ${megabyte}\r`, '\n']],
    ['many lines, with comments between them', [`data: ${megabyte}\n`, ': still there\n']],
  ])('breaks off when one of them is too long: %s', async (_, line) => {
    await expect(lengthOf(Array(70).fill(line).flat(), { headers })).rejects.toThrow(tooLong)
  })
})
