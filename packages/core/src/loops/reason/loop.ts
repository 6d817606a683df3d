/**
 * Reason: plan, execute, evaluate, decide, under the eyes of people.
 *
 * The reasoning loop of agents that work on a goal by themselves and can be watched, stopped and steered.
 *
 *     plan <- planner(task, tools, prior knowledge)
 *     repeat
 *       for step in the steps whose needs are done, in parallel
 *         input <- author(step, results, memory)
 *         output <- tool(input)
 *         scores, facts, memory <- judge(step, output)
 *       every compressEvery rounds: memory <- compressed memory
 *       decision <- rules(failures, steps left, scores), else planner(results, trend, memory)
 *       continue: go on with the plan
 *       adjust, or done without being sure: plan <- planner(what is missing)
 *       ask_user: memory <- memory + the answer; plan <- planner(...)
 *       done: return author(task, outputs, memory)
 *       stuck: return what is known
 *     finished, or out of budget: return author(task, outputs, memory, what is left)
 *
 * Unlike the original, steps that do not need each other run side by side, the memory holds facts with their sources
 * beside its text, and the author sees and cites what the tools gave. Every limit is enforced, and every decision is
 * written down, the rules' own included.
 */
import type { LoopContext } from '../../kernel/context.ts'
import type { LoopResult, Task } from '../../kernel/loop.ts'
import { isOwnEnd } from '../own-end.ts'
import { compressWhenDue } from './compression.ts'
import type { Config } from './config.ts'
import { cutShort } from './cut-short.ts'
import { decide } from './deciding.ts'
import { carryOut } from './execution.ts'
import { emptyMemory } from './memory.ts'
import { allowedTools, stepsToRun } from './plan.ts'
import { makePlan, settle } from './planning.ts'
import { priorKnowledge } from './prior-knowledge.ts'
import { conclude, withoutTools } from './summary.ts'
import { type End, type Progress, type Work, withMissing } from './work.ts'

function beginning(): Progress {
  const counts = { iterations: 0, adjusts: 0, replans: 0, failures: 0 }
  return { ...counts, memory: emptyMemory, left: [], missing: undefined, done: [], rounds: [], decisions: [] }
}

/** Round by round to an end. */
async function workThrough(ctx: LoopContext, work: Work): Promise<End> {
  let next = await makePlan(ctx, work)
  while (next.kind === 'steps') {
    await compressWhenDue(ctx, work)
    const round = stepsToRun(next.steps, work.config.parallel)
    const left = next.steps.filter((step) => !round.includes(step))
    const undone = await carryOut(ctx, work, round)
    next = undone.length > 0 ? await settle(ctx, work, [...undone, ...left]) : await decide(ctx, work, left)
  }
  return withMissing(next, work.progress)
}

export async function run(ctx: LoopContext, task: Task, config: Config): Promise<LoopResult> {
  const tools = allowedTools(ctx.tools, config.allowedTools)
  if (tools.length === 0) return withoutTools(ctx, config.allowedTools)
  ctx.phase('planning')
  let work: Work = { task, config, tools, prior: undefined, progress: beginning() }
  let end: End | undefined
  try {
    work = { ...work, prior: await priorKnowledge(ctx, task.goal, tools, config) }
    end = await workThrough(ctx, work)
    return await conclude(ctx, work, end)
  } catch (error) {
    if (!isOwnEnd(ctx, error)) throw error
    return conclude(ctx, work, cutShort(error, work, end))
  }
}
