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
 *
 * Unlike the paper, agents are given different parts of the task instead of all of it, work with tools, and are planned
 * for anew while a gap is known, in place of layers that see each other's answers.
 */
import { defineLoop } from '../../kernel/loop.ts'
import { react } from '../react.ts'
import { finished } from './ends.ts'
import { carryOut } from './execution.ts'
import { detectGap, mayReplan } from './gap-detection.ts'
import { prompts } from './prompts.ts'
import { merged, planned } from './round.ts'
import { config } from './schema.ts'
import { beginning, nextRound, withHistory, withRound } from './state.ts'

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
    let state = beginning(task, config)

    for (;;) {
      const plan = await planned(ctx, state)
      if ('end' in plan) return plan.end

      ctx.phase('executing')
      state = withRound(plan.state, await carryOut(ctx, plan.state, plan.tasks))

      ctx.phase('evaluating')
      const answered = await merged(ctx, state)
      if ('end' in answered) return answered.end
      state = withHistory(await detectGap(ctx, answered.state), plan.tasks)

      if (!mayReplan(state)) return finished(ctx, state)
      ctx.phase('deciding')
      state = nextRound(state)
      const status = `iteration ${state.round}/${config.maxAgenticRounds}`
      ctx.note('iteration', { status, why: `still open: ${state.gap?.gap ?? ''}` })
    }
  },
})
