/** Personas: a loop with its settings and words under a name, with versions, and a rollout that compares two of them. */
import { demoModel, open } from 'gyre'

const runtime = open({ model: demoModel })

await runtime.personas.save({ name: 'tutor', loop: 'direct', instructions: 'Be brief.' })
await runtime.personas.save({ name: 'tutor', loop: 'cot', config: { samples: 3 }, instructions: 'Be brief.' })

// Every conversation is given one of the two versions, and keeps it.
await runtime.rollouts.save({
  persona: 'tutor',
  arms: [
    { version: 1, weight: 50 },
    { version: 2, weight: 50 },
  ],
})
for (let pupil = 1; pupil <= 8; pupil++) {
  const session = await runtime.startAs('tutor', `What is ${pupil} * 17?`, { thread: `thr_pupil-${pupil}` })
  await session.outcome
}

for (const { arm, sessions, successRate, modelCalls } of await runtime.armsOf('tutor')) {
  console.log(`${arm}: ${sessions} sessions, ${(successRate ?? 0) * 100} % answered, ${modelCalls?.mean} calls each`)
}

// What is saved without a fault is saved; what has one is not, and the message says where.
try {
  await runtime.personas.save({ name: 'tutor', loop: 'cot', config: { sampels: 3 } })
} catch (error) {
  console.log((error as Error).message)
}
await runtime.close()

// Prints:
// v1: 4 sessions, 100 % answered, 1 calls each
// v2: 4 sessions, 100 % answered, 3 calls each
// Persona `tutor`: config.sampels: unknown key; did you mean `samples`?
