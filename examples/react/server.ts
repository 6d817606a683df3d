/** A chat in React: `useChat` of the AI SDK in `chat.tsx`, streamed by a loop from a small server of your own. */
import { fileURLToPath } from 'node:url'
import { pacedModel } from '@gyre/models'
import { placeOf, serverApp } from '@gyre/server'
import { serve } from '@hono/node-server'
import { demoModel, open } from 'gyre'
import { mathToolbox } from 'gyre/tools'
import { Hono } from 'hono'
import { build } from 'rolldown'

// The page, bundled for a browser as your build does it.
const { output } = await build({
  input: fileURLToPath(new URL('chat.tsx', import.meta.url)),
  platform: 'browser',
  transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  logLevel: 'silent',
  write: false,
})
const page =
  '<!doctype html><html lang="en"><title>Chat</title><div id="root"></div><script type="module" src="/chat.js"></script>'

// The demo model needs no key. It is slowed down here, so that one sees it write.
const runtime = open({ model: pacedModel(demoModel, 800) })
const gyre = serverApp(placeOf(runtime, { tools: mathToolbox().tools }), {
  prefix: '/gyre',
  // Your program knows who somebody is. Here everybody at this machine is the same visitor.
  identify: () => ({ owner: 'visitor' }),
})

const app = new Hono()
app.get('/', (context) => context.html(page))
app.get('/chat.js', (context) => context.body(output[0].code, 200, { 'content-type': 'text/javascript' }))
app.mount('/gyre', gyre.fetch)

const port = Number(process.env['PORT'] ?? 3000)
const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, (at) => {
  console.log(`http://127.0.0.1:${at.port}`)
})
process.once('SIGTERM', async () => {
  gyre.stop()
  await runtime.close()
  server.close()
})
