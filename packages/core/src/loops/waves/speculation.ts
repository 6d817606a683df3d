/** Speculative planning: while a wave runs, the next one is guessed, and what it would call begins early. */
import type { Json } from '../../json.ts'
import { assistant, user } from '../../messages.ts'
import { Foresight, hasPureTools, type Running } from './foresight.ts'
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
export function speculate(work: Work, calls: readonly Call[], running: Running): () => void {
  const { ctx, plan, conversation } = work
  if (plan?.status !== 'continue' || !mayLookAhead(work)) return () => {}
  const listed = calls.map((call) => `- \`${call.id}\`: ${shownCall(call)}`).join('\n')
  const asked = user(ctx.prompt(prompts.speculate, { calls: listed }))
  const messages = [...conversation, assistant(JSON.stringify(plan)), asked]
  const taken = new Set([...knownTo(work).taken, ...calls.map(({ id }) => id)])
  let foresight: Foresight | undefined
  const giveUp = ctx.ahead(async (beside) => {
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
    foresight = new Foresight(beside, work, running)
    for (const call of callsOf(guess, { tools: ctx.tools, taken })) {
      foresight.foresee({ ...call, args: call.args as Json })
    }
  })
  return () => {
    foresight?.giveUp()
    giveUp()
  }
}

/** The next wave is known when the plan had too many calls for one: nobody has to guess it. */
export function foreseeRest(work: Work, rest: readonly Call[], running: Running): () => void {
  if (!mayLookAhead(work)) return () => {}
  const foresight = new Foresight(work.ctx, work, running)
  for (const call of rest.slice(0, work.config.maxTools)) foresight.foresee(call)
  return () => foresight.giveUp()
}

function mayLookAhead({ ctx, config, waves }: Work): boolean {
  return config.speculate && !config.approve && waves < config.maxWaves && hasPureTools(ctx)
}
