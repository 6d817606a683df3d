/** Another way from a step of a session: what came before is kept and not paid for again, and the source stays as it is. */
import { defineTool, open, react, z } from 'gyre'
import { calls, modelOf, says } from 'gyre/testing'

const rooms = defineTool({
  name: 'rooms',
  description: 'Rooms that are free tonight.',
  input: z.object({}),
  effect: 'pure',
  run: () => {
    console.log('(the hotel is asked)')
    return 'sea view 210, courtyard 140, attic 90'
  },
})

// A rule in place of a model: it asks for the rooms, then does as it is told.
const model = modelOf(({ messages }) => {
  if (!messages.some((message) => message.role === 'tool')) return calls('rooms')
  return says(JSON.stringify(messages).includes('cheapest') ? 'Take the attic for 90.' : 'Take the sea view for 210.')
})

const runtime = open()
const source = await runtime.start(react, 'Find me a room.', { model, tools: [rooms] })
console.log('source:', (await source.outcome).answer)
for (const { path, kind } of (await runtime.read(source.id)).rows) if (kind) console.log(`  ${path}`)

// All up to the call of the tool is taken over from the source; it goes on from there, and hears something more.
const fork = await source.fork({ at: 'act#1[0]', steer: 'Take the cheapest one.' })
console.log('fork:  ', (await fork.outcome).answer)

// Another model from the same step, to compare the two.
const other = modelOf(() => says('Take the courtyard for 140.'), { id: 'test/other' })
const again = await source.fork({ at: 'act#1[0]', model: other })
console.log('other: ', (await again.outcome).answer)
console.log('source:', (await source.outcome).answer)
await runtime.close()

// Prints:
// (the hotel is asked)
// source: Take the sea view for 210.
//   think#1
//   act#1[0]
//   think#2
// fork:   Take the attic for 90.
// other:  Take the courtyard for 140.
// source: Take the sea view for 210.
