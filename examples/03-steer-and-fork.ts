/** A session waits for a person, is steered and goes on; then another way is tried from one of its steps. */
import { calls, modelOf, says } from '@gyre/core/testing'
import { defineTool, open, react } from 'gyre'
import { z } from 'zod'

const rooms = defineTool({
  name: 'rooms',
  description: 'Rooms that are free tonight.',
  input: z.object({}),
  effect: 'pure',
  approval: 'always',
  run: () => 'sea view 210, courtyard 140, attic 90',
})

// A rule in place of a model: it asks for the rooms, then does as it is told.
const model = modelOf(({ messages }) => {
  if (!messages.some((message) => message.role === 'tool')) return calls('rooms')
  const said = JSON.stringify(messages)
  if (said.includes('cheapest')) return says('Take the attic for 90.')
  return says(said.includes('quiet') ? 'Take the courtyard for 140.' : 'Take the sea view for 210.')
})

const runtime = open()
const session = await runtime.start(react, 'Find me a room.', { model, tools: [rooms] })
console.log('session:', await session.idle())

await session.steer('It must be quiet.')
await session.approve()
console.log('steered:', (await session.outcome).answer)

const fork = await session.fork({ at: 'act#1[0]', steer: 'Take the cheapest one.' })
console.log('forked: ', (await fork.outcome).answer)

// The source is as it was.
console.log('source: ', (await session.outcome).answer)
await runtime.close()

// Prints:
// session: waiting
// steered: Take the courtyard for 140.
// forked:  Take the attic for 90.
// source:  Take the courtyard for 140.
