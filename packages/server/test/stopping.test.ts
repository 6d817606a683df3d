import { once } from 'node:events'
import { createConnection } from 'node:net'
import { defineLoop, defineTool } from '@gyre/core'
import { scriptedModel } from '@gyre/core/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { type TestServer, testServer } from './support/test-server.ts'

/** A loop that works until somebody lets it go; its tool takes no notice of being aborted. */
async function busyServer(): Promise<TestServer & { readonly begun: Promise<void> }> {
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
  const hold = defineTool({
    name: 'hold',
    description: 'Works for long.',
    input: z.object({}),
    effect: 'idempotent',
    run: () => {
      begun.resolve()
      return held.promise
    },
  })
  const busy = defineLoop({
    name: 'busy',
    async run(ctx) {
      await ctx.callTools([{ type: 'tool-call', id: 'h1', tool: 'hold', input: {} }])
      return 'Done.'
    },
  })
  const server = await testServer({ model: scriptedModel(), loops: [busy], tools: [hold] })
  onTestFinished(() => server.close())
  onTestFinished(() => held.resolve('late'))
  return { ...server, begun: begun.promise }
}

/** As `gyre serve` does it. */
async function end(server: TestServer): Promise<void> {
  server.stop()
  await server.runtime.close({ graceMs: 0, keepStore: true })
  await server.close()
}

const ask = (stream: boolean) => ({
  json: { model: 'busy', stream, messages: [{ role: 'user', content: 'Work.' }] },
})

describe('a server that stops', () => {
  it('ends a streamed answer with what happened', async () => {
    const server = await busyServer()
    const response = await server.request('/v1/chat/completions', ask(true))
    const text = response.text()
    await server.begun
    await end(server)
    const data = (await text).split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []))
    expect(data.at(-1)).toBe('[DONE]')
    expect(JSON.parse(data.at(-2) ?? '')).toMatchObject({ error: { code: 'server_stopping' } })
  })

  it.each([
    ['/v1/responses', { model: 'busy', stream: true, input: 'Work.' }, '"code":"server_stopping"'],
    ['/agui/busy', { threadId: 't', runId: 'r', messages: [{ id: 'm', role: 'user', content: 'Work.' }] }, 'RUN_ERROR'],
    [
      '/ui/chat',
      { model: 'busy', id: 'c', messages: [{ id: 'm', role: 'user', parts: [{ type: 'text', text: 'Work.' }] }] },
      '"type":"error"',
    ],
  ])('says so at the end of a stream of %s', async (path, json, words) => {
    const server = await busyServer()
    const response = await server.request(path, { json })
    const text = response.text()
    await server.begun
    await end(server)
    expect(response.status).toBe(200)
    expect((await text).slice(-2000)).toContain(words)
  })

  it('answers who waits for a whole answer, with the session that goes on, and a word not to ask again', async () => {
    const server = await busyServer()
    const asked = server.request('/v1/chat/completions', ask(false))
    await server.begun
    await end(server)
    const response = await asked
    expect([response.status, response.headers.get('x-should-retry')]).toEqual([503, 'false'])
    const id = response.headers.get('x-gyre-session-id') ?? ''
    expect((await server.store.sessions.get(id))?.state).not.toBe('ended')
    expect(await response.json()).toMatchObject({ error: { code: 'server_stopping' } })
  })

  it('ends the streams of who watches', async () => {
    const server = await busyServer()
    const started = await server.request('/api/v1/sessions', { json: { loop: 'busy', goal: 'Work.' } })
    const { id } = (await started.json()) as { readonly id: string }
    await server.begun
    const watched = (await server.request(`/api/v1/sessions/${id}/events?after=0`)).text()
    await end(server)
    expect(await watched).toContain('event: session.created')
    expect(await watched).not.toContain('event: session.ended')
  })

  it('begins nothing new, says so in each protocol, and is still looked at', async () => {
    const server = await busyServer()
    server.stop()
    const chat = await server.request('/v1/chat/completions', ask(false))
    expect([chat.status, chat.headers.get('x-should-retry'), await chat.json()]).toEqual([
      503,
      null,
      { error: expect.objectContaining({ code: 'server_stopping' }) },
    ])
    const native = await server.request('/api/v1/sessions')
    expect([native.status, await native.json()]).toEqual([
      503,
      { error: expect.objectContaining({ code: 'server-stopping' }) },
    ])
    expect((await server.request('/health')).status).toBe(200)
    expect(await (await server.request('/ready')).json()).toEqual({ status: 'not-ready', why: 'server-stopping' })
  })

  it('cuts off who never ends, and waits for no connection that is merely kept', async () => {
    const server = await testServer({ model: scriptedModel() })
    const { port } = new URL(server.url)
    const silent = createConnection(Number(port), '127.0.0.1')
    silent.on('error', () => {})
    await once(silent, 'connect')
    silent.write('POST /v1/chat/completions HTTP/1.1\r\n')
    expect((await server.request('/health')).status).toBe(200)
    const gone = once(silent, 'close')
    await server.close()
    await gone
    await expect(fetch(`${server.url}/health`)).rejects.toThrow('fetch failed')
  })
})
