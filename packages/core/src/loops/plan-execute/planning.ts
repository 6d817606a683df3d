/** Planning: the first plan, a plan of the rest, and what people say to either. */
import { shownText } from '../../fence.ts'
import type { LoopContext, PlanOptions } from '../../kernel/context.ts'
import type { Task } from '../../kernel/loop.ts'
import { system, user } from '../../messages.ts'
import { material } from '../../parsing/material.ts'
import { agreedPlan } from '../agreed-plan.ts'
import { arranged } from '../plan-order.ts'
import { type DraftStep, inOrder, planFaults, type Step, withNeeds } from '../plan-steps.ts'
import { type Cut, planForm } from './plan-form.ts'
import { prompts } from './prompts.ts'
import { type StepResult, shownResults, shownSteps } from './results.ts'
import { type Config, planSchema } from './schema.ts'

/** What every part of the loop knows. `done` grows. */
export type Work = { readonly task: Task; readonly config: Config; readonly done: readonly StepResult[] }

/** Which re-plan it was, and why. */
type Change = Pick<PlanOptions<Step>, 'round' | 'reason'>

/** Steps that are left. With a `change` they are new. */
export type Plan = Cut & { readonly change?: Change }

/** Why the rest is planned anew, how often it was, and what it was. */
type Replan = Cut & { readonly reason: string; readonly round: number }

/** Without a readable plan the task is its only step; without a readable re-plan the old rest stays. */
export async function makePlan(ctx: LoopContext, work: Work, replan?: Replan): Promise<Plan> {
  const { maxSteps } = work.config
  const otherwise = replan ?? { steps: inOrder([work.task.goal], new Set()), leftOut: [] }
  const { settled, ...form } = planForm({ maxSteps, done: idsOf(work.done), otherwise })
  ctx.phase('planning')
  await ctx.generateObject(planSchema(maxSteps), planRequest(ctx, work, replan), {
    ...form,
    label: 'plan',
    name: 'plan',
    role: 'planner',
    temperature: 0,
    fallback: (faults) => {
      ctx.note('plan-unusable', { faults })
      return { steps: [] }
    },
  })
  const { steps, leftOut } = settled()
  return { steps, leftOut, change: replan ? { round: replan.round, reason: replan.reason } : {} }
}

function planRequest(ctx: LoopContext, { task, config, done }: Work, replan: Replan | undefined) {
  const prompt = ctx.prompt(replan ? prompts.replan : prompts.plan, { maxSteps: `${config.maxSteps}` })
  const tools = ctx.tools.map(({ name, description }) => `- ${name}: ${description}`).join('\n')
  const given = material({
    task: task.goal,
    tools: tools || undefined,
    results: shownResults(done),
    rest: replan && shownSteps(replan.steps),
    reason: replan && shownText({ text: replan.reason, untrusted: { from: 'steps' } }),
  })
  return [system(prompt), ...task.messages, user(given, ...task.files)]
}

/** The steps as people leave them; undefined when they refuse a new plan. */
export async function settle(
  ctx: LoopContext,
  work: Work,
  { steps, change }: Plan,
): Promise<readonly Step[] | undefined> {
  const shown = await publish(ctx, work, steps, change)
  if (!change || !work.config.approve || shown.length === 0) return shown
  return agreedPlan(ctx, shown, {
    question: (left) => {
      const listed = left.map(({ id, goal }) => `${id}. ${goal}`).join('\n')
      return ctx.prompt(prompts.approve, { steps: listed })
    },
    publish: (left) => publish(ctx, work, left),
  })
}

/** Shows people the steps that are left, and gives them back as they may have edited them. */
async function publish(ctx: LoopContext, { done }: Work, steps: readonly Step[], change: Change = {}) {
  const validate = (edited: readonly Step[]) => planFaults(unfinished(edited, done), idsOf(done))
  const left = await ctx.plan(steps, { ...change, label: 'publish', validate })
  return arranged(unfinished(left, done)).steps
}

/** A person edits the plan as it was shown: steps of it that have run meanwhile may stand there as they were. */
function unfinished(edited: readonly DraftStep[], done: readonly StepResult[]): readonly Step[] {
  const hasRun = ({ id, goal }: Step) => done.some((result) => result.id === id && result.goal === goal.trim())
  return withNeeds(edited).filter((step) => !hasRun(step))
}

function idsOf(done: readonly StepResult[]): ReadonlySet<string> {
  return new Set(done.map(({ id }) => id))
}
