/** Execution: each step is the task of an inner loop. */
import { GyreError } from '../../errors.ts'
import type { LoopContext } from '../../kernel/context.ts'
import { system } from '../../messages.ts'
import { material } from '../../parsing/material.ts'
import { ownFailure } from '../own-failure.ts'
import type { Step } from '../plan-steps.ts'
import { react } from '../react.ts'
import type { Work } from './planning.ts'
import { prompts } from './prompts.ts'
import { interimAnswer, resultOf, type StepResult, shownResults, shownSteps } from './results.ts'

/** Carries out steps that do not need each other. With a `rest` they may say that it is pointless. */
export async function carryOut(
  ctx: LoopContext,
  work: Work,
  steps: readonly Step[],
  rest: readonly Step[] | undefined,
): Promise<readonly StepResult[]> {
  const [only, ...others] = steps
  const finished: StepResult[] = []
  const carry = async (step: Step, branch: LoopContext, index = 0) => {
    const result = await runStep(branch, work, step, rest)
    finished[index] = result
    // What one gave stays when the session is aborted before its neighbours end. Only its own: who ends first is chance.
    if (result.output !== null) proposeResults(branch, [...work.done, result])
    return result
  }
  if (only && others.length === 0) return [await carry(only, ctx)]
  try {
    return await ctx.map(steps, carry, { label: 'level' })
  } finally {
    // Also when the budget ended some of them.
    proposeResults(ctx, [...work.done, ...Object.values(finished)])
  }
}

/** What the steps gave so far is what a session ends with that is cut short. */
function proposeResults(ctx: LoopContext, results: readonly StepResult[]): void {
  const interim = interimAnswer(results)
  if (interim !== undefined) ctx.propose(interim)
}

async function runStep(
  ctx: LoopContext,
  { task, config, done }: Work,
  step: Step,
  rest: readonly Step[] | undefined,
): Promise<StepResult> {
  const { loop, config: own } = config.step
  const goal = material({
    task: task.goal,
    results: shownResults(done, step.needs),
    rest: rest && shownSteps(rest),
    step: step.goal,
  })
  // The goal holds no words of ours: a loop may choose by it what to do.
  const asked = rest ? `${ctx.prompt(prompts.step)} ${ctx.prompt(prompts.mayReplan)}` : ctx.prompt(prompts.step)
  const inner = loop === react.name ? { maxIterations: config.maxStepIterations, ...own } : own
  const given = { goal, messages: [...task.messages, system(asked)], files: task.files }
  const end = await ctx.runLoop(loop, given, { config: inner, label: 'step' }).catch(ownFailure)
  // A step that fails has no result; what the others gave is not lost for it.
  return resultOf(step, end instanceof GyreError ? { answer: null, outcome: `failed:${end.code}` } : end)
}
