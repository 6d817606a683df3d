/** Planning: a critique of the last round, and where to look in the next. */
import { GyreError } from '../../errors.ts'
import type { LoopContext } from '../../kernel/context.ts'
import { wordsOf } from '../../words.ts'
import { modelFailure } from '../model-failure.ts'
import { queryLikenessOf } from './measure/calibration.ts'
import { withTopics } from './outline.ts'
import { planRequest } from './requests.ts'
import { type AddAction, type PlanReply, planSchema, type SearchAction } from './schema.ts'
import { chosenSearches, type Draft, ownSearches, topicFor } from './search-choice.ts'
import type { PlannedSearch, ResearchState, Topic } from './state.ts'
import { embedTexts, type Work } from './work.ts'

const sampling = { temperature: 0.2, maxOutputTokens: 1024 } as const

/** Sections of a report that can still be read. */
const mostTopics = 12

export async function planRound(ctx: LoopContext, work: Work, before: ResearchState): Promise<ResearchState> {
  ctx.phase('planning')
  const reply = await askForPlan(ctx, work, before)
  const state = afterReply(before, reply)
  const drafts = reply.plan.filter(isSearch).map((action) => draftOf(action, state.outline))
  const wanted = await withVectors(ctx, state, drafts)
  const chosen = chosenSearches(state, wanted, work.config)
  // What the planner wants was done already, or is covered: then what is covered least has its turn.
  const searches = chosen.length > 0 ? chosen : chosenSearches(state, ownSearches(state, work.config), work.config)
  const planned = await publish(ctx, state, searches)
  return { ...state, planned, queryVectors: withThose(state.queryVectors, wanted) }
}

function withThose(known: ResearchState['queryVectors'], drafts: readonly Draft[]): ResearchState['queryVectors'] {
  const vectors = drafts.flatMap(({ query, vector }) => (vector ? [[query, vector] as const] : []))
  return vectors.length === 0 ? known : new Map([...known, ...vectors])
}

/** A plan that cannot be read ends nothing: the round is then planned by what is covered least. */
async function askForPlan(ctx: LoopContext, work: Work, state: ResearchState): Promise<PlanReply> {
  const asked = ctx.generateObject(planSchema, planRequest(ctx, work.task, state, work.config), {
    label: 'plan',
    name: 'research_plan',
    role: 'planner',
    ...sampling,
    turn: true,
    repairs: 1,
    check: ({ plan }) => (plan.some(isSearch) ? [] : ['plan: at least one SEARCH is needed']),
    fallback: (faults) => withoutPlanner(ctx, faults.join('; ')),
  })
  const reply = await asked.catch(modelFailure)
  return reply instanceof GyreError ? withoutPlanner(ctx, reply.message) : reply
}

function withoutPlanner(ctx: LoopContext, why: string): PlanReply {
  ctx.note('planned-by-coverage', { why })
  return { critique: '', thought: '', plan: [] }
}

function isSearch(action: PlanReply['plan'][number]): action is SearchAction {
  return action.action === 'SEARCH'
}

function isAddition(action: PlanReply['plan'][number]): action is AddAction {
  return action.action === 'ADD_TO_OUTLINE'
}

/** The state with what the planner said, and what it added to the outline. */
function afterReply(state: ResearchState, reply: PlanReply): ResearchState {
  let { outline } = state
  for (const addition of reply.plan.filter(isAddition)) {
    outline = withTopics(outline, [addition], isLatent(addition, state) ? 'latent' : 'planner')
  }
  const offered = new Map(state.offered)
  for (const { id } of state.latentTopics) offered.set(id, (offered.get(id) ?? 0) + 1)
  const critiqueHistory = reply.critique === '' ? state.critiqueHistory : [...state.critiqueHistory, reply.critique]
  return { ...state, plan: reply, critiqueHistory, outline: outline.slice(0, mostTopics), offered }
}

/** Whether it takes up what showed up by itself: a word of its name is in it. */
function isLatent({ topic, subtopics = [] }: AddAction, { latentTopics }: ResearchState): boolean {
  const said = new Set(wordsOf([topic, ...subtopics].join(' ')))
  return latentTopics.some(({ label }) => wordsOf(label).some((word) => said.has(word)))
}

function draftOf({ query, target_outline_topic: target }: SearchAction, outline: readonly Topic[]): Draft {
  return { query, topic: topicFor(outline, target, query) }
}

/** Where likeness of queries can be told by vectors, they are needed; else the words have to do. */
async function withVectors(
  ctx: LoopContext,
  state: ResearchState,
  drafts: readonly Draft[],
): Promise<readonly Draft[]> {
  if (queryLikenessOf(state.embedder) === null || drafts.length === 0) return drafts
  const { vectors } = await embedTexts(
    ctx,
    drafts.map(({ query }) => query),
    'queries',
  )
  return drafts.map((draft, at) => {
    const vector = vectors[at]
    return vector ? { ...draft, vector } : draft
  })
}

/** Shows people what will be searched for, and takes it as they leave it. */
async function publish(
  ctx: LoopContext,
  { outline, cycles }: ResearchState,
  searches: readonly PlannedSearch[],
): Promise<readonly PlannedSearch[]> {
  const shown = await ctx.plan(searches, {
    label: 'publish',
    ...(cycles > 0 && { round: cycles, reason: `round ${cycles + 1}` }),
    validate: (edited) =>
      edited.flatMap(({ id, goal }) => (goal.trim() === '' ? [`${id}: goal: what to search for`] : [])),
  })
  // Who edits a plan writes what to search for; what it is for may be left out.
  return shown.map((step) => ({ ...step, topic: topicFor(outline, step.topic, step.goal) }))
}
