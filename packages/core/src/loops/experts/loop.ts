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
import { defineLoop, type LoopResult } from '../../kernel/loop.ts'
import { isOwnEnd } from '../own-end.ts'
import { react } from '../react.ts'
import { cutShort } from './cut-short.ts'
import { finished } from './ends.ts'
import { detectGap, mayReplan } from './gap-detection.ts'
import { prompts } from './prompts.ts'
import { planned, workOff } from './round.ts'
import { config } from './schema.ts'
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

/** Divides the task among experts and tools, merges what they give, and plans again for the gap that is left. */
export const experts = defineLoop({
  name: 'experts',
  version: 1,
  summary: 'Divide the task among experts and tools, merge their results, and plan again for what is missing.',
  paper: 'https://arxiv.org/abs/2406.04692',
  config,
  prompts,
  uses: [react],
  traits: {
    minCalls: '3',
    multiArgTools: true,
    selfCorrects: true,
    auditablePlan: true,
    worksWithoutTools: true,
    bestFor: 'several kinds of expertise for one answer',
    signals: ['experts', 'perspectives', 'compare', 'both', 'as well as', 'pros and cons'],
  },
  example: { goal: 'What is 17 * 6 + 14?', args: ['-l', 'experts', 'What is 17 * 6 + 14?'] },

  async run(ctx, task, config) {
    const progress = { state: beginning(task, config) }
    try {
      return await workThrough(ctx, progress)
    } catch (error) {
      if (!isOwnEnd(ctx, error)) throw error
      return cutShort(ctx, progress.state, error)
    }
  },
})
