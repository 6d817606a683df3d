/** A session becomes a test: its journal is replayed with no model and no tool, and a changed prompt shows as a diff. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineLoop, open, run, system, user } from 'gyre'
import { expectReplay, readCassette, recordedModel, says, scriptedModel } from 'gyre/testing'

const poet = (words: string) =>
  defineLoop({
    name: 'poet',
    run: async (ctx, { goal }) => (await ctx.generate([system(words), user(goal)], { label: 'write' })).text,
  })

// Once: a session, kept as a file. `gyre replay ID --as-test` writes it, and a test of a few lines.
const runtime = open()
const model = scriptedModel(says('It falls, and falls again.'))
const session = await runtime.start(poet('Write a line.'), 'On rain.', { model })
await session.outcome
const folder = mkdtempSync(join(tmpdir(), 'gyre-example-'))
const cassette = join(folder, 'rain.jsonl')
writeFileSync(cassette, (await Array.fromAsync(runtime.cassette(session.id))).join('\n'))
await runtime.close()

// In every run of the tests: the same code asks for the same things, and ends the same.
const { end } = await expectReplay(cassette, { loops: [poet('Write a line.')] })
console.log('replayed:', end?.answer)

// Somebody edits the prompt.
const changed = expectReplay(cassette, { loops: [poet('Write two lines.')] })
console.log(await changed.catch((error: Error) => error.message.split('\n').slice(2, 8).join('\n')))

// The replies alone, for other code than that which was recorded.
const { facts } = readCassette(readFileSync(cassette, 'utf8').split('\n'))
console.log('recorded:', (await run(poet('Write a line.'), 'On rain.', { model: recordedModel(facts) })).answer)
rmSync(folder, { recursive: true })

// Prints:
// replayed: It falls, and falls again.
// The request at `write#1` is not what it was:
//   @@ -1,3 +1,3 @@
//   -system: Write a line.
//   +system: Write two lines.
//
//    user: On rain.
// recorded: It falls, and falls again.
