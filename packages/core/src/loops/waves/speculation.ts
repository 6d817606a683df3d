/** Speculative planning: while a wave runs, the next one is guessed, and what it would call begins early. */
import type { Json } from '../../json.ts'
import { assistant, user } from '../../messages.ts'
import { type Foreseen, Foresight, hasPureTools } from './foresight.ts'
import { type Call, callsOf, shownCall } from './plan.ts'
import { plannerOptions } from './plan-form.ts'
import { prompts } from './prompts.ts'
import { type Draft, planSchema } from './schema.ts'
import { knownTo, type Work } from './work.ts'

const noGuess: Draft = { status: 'done', action: '', tools: [] }

/**
 * Nothing of the guess is used but that pure calls have begun when they are made: what the loop does is the same
 * without it. The function returned gives it up.
 */
export function speculate(work: Work, calls: readonly Call[], running: ReadonlyMap<string, Foreseen>): () => void {
  const { ctx, config, plan, conversation } = work
  const isPointless = plan?.status !== 'continue' || work.waves >= config.maxWaves || !hasPureTools(ctx)
  if (!config.speculate || config.approve || isPointless) return () => {}
  const listed = calls.map((call) => `- \`${call.id}\`: ${shownCall(call)}`).join('\n')
  const asked = user(ctx.prompt(prompts.speculate, { calls: listed }))
  const messages = [...conversation, assistant(JSON.stringify(plan)), asked]
  const taken = new Set([...knownTo(work).taken, ...calls.map(({ id }) => id)])
  return ctx.ahead(async (beside) => {
    const { read } = plannerOptions(work)
    const guess = await beside.generateObject(planSchema, messages, {
      label: 'guess',
      name: 'wave',
      role: 'utility',
      temperature: 0,
      repairs: 0,
      read,
      fallback: () => noGuess,
    })
    const foresight = new Foresight(beside, work, running)
    for (const call of callsOf(guess, { tools: ctx.tools, taken })) {
      foresight.foresee({ ...call, args: call.args as Json })
    }
  })
}
