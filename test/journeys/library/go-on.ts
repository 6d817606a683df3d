/** Their second program: it finds the session that was cut off, steers it and sees it through. */
import { defineTool, open, sqliteStore, z } from 'gyre'
import { modelOf, says } from 'gyre/testing'

const search = defineTool({
  name: 'search',
  description: 'Finds a document.',
  input: z.object({ query: z.string() }),
  run: () => {
    throw new Error('It is searched once.')
  },
})

const model = modelOf(({ messages }) => {
  const isBrief = JSON.stringify(messages).includes('Only the year.')
  return says(isBrief ? '1931.' : 'The keel was laid in the year 1931.')
})

const runtime = open({ store: sqliteStore('gyre.db'), models: [model], tools: [search] })
const [interrupted] = await runtime.list()
const id = interrupted?.id ?? ''
await (await runtime.session(id)).steer('Only the year.')
const session = await runtime.resume(id)
const { answer, outcome, usage } = await session.outcome
console.log(`${outcome}: ${answer} (${usage.modelCalls} model calls, ${usage.toolCalls} tool call)`)
console.log((await runtime.verify(id)).ok ? 'the journal verifies' : 'the journal was altered')

const fork = await session.fork({ at: 'act#1[0]', steer: 'In a whole sentence.' })
console.log(`forked: ${(await fork.outcome).answer}`)
await runtime.close()
