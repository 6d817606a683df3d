/** A session that runs is told something: it stops, hears it with its next request, and goes on. */
import { defineTool, open, react, z } from 'gyre'
import { calls, modelOf, says } from 'gyre/testing'

const rooms = defineTool({
  name: 'rooms',
  description: 'Rooms that are free tonight.',
  input: z.object({}),
  effect: 'pure',
  run: () => 'sea view 210, courtyard 140, attic 90',
})

// A rule in place of a model: it asks for the rooms, then does as it is told.
const model = modelOf(({ messages }) => {
  if (!messages.some((message) => message.role === 'tool')) return calls('rooms')
  return says(JSON.stringify(messages).includes('quiet') ? 'Take the courtyard for 140.' : 'Take the sea view for 210.')
})

const runtime = open()
const session = await runtime.start(react, 'Find me a room.', {
  model,
  tools: [rooms],
  // It pauses before it looks for rooms; `session.pause()` does so at any time.
  breakpoints: [{ before: 'rooms' }],
})
console.log('session:', await session.idle())

await session.steer('It must be quiet.')
await session.resume()
console.log('answer: ', (await session.outcome).answer)

// What the model was asked the second time, message by message.
for (const { role, parts } of await runtime.prompt(session.id, 'think#2')) {
  for (const part of parts) if (role !== 'system' && 'text' in part) console.log(`  ${role}: ${part.text}`)
}
await runtime.close()

// Prints:
// session: paused
// answer:  Take the courtyard for 140.
//   user: Find me a room.
//   tool: sea view 210, courtyard 140, attic 90
//   user: [USER GUIDANCE] It must be quiet.
