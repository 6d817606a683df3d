import { type JSONRPCMessage, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, it, onTestFinished } from 'vitest'
import { tooLong } from './capped-fetch.ts'
import { HttpTransport } from './http-transport.ts'

const call = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/call' }) as const
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' } as const

const accepted = new Response(null, { status: 202 })
const closed = () => answer('text/event-stream', (stream) => stream.close())
const endless = (kind = 'text/event-stream') => answer(kind, (stream) => stream.error(new Error(tooLong)))

function answer(kind: string, end: (stream: ReadableStreamDefaultController) => void): Response {
  return new Response(new ReadableStream({ pull: end }), { headers: { 'content-type': kind } })
}

/** A transport to a server that answers with these, one after the other; and what it hears, messages and errors. */
async function transportTo(...answers: readonly Response[]) {
  const left = [...answers]
  const fetch = async () => left.shift() ?? new Response(null, { status: 500 })
  const transport = new HttpTransport(new StreamableHTTPClientTransport(new URL('http://127.0.0.1'), { fetch }))
  const heard = new ReadableStream<string>({
    start: (lines) => {
      transport.onmessage = (message) => lines.enqueue(told(message))
      transport.onerror = ({ message }) => lines.enqueue(message)
    },
  }).values()
  onTestFinished(() => transport.close())
  await transport.start()
  return { transport, next: async () => (await heard.next()).value }
}

const told = (message: JSONRPCMessage) => ('error' in message ? `${message.id}: ${message.error.message}` : '')

it('fails a request whose stream closes before it is answered', async () => {
  const { transport, next } = await transportTo(closed())
  await transport.send(call(1))
  expect(await next()).toBe('1: it closed the connection before it answered')
})

it('fails a request whose stream is too long', async () => {
  const { transport, next } = await transportTo(endless())
  await transport.send(call(1))
  expect([await next(), await next()]).toEqual([
    'SSE stream disconnected: Error: it sent a message of more than 64 MB',
    '1: it sent a message of more than 64 MB',
  ])
})

it('does not blame a request for a stream of no request', async () => {
  const { transport, next } = await transportTo(accepted, endless(), closed())
  await transport.send(initialized)
  expect(await next()).toBe('SSE stream disconnected: Error: it sent a message of more than 64 MB')
  await transport.send(call(1))
  expect(await next()).toBe('1: it closed the connection before it answered')
})

it('does not blame a request for the answer to another', async () => {
  const { transport, next } = await transportTo(endless('application/json'), closed())
  await expect(transport.send(call(1))).rejects.toThrow('it sent a message of more than 64 MB')
  expect(await next()).toBe('it sent a message of more than 64 MB')
  await transport.send(call(2))
  expect(await next()).toBe('2: it closed the connection before it answered')
})
