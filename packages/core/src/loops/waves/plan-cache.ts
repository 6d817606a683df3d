/** The first plan of a session, kept for those that begin with exactly the same. */
import { canonicalJson, type Json } from '../../json.ts'
import type { LoopContext } from '../../kernel/context.ts'
import { draftFaults } from './plan-form.ts'
import { prompts } from './prompts.ts'
import { type Draft, planSchema } from './schema.ts'
import { plannerPrompt, type Work } from './work.ts'

const ttlMs = 30 * 60_000

type AskPlanner = (ctx: LoopContext, work: Work) => Promise<Draft>

/** One that was kept is held against the tools and rules there are now, as if it had just been written. */
export async function cachedPlan(work: Work, askPlanner: AskPlanner): Promise<Draft> {
  const { ctx } = work
  const compute = async (inside: LoopContext) => (await askPlanner(inside, work)) as Json
  const kept = await ctx.cache(`waves ${keyOf(work)}`, compute, { label: 'plan-cache', ttlMs, isPersonal: true })
  const read = planSchema.safeParse(kept)
  return read.success && draftFaults(read.data, work).length === 0 ? read.data : askPlanner(ctx, work)
}

/** All that a plan hangs on. Of the clock that is the day: no more is shown to the planner. */
function keyOf({ ctx, task, config, today }: Work): string {
  const words = [plannerPrompt(ctx, config), ctx.prompt(prompts.judge)]
  return canonicalJson({ words, task, tools: ctx.tools, config, day: today.day })
}
