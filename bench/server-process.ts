/** A server in a process of its own: bare Hono, or Gyre with a key, a store in memory and a model that answers at once. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { modelOf, says } from '@gyre/core/testing'
import { ApiKeys, placeOf, serve } from '@gyre/server'
import { getRequestListener } from '@hono/node-server'
import { memoryStore, open } from 'gyre'
import { Hono } from 'hono'

/** What the parent is told: where it listens, and the key that it wants. */
export type Listening = { readonly url: string; readonly key: string }

const answer = 'It is 42.'

async function bareHono(): Promise<Listening> {
  const app = new Hono()
  const model = { id: 'direct', object: 'model', created: 1, owned_by: 'gyre' }
  app.get('/v1/models', (context) => context.json({ object: 'list', data: Array.from({ length: 19 }, () => model) }))
  app.post('/v1/chat/completions', async (context) => {
    const { stream } = (await context.req.json()) as { readonly stream?: boolean }
    const said = { role: 'assistant', content: answer }
    if (!stream)
      return context.json({ id: '1', object: 'chat.completion', created: 1, choices: [{ index: 0, message: said }] })
    const chunk = { id: '1', object: 'chat.completion.chunk', created: 1, choices: [{ index: 0, delta: said }] }
    const text = `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`
    return new Response(text, { headers: { 'content-type': 'text/event-stream' } })
  })
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: '' }
}

async function gyre(): Promise<Listening> {
  const model = modelOf(() => says(answer))
  const store = memoryStore()
  const runtime = open({ store, model })
  const place = placeOf(runtime, { model })
  const { key } = await new ApiKeys({ catalog: store.catalog, now: Date.now }).add({ name: 'bench' })
  const rates = { perCaller: 1e9, failuresPerAddress: 1e9 }
  const { url } = await serve(place, { port: 0, rates })
  return { url, key }
}

const listening = process.argv[2] === 'gyre' ? await gyre() : await bareHono()
process.on('message', () => process.send?.(process.cpuUsage()))
process.on('disconnect', () => process.exit())
process.send?.(listening)
