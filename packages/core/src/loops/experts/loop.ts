/**
 * Experts: divide the task among experts and tools, merge what they give, find the gap, and plan again for it.
 *
 * Several models that answer and one that merges them: Wang et al. 2024, "Mixture-of-Agents Enhances Large Language
 * Model Capabilities". https://arxiv.org/abs/2406.04692
 *
 *     tasks <- planner(task, experts, tools)
 *     for round = 0 .. maxAgenticRounds
 *       for each of tasks, when those it depends on are done
 *         result <- tool(arguments), or expert(task, results it depends on)
 *       answer <- merger(task, results that stand, contradictions)
 *       gap <- what code can tell, else judge(task, answer)
 *       if there is none, or this was the last round: stop
 *       tasks <- planner(task, established facts, gap, what was tried)
 *     return critic(task, answer, results), with the gap where one is known
 *     finished, or out of budget: return merger(task, results that stand, what is missing)
 *
 * Unlike the paper, agents are given different parts of the task instead of all of it, work with tools, and are planned
 * for anew while a gap is known, in place of layers that see each other's answers.
 */
import type { LoopContext } from '../../kernel/context.ts'
import type { LoopResult, Task } from '../../kernel/loop.ts'
import { isOwnEnd } from '../own-end.ts'
import type { Config } from './config.ts'
import { cutShort } from './cut-short.ts'
import { finished } from './ends.ts'
import { detectGap, mayReplan } from './gap-detection.ts'
import { planned, workOff } from './round.ts'
import { beginning, nextRound, type State, withHistory } from './state.ts'

/** Round by round to an end. However it is cut short, what was known last is kept. */
async function workThrough(ctx: LoopContext, progress: { state: State }): Promise<LoopResult> {
  for (;;) {
    const plan = await planned(ctx, progress.state)
    if ('end' in plan) return plan.end

    progress.state = plan.state
    const end = await workOff(ctx, progress)
    if (end) return end
    const state = withHistory(await detectGap(ctx, progress.state))

    if (!mayReplan(state)) return finished(ctx, state)
    ctx.phase('deciding')
    progress.state = nextRound(state)
    const status = `iteration ${progress.state.round}/${state.config.maxAgenticRounds}`
    ctx.note('iteration', { status, why: `still open: ${state.gap?.gap ?? ''}` })
  }
}

export async function run(ctx: LoopContext, task: Task, config: Config): Promise<LoopResult> {
  const progress = { state: beginning(task, config) }
  try {
    return await workThrough(ctx, progress)
  } catch (error) {
    if (!isOwnEnd(ctx, error)) throw error
    return cutShort(ctx, progress.state, error)
  }
}
