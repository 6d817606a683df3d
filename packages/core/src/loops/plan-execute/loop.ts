/**
 * Plan-and-Execute: plan the steps first, carry out each with a loop of its own, then write the answer.
 *
 * The agent of that name. The idea is from Wang et al. 2023, "Plan-and-Solve Prompting: Improving Zero-Shot
 * Chain-of-Thought Reasoning by Large Language Models", which plans and solves within one prompt.
 * https://arxiv.org/abs/2305.04091
 *
 *     steps <- planner(task, tools)
 *     while steps are left
 *       ready <- the steps whose needs are done
 *       for step in ready, in parallel
 *         results[step] <- inner loop(task, results, rest, step)
 *       if a step finds the rest pointless: steps <- planner(task, tools, results, rest, reason)
 *     return author(task, results)
 *
 * Unlike the original agent, steps that do not need each other run side by side, the rest may be planned anew,
 * and the author sees the results. People see what is left of the plan before each round of steps and after
 * the last, and may edit it.
 */
import { defineLoop } from '../../kernel/loop.ts'
import { nextSteps } from '../plan-steps.ts'
import { react } from '../react.ts'
import { carryOut } from './execution.ts'
import { makePlan, settle } from './planning.ts'
import { prompts } from './prompts.ts'
import { replanReason, type StepResult } from './results.ts'
import { config } from './schema.ts'
import { refused, synthesise } from './synthesis.ts'

/** Plans the steps first, carries out each with a loop of its own, then writes the answer. */
export const planExecute = defineLoop({
  name: 'plan-execute',
  version: 2,
  summary: 'Plan the steps, carry out each with a loop of its own, then answer from their results.',
  paper: 'https://arxiv.org/abs/2305.04091',
  config,
  prompts,
  uses: [react],
  traits: {
    minCalls: '3',
    multiArgTools: true,
    selfCorrects: true,
    auditablePlan: true,
    worksWithoutTools: true,
    bestFor: 'distinct sub-goals that follow from each other',
    signals: ['first', 'then', 'after that', 'finally', 'step by step', 'plan'],
  },
  example: {
    goal: 'Add 17 and 25, multiply the result by 3, then subtract 26.',
    args: ['-l', 'plan-execute', 'Add 17 and 25, multiply the result by 3, then subtract 26.'],
  },

  async run(ctx, task, config) {
    const { parallel, replan, maxReplans } = config
    const done: StepResult[] = []
    const work = { task, config, done }
    let replans = 0
    let plan = await makePlan(ctx, work)

    for (;;) {
      const steps = await settle(ctx, work, plan)
      if (!steps) return refused(done, replans)
      if (steps.length === 0) return synthesise(ctx, work, { replans, leftOut: plan.leftOut })

      ctx.phase('executing')
      const level = nextSteps(steps, parallel)
      const rest = steps.filter((step) => !level.includes(step))
      const mayReplan = replan && replans < maxReplans
      const results = await carryOut(ctx, work, level, mayReplan ? rest : undefined)
      done.push(...results)

      const { leftOut } = plan
      const reason = replanReason(results)
      plan = { steps: rest, leftOut }
      if (mayReplan && reason !== '') {
        replans += 1
        plan = await makePlan(ctx, work, { steps: rest, leftOut, round: replans, reason })
      }
    }
  },
})
