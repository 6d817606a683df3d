/** A session outlives its process: the first one is killed in the middle, another goes on and repeats nothing. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineTool, open, react, sqliteStore, z } from 'gyre'
import { calls, says, scriptedModel } from 'gyre/testing'

const book = defineTool({
  name: 'book',
  description: 'Books a berth in the harbour.',
  input: z.object({ day: z.string() }),
  run: ({ day }) => {
    console.log(`a berth is booked for ${day}`)
    return 'Berth 7.'
  },
})

/** The first process: its booking is recorded, then it is killed while it asks its model what to do next. */
async function begin(file: string) {
  const die = () => {
    process.kill(process.pid, 'SIGKILL')
    return new Promise<never>(() => {})
  }
  const model = scriptedModel(calls('book', { day: 'Friday' }), die)
  const runtime = open({ store: sqliteStore(file) })
  await (await runtime.start(react, 'Book a berth for Friday.', { model, tools: [book] })).outcome
}

/** The second one finds the session in the file. It needs the same tools and a model with the same id. */
async function goOn(file: string) {
  const runtime = open({ store: sqliteStore(file), tools: [book], models: [scriptedModel(says('You have berth 7.'))] })
  for (const { id } of await runtime.list()) {
    const { answer, usage } = await (await runtime.resume(id)).outcome
    console.log(`${answer} (${usage.modelCalls} model calls, ${usage.toolCalls} tool call)`)
  }
  await runtime.close()
}

const [file] = process.argv.slice(2)
if (file !== undefined) await begin(file)
else {
  const folder = mkdtempSync(join(tmpdir(), 'gyre-example-'))
  const args = [...process.execArgv, import.meta.filename, join(folder, 'gyre.db')]
  const { signal } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  console.log(`the first process ended by ${signal}`)
  await goOn(join(folder, 'gyre.db'))
  rmSync(folder, { recursive: true })
}

// Prints:
// a berth is booked for Friday
// the first process ended by SIGKILL
// You have berth 7. (2 model calls, 1 tool call)
