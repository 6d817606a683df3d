/** A loop of your own: resume, steering, forks, budgets, audit and events come with `ctx`, and it has no code for them. */
import { defineLoop, open, user, z } from 'gyre'
import { says, scriptedModel } from 'gyre/testing'

const improve = 'Make it shorter and lose nothing.'
const polish = defineLoop({
  name: 'polish',
  config: z.strictObject({ rounds: z.int().min(0).default(5).describe('Improvements after the first draft.') }),
  async run(ctx, task, { rounds }) {
    const conversation = [user(task.goal)]
    let draft = await ctx.generate(conversation, { label: 'draft', turn: true })
    for (let round = 1; round <= rounds; round++) {
      ctx.propose(draft.text)
      conversation.push(draft.message, user(improve))
      draft = await ctx.generate(conversation, { label: 'draft', turn: true })
    }
    return draft.text
  },
})

const runtime = open()
const model = scriptedModel(
  // Somebody speaks up while the first draft is written.
  async (_, call) => {
    await (await runtime.session(call.session)).steer('Keep the word "widening".')
    return says('A gyre is a spiral that is always widening.')
  },
  ({ messages }) => says(JSON.stringify(messages).includes('Keep the word') ? 'A widening spiral.' : 'A spiral.'),
  says('A widening spiral, in short.'),
)
const session = await runtime.start(polish, 'Say what a gyre is.', { model, budget: { modelCalls: 3 } })
const { outcome, answer, usage } = await session.outcome

// Of three calls one is always kept back, for the answer.
console.log(`${outcome} after ${usage.modelCalls} calls: ${answer}`)
for (const { path, kind } of (await runtime.read(session.id)).rows) if (kind === 'generate') console.log(path)
await runtime.close()

// Prints:
// limit:calls after 3 calls: A widening spiral, in short.
// draft#1
// draft#2
// draft#3
// wrap-up#1
