/** Planning: the next wave, and what only a person can tell. */
import { GyreError } from '../../errors.ts'
import type { JsonObject } from '../../json.ts'
import type { LoopContext } from '../../kernel/context.ts'
import { assistant, user } from '../../messages.ts'
import { material } from '../../parsing/material.ts'
import { bestCandidate } from './candidates.ts'
import { eagerEntries } from './eager.ts'
import { callsOf } from './plan.ts'
import { cachedPlan } from './plan-cache.ts'
import { plannerOptions } from './plan-form.ts'
import { prompts } from './prompts.ts'
import { partsOf } from './results.ts'
import { type Draft, planSchema } from './schema.ts'
import { shownResults } from './shown-results.ts'
import { problemsOf, shownProblems } from './validators.ts'
import { knownTo, type Next, type Work } from './work.ts'

/** Plans until there is something to do, or nothing more to plan. */
export async function nextPlan(work: Work, change?: Next['change']): Promise<Next> {
  const { config } = work
  for (;;) {
    const draft = await makePlan(work)
    if (typeof draft === 'string') return { ...nothing, end: { stop: 'unreadable', gap: draft } }
    const { missing = [], status } = draft
    if (missing.length > 0 && work.answers.length < config.maxQuestions) {
      await askFor(work, missing)
      continue
    }
    const calls = callsOf(draft, knownTo(work))
    if (calls.length > 0) return { calls, isDone: status === 'done', isNew: true, ...(change && { change }) }
    if (missing.length === 0) return { ...nothing, end: { stop: 'done' } }
    const gap = `Nobody said what is missing:\n${questionList(missing)}`
    return { ...nothing, end: { stop: 'unanswered', gap } }
  }
}

const nothing = { calls: [], isDone: true, isNew: false } as const

/** The plan, or why none could be read. */
async function makePlan(work: Work): Promise<Draft | string> {
  const { ctx } = work
  ctx.phase('planning')
  showResults(work)
  work.iterations += 1
  const isFirst = work.iterations === 1
  try {
    const draft = isFirst && work.config.planCache ? await cachedPlan(work, askPlanner) : await askPlanner(ctx, work)
    work.plan = draft
    work.slots = { ...work.slots, ...(draft.slots as JsonObject | undefined) }
    return draft
  } catch (error) {
    if (!(error instanceof GyreError) || error.code !== 'output-invalid') throw error
    ctx.note('plan-unusable', { faults: [error.message] })
    return `No plan could be read after ${work.waves} of ${work.config.maxWaves} waves.`
  }
}

async function askPlanner(ctx: LoopContext, work: Work): Promise<Draft> {
  const hasCandidates = work.config.candidates > 1
  const chosen = hasCandidates ? await bestCandidate(ctx, work) : undefined
  if (chosen) return chosen
  const onEntry = eagerEntries(work)
  return ctx.generateObject(planSchema, work.conversation, {
    ...plannerOptions(work),
    temperature: 0,
    // Candidates have begun the turn.
    ...(!hasCandidates && { turn: true as const }),
    ...(onEntry && { onEntry }),
  })
}

/** Puts what became of the last plan into the conversation. */
function showResults(work: Work): void {
  const { ctx, plan, unseen, config } = work
  if (!plan || unseen.length === 0) return
  const problems = config.selfCorrect ? problemsOf(unseen, ctx.tools) : []
  const told = [
    ...(work.isEdited ? [ctx.prompt(prompts.edited)] : []),
    material({ results: shownResults(unseen) }),
    ...(problems.length > 0 ? [ctx.prompt(prompts.problems, { problems: shownProblems(problems, unseen) })] : []),
    ctx.prompt(prompts.nextWave, { left: `${config.maxWaves - work.waves}` }),
  ]
  work.conversation.push(assistant(JSON.stringify(plan)), user(told.join('\n\n'), ...partsOf(unseen)))
  work.unseen = []
  work.isEdited = false
}

type Missing = NonNullable<Draft['missing']>

/** One question for all that is missing. */
async function askFor(work: Work, missing: Missing): Promise<void> {
  const { ctx, answers, conversation, config } = work
  const question = questionList(missing)
  // They may take their time.
  work.giveUp()
  const answer = await ctx.askHuman(ctx.prompt(prompts.ask, { questions: question }), { label: 'missing' })
  answers.push({ question, answer })
  const left = `${config.maxQuestions - answers.length}`
  const told = `${material({ answer })}\n\n${ctx.prompt(prompts.answered, { left })}`
  conversation.push(assistant(JSON.stringify(work.plan)), user(told))
}

function questionList(missing: Missing): string {
  return missing.map(({ name, question }) => (question === name ? `- ${name}` : `- ${name}: ${question}`)).join('\n')
}
