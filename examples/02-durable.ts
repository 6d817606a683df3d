/** A session outlives its process: what was recorded is not done again. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls, says, scriptedModel } from '@gyre/core/testing'
import { defineTool, open, react, sqliteStore } from 'gyre'
import { z } from 'zod'

const folder = mkdtempSync(join(tmpdir(), 'gyre-example-'))
const file = join(folder, 'gyre.db')

const search = defineTool({
  name: 'search',
  description: 'Finds a document.',
  input: z.object({ query: z.string() }),
  effect: 'pure',
  run: ({ query }) => {
    console.log(`searching for ${query}`)
    return 'The keel was laid in 1931.'
  },
})

// The first process gets as far as its second question to the model, which never answers.
const reachedEnd = Promise.withResolvers<void>()
const silent = () => {
  reachedEnd.resolve()
  return new Promise<never>(() => {})
}
const first = open({ store: sqliteStore(file) })
const model = scriptedModel(calls('search', { query: 'keel' }), silent)
const { id } = await first.start(react, 'When was the keel laid?', { model, tools: [search] })
await reachedEnd.promise
await first.close({ graceMs: 0 })
console.log('the first process is gone')

// The second one finds the session in the file. It needs the same tools and a model with the same id.
const second = open({ store: sqliteStore(file), tools: [search], models: [scriptedModel(says('In 1931.'))] })
const session = await second.resume(id)
const { answer, usage } = await session.outcome
console.log(`${answer} (${usage.modelCalls} model calls, ${usage.toolCalls} tool call)`)
await second.close()
rmSync(folder, { recursive: true })

// Prints:
// searching for keel
// the first process is gone
// In 1931. (2 model calls, 1 tool call)
