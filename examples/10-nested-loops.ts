/** Any loop runs inside any other: `reflexion` around a loop of your own, which asks a third one several times and votes. */
import { defineLoop, direct, innerLoop, open, z } from 'gyre'
import { modelOf, says } from 'gyre/testing'

const vote = defineLoop({
  name: 'vote',
  uses: [direct],
  config: z.strictObject({
    voters: z.int().default(3),
    inner: innerLoop({ loop: 'direct', config: {} }).describe('The loop that is asked several times.'),
  }),
  async run(ctx, task, { voters, inner }) {
    const ballots = await ctx.map(Array(voters).fill(task), (each, branch) =>
      branch.runLoop(inner.loop, each, { config: inner.config }),
    )
    const count = new Map<string, number>()
    for (const { answer } of ballots) count.set(String(answer), (count.get(String(answer)) ?? 0) + 1)
    const [winner] = [...count].toSorted(([, a], [, b]) => b - a)
    return winner?.[0] ?? null
  },
})

// One voter in three is wrong. The judge of `reflexion` is content with what most of them said.
const model = modelOf((_, { path }) => {
  if (path.startsWith('evaluate')) return says('SATISFACTORY\nSCORE: 9\nREASON: It is the seat of the government.')
  return says(path.includes('[1]') ? 'Zurich' : 'Bern')
})

const runtime = open({ loops: [vote] })
const config = { maxReflections: 1, inner: { loop: 'vote', config: { inner: { loop: 'direct', config: {} } } } }
const session = await runtime.start('reflexion', 'What is the capital of Switzerland?', { model, config })
const { answer, usage } = await session.outcome
console.log(`${answer}, after ${usage.modelCalls} calls`)
for (const { path, kind } of (await runtime.read(session.id)).rows) {
  if (kind === 'generate' || kind === 'loop') console.log(`${kind.padEnd(9)}${path}`)
}
await runtime.close()

// Prints:
// Bern, after 4 calls
// generate episode#1/vote/map#1[0]/runLoop#1/direct/answer#1
// generate episode#1/vote/map#1[1]/runLoop#1/direct/answer#1
// generate episode#1/vote/map#1[2]/runLoop#1/direct/answer#1
// loop     episode#1/vote/map#1[0]/runLoop#1
// loop     episode#1/vote/map#1[1]/runLoop#1
// loop     episode#1/vote/map#1[2]/runLoop#1
// loop     episode#1
// generate evaluate#1
