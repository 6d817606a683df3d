/** Execution: the steps of a round, each in a loop of its own, and what they leave behind. */
import { textOfAnswer } from '../../kernel/answer-text.ts'
import type { LoopContext, LoopEnd } from '../../kernel/context.ts'
import { unlessPlanChanged } from '../plan-changed.ts'
import { type Assignment, type StepEnd, stepLoop } from './attempt.ts'
import { afterRound, type Fact } from './memory.ts'
import { isRepeatable, type ToolStep } from './plan.ts'
import { prompts } from './prompts.ts'
import { begun, interimAnswer } from './results.ts'
import { remember, type Work } from './work.ts'

/**
 * Carries out steps that do not need each other, and takes down what they gave. What is left of them is not done: a
 * person changed the plan before it was their turn.
 */
export async function carryOut(ctx: LoopContext, work: Work, steps: readonly ToolStep[]): Promise<readonly ToolStep[]> {
  work.progress.iterations += 1
  ctx.phase('executing')
  const round: Round = { steps, kept: new Map(), finished: 0 }
  try {
    await runRound(ctx, work, round)
  } finally {
    // Also when the budget, or a person, ended some of them: in the order of the steps, whoever was ready first.
    const ends = steps.flatMap(({ id }) => round.kept.get(id) ?? [])
    if (steps.length > 1 || round.finished < ends.length) proposeSoFar(ctx, work, ends)
    takeDown(ctx, work, ends)
  }
  if (round.kept.size === 0) work.progress.iterations -= 1
  return steps.filter(({ id }) => !round.kept.has(id))
}

/** The steps of a round, and what there is of them so far, finished or not. */
type Round = {
  readonly steps: readonly ToolStep[]
  readonly kept: Map<string, StepEnd>
  finished: number
}

function takeDown(ctx: LoopContext, work: Work, ends: readonly StepEnd[]): void {
  if (ends.length === 0) return
  const { progress } = work
  const results = ends.map(({ result }) => result)
  progress.done.push(...results)
  progress.rounds.push(results)
  progress.failures = results.every(({ quality }) => quality === 'failed') ? progress.failures + 1 : 0
  for (const { id, score, quality } of results) if (score !== null) ctx.note('score', { score, quality, step: id })
  const left = ends.map((end) => ({ id: end.result.id, text: end.text, facts: factsIn(end) }))
  remember(ctx, work, afterRound(progress.memory, left))
}

async function runRound(ctx: LoopContext, work: Work, round: Round): Promise<void> {
  const isAlone = round.steps.length === 1
  const prepare = ctx.prompt(prompts.prepare)
  const evaluate = ctx.prompt(prompts.evaluate)
  const asked = { prepare, evaluate: work.config.facts ? `${evaluate} ${ctx.prompt(prompts.facts)}` : evaluate }
  const carry = async (steps: readonly ToolStep[], branch: LoopContext) => {
    const ends: StepEnd[] = []
    for (const step of steps) {
      const keep = (end: StepEnd) => void round.kept.set(step.id, end)
      const end = await runStep(branch, { step, work, asked, before: ends.map(({ result }) => result), isAlone, keep })
      if (!end) return
      keep(end)
      ends.push(end)
      round.finished += 1
      // It stays when the session is aborted before its neighbours end. What they gave by then is a matter of timing,
      // which no record may show.
      proposeSoFar(branch, work, ends)
    }
  }
  if (isAlone) await carry(round.steps, ctx)
  else await ctx.map(lanes(round.steps, work.tools), carry, { label: 'round' })
}

/**
 * What runs side by side. Steps with one and the same tool that must not be repeated run one after another: each knows
 * what was done before it, so that nothing is sent twice because two of them had the same idea.
 */
function lanes(steps: readonly ToolStep[], tools: Work['tools']): readonly (readonly ToolStep[])[] {
  const laneOf = ({ id, tool }: ToolStep) => (isRepeatable(tool, tools) ? `step ${id}` : `tool ${tool}`)
  return [...Map.groupBy(steps, laneOf).values()]
}

/** Undefined when it was not done because the plan is another now. */
async function runStep(ctx: LoopContext, given: Assignment): Promise<StepEnd | undefined> {
  const { step, work } = given
  const { goal } = step
  const { messages, files } = work.task
  const activeMs = work.config.stepTimeoutSeconds * 1000
  const options = { label: 'step', budget: { activeMs } }
  const end = await ctx.runLoop(stepLoop(given), { goal, messages, files }, options).catch(unlessPlanChanged)
  if (!end) return undefined
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
