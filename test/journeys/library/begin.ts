/** The first program of somebody who has just installed Gyre. It is killed while the model is thinking. */
import { defineTool, open, react, sqliteStore, z } from 'gyre'
import { calls, modelOf } from 'gyre/testing'

const search = defineTool({
  name: 'search',
  description: 'Finds a document.',
  input: z.object({ query: z.string() }),
  run: ({ query }) => {
    console.log(`searching for ${query}`)
    return 'The keel was laid in 1931.'
  },
})

const model = modelOf(({ messages }) => {
  if (!messages.some(({ role }) => role === 'tool')) return calls('search', { query: 'keel' })
  console.log('thinking')
  return new Promise<never>(() => {})
})

const runtime = open({ store: sqliteStore('gyre.db') })
await runtime.start(react, 'When was the keel laid?', { model, tools: [search] })
