/** Execution: the steps of a round, each in a loop of its own, and what they leave behind. */

import { textOfAnswer } from '../../kernel/answer-text.ts'
import type { LoopContext, LoopEnd } from '../../kernel/context.ts'
import { type Assignment, type StepEnd, stepLoop } from './attempt.ts'
import { afterRound, type Fact } from './memory.ts'
import type { ToolStep } from './plan.ts'
import { prompts } from './prompts.ts'
import { begun, interimAnswer } from './results.ts'
import { remember, type Work } from './work.ts'

/** Carries out steps that do not need each other, and takes down what they gave. */
export async function carryOut(ctx: LoopContext, work: Work, steps: readonly ToolStep[]): Promise<void> {
  work.progress.iterations += 1
  ctx.phase('executing')
  const ends = await endsOf(ctx, work, steps)
  const { progress } = work
  const results = ends.map(({ result }) => result)
  progress.done.push(...results)
  progress.last = results
  progress.failures = results.every(({ quality }) => quality === 'failed') ? progress.failures + 1 : 0
  for (const { id, score, quality } of results) if (score !== null) ctx.note('score', { score, quality, step: id })
  const left = ends.map((end) => ({ id: end.result.id, text: end.text, facts: factsIn(end) }))
  remember(ctx, work, afterRound(progress.memory, left))
}

async function endsOf(ctx: LoopContext, work: Work, steps: readonly ToolStep[]): Promise<readonly StepEnd[]> {
  const isAlone = steps.length === 1
  const prepare = ctx.prompt(prompts.prepare)
  const evaluate = ctx.prompt(prompts.evaluate)
  const asked = { prepare, evaluate: work.config.facts ? `${evaluate} ${ctx.prompt(prompts.facts)}` : evaluate }
  const finished: StepEnd[] = []
  const carry = async (step: ToolStep, branch: LoopContext, index = 0) => {
    const end = await runStep(branch, { step, work, asked, isAlone })
    finished[index] = end
    // What one gave stays when the session is aborted before its neighbours end.
    proposeSoFar(branch, work, [end])
    return end
  }
  const [only] = steps
  if (only && isAlone) return [await carry(only, ctx)]
  try {
    return await ctx.map(steps, carry, { label: 'round' })
  } finally {
    // Also when the budget ended some of them.
    proposeSoFar(ctx, work, Object.values(finished))
  }
}

async function runStep(ctx: LoopContext, given: Assignment): Promise<StepEnd> {
  const { step, work } = given
  const { goal } = step
  const { messages, files } = work.task
  const activeMs = work.config.stepTimeoutSeconds * 1000
  const end = await ctx.runLoop(stepLoop(given), { goal, messages, files }, { label: 'step', budget: { activeMs } })
  return end.details === null ? byPerson(step, end) : (end.details as unknown as StepEnd)
}

/** A person gave the result of the step in its place: that is as good as it gets. */
function byPerson(step: ToolStep, { answer }: LoopEnd): StepEnd {
  const result = { ...begun(step), output: textOfAnswer(answer), from: 'a person', quality: 'good' } as const
  return { result, text: null, facts: [] }
}

function factsIn({ result, facts }: StepEnd): readonly Fact[] {
  return facts.map((text) => ({ text, step: result.id, from: result.from }))
}

/** What is known so far is what a session ends with that is cut short. */
function proposeSoFar(ctx: LoopContext, { progress }: Work, ends: readonly StepEnd[]): void {
  const steps = ends.map((end) => ({ id: end.result.id, text: null, facts: factsIn(end) }))
  const { facts } = afterRound(progress.memory, steps)
  const interim = interimAnswer([...progress.done, ...ends.map(({ result }) => result)], facts)
  if (interim !== undefined) ctx.propose(interim)
}
