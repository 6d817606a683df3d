/**
 * Waves: plan the next calls from the results so far, make them side by side, repeat, then write the answer.
 *
 * Kim et al. 2023, "An LLM Compiler for Parallel Function Calling".
 * https://arxiv.org/abs/2312.04511
 *
 *     conversation <- task, today, tools
 *     for wave = 1 .. maxWaves
 *       plan <- planner(conversation)
 *       if a mandatory parameter is missing: conversation <- conversation + person(question), and plan again
 *       if the plan has no calls: break
 *       for call in plan, as soon as the calls that it needs have ended
 *         results[call] <- tool(arguments, with the parts of results that they refer to)
 *       if the plan says done, and no call failed or gave nothing: break
 *       conversation <- conversation + plan + results + what failed or gave nothing
 *     return author(task, results)
 *
 * The paper plans the whole graph of calls at once and lets a joiner decide whether to plan again; that is
 * `maxWaves: 1` here, without the second plan. Waves plan as far as can be seen, and a wave may hold a small graph. What
 * failed or gave nothing is told by rules, not by a model, and the answer is written from all results.
 */
import type { LoopContext } from '../../kernel/context.ts'
import type { LoopResult, Task } from '../../kernel/loop.ts'
import type { Config } from './config.ts'
import { again, decide } from './decision.ts'
import { answer, blocked } from './ends.ts'
import { nextPlan } from './planning.ts'
import { settle } from './publishing.ts'
import { runWave } from './wave.ts'
import { beginWork } from './work.ts'

export async function run(ctx: LoopContext, task: Task, settings: Config): Promise<LoopResult> {
  const work = await beginWork(ctx, task, settings)
  let next = await nextPlan(work)

  for (;;) {
    const calls = await settle(work, next)
    if (!calls) return blocked(work, 'refused')
    if (calls.length === 0) {
      const isEmptied = next.calls.length > 0 && work.results.size === 0
      return isEmptied ? blocked(work, 'emptied') : answer(work, next.end ?? { stop: 'done' })
    }
    const { maxTools } = settings
    const rest = calls.slice(maxTools)
    const recalled = await runWave(work, calls.slice(0, maxTools), rest)
    const left = [...recalled, ...rest]
    next = recalled.length > 0 ? again(next, left) : await decide(work, next, rest)
  }
}
