/** Planning: a plan that can be used, within a few attempts, and what people say to it. */
import { shownText } from '../../fence.ts'
import type { LoopContext, PlanOptions } from '../../kernel/context.ts'
import { system, user } from '../../messages.ts'
import { material } from '../../parsing/material.ts'
import { agreedPlan } from '../agreed-plan.ts'
import { toolLines } from '../tool-lines.ts'
import { readLoosePlan, refusalIn } from './loose-reply.ts'
import { rewritten, shownMemory, withLine, withoutLines } from './memory.ts'
import { completed, type DraftStep, faultsOf, ordered, renumbered, type ToolStep } from './plan.ts'
import { prompts } from './prompts.ts'
import { type StepResult, shownResults, shownSteps } from './results.ts'
import { planSchema } from './schema.ts'
import { boundsOf, type Next, record, remember, type Work } from './work.ts'

/** Why the rest is planned anew, and what it was. */
type Replan = { readonly reason: string; readonly rest: readonly ToolStep[] }

/** Which re-plan it is, and why it is made. */
type Change = Pick<PlanOptions<ToolStep>, 'round' | 'reason'>

const mark = '[PLAN VALIDATION FAILED]'

/** Asks for a plan until one can be used: the faults of the last one stand in the working memory. */
export async function makePlan(ctx: LoopContext, work: Work, replan?: Replan): Promise<Next> {
  const { maxPlanAttempts } = work.config
  let faults: readonly string[] = []
  if (replan) ctx.phase('planning')
  for (let attempt = 1; attempt <= maxPlanAttempts; attempt++) {
    const draft = await askForPlan(ctx, work, replan)
    const memory = withoutLines(rewritten(work.progress.memory, draft.memory), mark)
    faults = draft.faults
    remember(ctx, work, faults.length === 0 ? memory : withLine(memory, `${mark} ${faults.join('; ')}`))
    if (faults.length === 0) return settle(ctx, work, draft.steps, replan?.reason)
  }
  const found = faults.join('; ')
  record(ctx, work, { decision: 'stuck', why: `no plan could be used: ${found}`, by: 'rule' })
  const gap = `No plan could be used: ${found.replace(/\.?$/, '.')}`
  return { kind: 'end', stop: 'plan', answers: false, outcome: 'stuck:plan', gap }
}

type Draft = {
  readonly steps: readonly ToolStep[]
  readonly faults: readonly string[]
  readonly memory: string | undefined
}

async function askForPlan(ctx: LoopContext, work: Work, replan: Replan | undefined): Promise<Draft> {
  const bounds = boundsOf(ctx, work)
  let draft: Draft = { steps: [], faults: [], memory: undefined }
  let refusal = ''
  await ctx.generateObject(planSchema(bounds.maxSteps), planRequest(ctx, work, replan), {
    label: 'plan',
    name: 'plan',
    role: 'planner',
    temperature: 0,
    // Each attempt is a request of its own, which shows the faults of the one before.
    repairs: 0,
    read: (text) => {
      refusal = refusalIn(text)
      return readLoosePlan(text, bounds.done)
    },
    check: ({ steps: written, working_memory: memory }) => {
      const steps = completed(renumbered(written, bounds.done), bounds)
      draft = { steps, faults: faultsOf(steps, bounds), memory }
      return draft.faults
    },
    fallback: (faults) => {
      draft = { ...draft, faults: refusal === '' ? faults : [`the planner says: ${refusal}`] }
      return { steps: [] }
    },
  })
  return draft
}

function planRequest(ctx: LoopContext, { task, config, tools, prior, progress }: Work, replan: Replan | undefined) {
  const prompt = ctx.prompt(replan ? prompts.replan : prompts.plan, { maxSteps: `${config.maxPlanSteps}` })
  const given = material({
    task: task.goal,
    tools: toolLines(tools),
    known: prior,
    results: shownResults(progress.done),
    rest: replan && shownSteps(replan.rest),
    reason: replan && shownText({ text: replan.reason, untrusted: { from: 'decision' } }),
    memory: shownMemory(progress.memory),
  })
  return [system(prompt), ...task.messages, user(given, ...task.files)]
}

/** The plan as people leave it. A `reason` makes it a re-plan. */
export async function settle(ctx: LoopContext, work: Work, steps: readonly ToolStep[], reason?: string): Promise<Next> {
  const { progress, config } = work
  if (reason !== undefined) progress.replans += 1
  const change = reason === undefined ? {} : { round: progress.replans, reason }
  const shown = await publish(ctx, work, steps, change)
  const agreed = config.approve && shown.length > 0 ? await approved(ctx, work, shown) : shown
  if (!agreed) return { kind: 'end', stop: 'refused', answers: false, outcome: 'blocked' }
  if (agreed.length > 0) return { kind: 'steps', steps: agreed }
  const isBare = progress.done.length === 0
  return { kind: 'end', stop: 'emptied', answers: !isBare, ...(isBare && { outcome: 'blocked' }) }
}

/** Undefined when a person says no. */
function approved(ctx: LoopContext, work: Work, steps: readonly ToolStep[]) {
  return agreedPlan(ctx, steps, {
    question: (left) => {
      const listed = left.map(({ id, goal, tool }) => `${id}. ${goal} (${tool})`).join('\n')
      return ctx.prompt(prompts.approve, { steps: listed })
    },
    publish: (left) => publish(ctx, work, left),
  })
}

/** Shows people the steps that are left, and gives them back as they may have edited them. */
export async function publish(ctx: LoopContext, work: Work, steps: readonly ToolStep[], change: Change = {}) {
  const bounds = boundsOf(ctx, work)
  const unfinished = (edited: readonly DraftStep[]) => completed(withoutDone(edited, work.progress.done), bounds)
  const left = await ctx.plan(steps, {
    ...change,
    label: 'publish',
    validate: (edited) => {
      const rest = unfinished(edited)
      return rest.length === 0 ? [] : faultsOf(rest, bounds)
    },
  })
  work.progress.left = ordered(unfinished(left))
  return work.progress.left
}

/** A person edits the plan as it was shown: steps of it that have run meanwhile may stand there as they were. */
function withoutDone(edited: readonly DraftStep[], done: readonly StepResult[]): readonly DraftStep[] {
  return edited.filter(({ id, goal }) => !done.some((result) => result.id === id && result.goal === goal.trim()))
}
