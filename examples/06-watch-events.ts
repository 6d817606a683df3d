/** Watching a session: facts have a number and are never lost, deltas have none and may be dropped. */
import { demoModel, open, react } from 'gyre'
import { mathToolbox } from 'gyre/tools'

const runtime = open()
const { tools } = mathToolbox()
const session = await runtime.start(react, 'What is 17 * 6 + 14?', { model: demoModel, tools })

for await (const event of session.events) {
  // Text as it is written goes to stderr: a watcher that comes late misses some of it and no fact.
  if (event.type === 'text.delta') process.stderr.write(String(event.data['text']))
  if ('seq' in event) console.log(event.seq, event.type, event.path ?? '')
}
console.log((await session.outcome).answer)

// From fact 3 on: what a watcher asks for after its connection broke.
for await (const event of runtime.events(session.id, 3)) console.log('again', 'seq' in event && event.seq)

// The journal runs again, with no model and no tool.
console.log((await runtime.replay(session.id)).isEqual ? 'replays as it ran' : 'differs')
await runtime.close()

// Prints:
// 1 session.created
// 2 step.finished think#1
// 3 step.finished act#1[0]
// 4 step.finished think#2
// 5 session.ended
// 17 * 6 + 14 = 116
// again 4
// again 5
// replays as it ran
