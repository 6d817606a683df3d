/** Execution: each step is the task of an inner loop. */
import { GyreError } from '../../errors.ts'
import type { LoopContext } from '../../kernel/context.ts'
import { material } from '../../parsing/material.ts'
import { modelFailure } from '../model-failure.ts'
import { react } from '../react.ts'
import type { Step } from './plan.ts'
import type { Work } from './planning.ts'
import { prompts } from './prompts.ts'
import { resultOf, type StepResult, shownResults } from './results.ts'

/** Carries out steps that do not need each other. */
export async function carryOut(
  ctx: LoopContext,
  work: Work,
  steps: readonly Step[],
  mayReplan: boolean,
): Promise<readonly StepResult[]> {
  const hint = mayReplan ? `\n\n${ctx.prompt(prompts.mayReplan)}` : ''
  const [only, ...others] = steps
  if (only && others.length === 0) return [await runStep(ctx, work, only, hint)]
  return ctx.map(steps, (step, branch) => runStep(branch, work, step, hint), { label: 'level' })
}

async function runStep(ctx: LoopContext, { task, config, done }: Work, step: Step, hint: string): Promise<StepResult> {
  const { loop, config: own } = config.step
  const given = material({ task: task.goal, results: shownResults(done), step: step.goal })
  const goal = `${ctx.prompt(prompts.step, { material: given })}${hint}`
  const inner = loop === react.name ? { maxIterations: config.maxStepIterations, ...own } : own
  const { messages, files } = task
  const run = ctx.runLoop(loop, { goal, messages, files }, { config: inner, label: 'step' })
  const end = await run.catch(modelFailure)
  // A step whose model fails has no result; what the others gave is not lost for it.
  const ended = end instanceof GyreError ? { answer: null, outcome: `failed:${end.code}` as const } : end
  return resultOf(step, ended, config.replan)
}
