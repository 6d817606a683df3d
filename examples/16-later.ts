/** Work for later: a session waits in the store until its time has come, or until somebody asks for it. */
import { direct, open } from 'gyre'
import { modelOf, says, simulatedClock } from 'gyre/testing'

// Time is simulated here, so that nobody waits for an hour.
const clock = simulatedClock(Date.UTC(2026, 0, 1, 12))
const runtime = open({ clock, model: modelOf(() => says('Done.')) })
const time = () => new Date(clock.now()).toISOString().slice(11, 16)

const inAnHour = { notBefore: new Date(clock.now() + 3_600_000) }
const report = await runtime.start(direct, 'Write the report.', inAnHour)
const urgent = await runtime.start(direct, 'Answer the mail.', inAnHour)

for (const { mirror } of await runtime.list()) console.log(time(), `${mirror.title} ${mirror.status}`)

// Somebody cannot wait.
await runtime.resume(urgent.id)
console.log(time(), (await urgent.outcome).answer)

const { outcome } = report
await clock.advance(3_600_000)
console.log(time(), (await outcome).answer)
await runtime.close()

// Prints:
// 12:00 Answer the mail. queued
// 12:00 Write the report. queued
// 12:00 Done.
// 13:00 Done.
