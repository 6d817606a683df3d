/** Wave by wave, or all at once: the same questions about hotel rooms with `maxWaves` 5 and 1. */
import { demoModel, open } from 'gyre'
import { simulatedClock } from 'gyre/testing'
import { calendarToolbox, hotelToolbox } from 'gyre/tools'

// Two days after Hanukkah has begun. Guesses of the next wave are left out: they would be model calls, too.
const runtime = open({ model: demoModel, clock: simulatedClock(Date.UTC(2026, 11, 6)) })
const tools = [...calendarToolbox().tools, ...hotelToolbox().tools]

async function ask(question: string, maxWaves: number) {
  const session = await runtime.start('waves', question, { tools, config: { maxWaves, speculate: false } })
  const { answer, usage, details } = await session.outcome
  const { waves } = details as { readonly waves: number }
  const calls = `model calls: ${usage.modelCalls}, tool calls: ${usage.toolCalls}`
  console.log(`  maxWaves ${maxWaves} (waves: ${waves}, ${calls})`)
  for (const line of String(answer).split('\n')) if (/^(?:Free|Nothing|“)/.test(line)) console.log(`    ${line}`)
}

for (const question of ['January 17-19', 'one night in Hanukkah', 'Hanukkah and also next weekend']) {
  console.log(question)
  // The planner sees the dates before it asks for rooms, so it asks from today on.
  await ask(question, 5)
  // One plan, in which a call refers to what another will give: fewer model calls, and nobody sees that it is too late.
  await ask(question, 1)
}
await runtime.close()

// Prints:
// January 17-19
//   maxWaves 5 (waves: 1, model calls: 3, tool calls: 1)
//     Free for “January 17-19”, Sunday 17 January 2027 to Tuesday 19 January 2027 (2 nights, 2 adults):
//   maxWaves 1 (waves: 1, model calls: 2, tool calls: 1)
//     Free for “January 17-19”, Sunday 17 January 2027 to Tuesday 19 January 2027 (2 nights, 2 adults):
// one night in Hanukkah
//   maxWaves 5 (waves: 2, model calls: 4, tool calls: 2)
//     Free for “one night in Hanukkah”, Sunday 6 December 2026 to Monday 7 December 2026 (1 night, 2 adults):
//   maxWaves 1 (waves: 1, model calls: 2, tool calls: 3)
//     “one night in Hanukkah”: the day of arrival (2026-12-04) has passed: today is 2026-12-06. Ask for a day from today on; the next such date is 2027-12-04.
// Hanukkah and also next weekend
//   maxWaves 5 (waves: 2, model calls: 4, tool calls: 4)
//     Free for “Hanukkah”, Sunday 6 December 2026 to Saturday 12 December 2026 (6 nights, 2 adults):
//     Free for “next weekend”, Saturday 12 December 2026 to Sunday 13 December 2026 (1 night, 2 adults):
//   maxWaves 1 (waves: 1, model calls: 2, tool calls: 4)
//     “Hanukkah”: the day of arrival (2026-12-04) has passed: today is 2026-12-06. Ask for a day from today on; the next such date is 2027-12-04.
//     Free for “next weekend”, Saturday 12 December 2026 to Sunday 13 December 2026 (1 night, 2 adults):
