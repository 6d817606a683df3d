/** Deciding: by rules where they say it, else by a model, and what follows from it. */
import { canonicalJson } from '../../json.ts'
import type { LoopContext } from '../../kernel/context.ts'
import { system, user } from '../../messages.ts'
import { material } from '../../parsing/material.ts'
import { toolLines } from '../tool-lines.ts'
import { type Ruling, ruling, type Standing } from './decision.ts'
import { readLooseDecision } from './loose-reply.ts'
import { rewritten, shownMemory, withAnswer, withLine, withoutLines } from './memory.ts'
import { completed, faultsOf, type PlanBounds, renumbered, type ToolStep } from './plan.ts'
import { makePlan, publish, settle } from './planning.ts'
import { prompts } from './prompts.ts'
import { shownBriefly, shownResults, shownSteps } from './results.ts'
import { type Decision, decisionSchema } from './schema.ts'
import { scoresOf, trendOf } from './trend.ts'
import { boundsOf, type End, type Next, type Progress, record, remember, type Work } from './work.ts'

const mark = '[DECISION FAILED]'

/**
 * How to go on with the steps that are left, as people leave them. A decision that cannot be used is a failure like
 * that of a step: enough of them, and the run is stuck.
 */
export async function decide(ctx: LoopContext, work: Work, left: readonly ToolStep[]): Promise<Next> {
  const { progress } = work
  const scores = scoresOf(progress.rounds)
  // The first thing after a step: a replay does not go into steps that are over, and would still be in the phase before.
  ctx.phase('deciding')
  const rest = await publish(ctx, work, left)
  if (scores.length > 1) ctx.note('trend', trendOf(scores))
  for (;;) {
    const ruled = ruling(standingOf(work, rest))
    // All was carried out. Steps that a person took out have found nothing.
    if (ruled?.stop === 'done' && left.length === 0) progress.missing = undefined
    if (ruled) return ruledNext(ctx, work, rest, ruled)
    const { decision, steps, faults } = await askDecision(ctx, work, rest)
    if (decision) return follow(ctx, work, rest, { ...decision, steps })
    progress.failures += 1
    const why = faults.join('; ')
    remember(ctx, work, withLine(withoutLines(progress.memory, mark), `${mark} ${why}`))
    record(ctx, work, { decision: 'failed', why, by: 'model' })
  }
}

function standingOf({ config, progress }: Work, rest: readonly ToolStep[]): Standing {
  const { failures, iterations, rounds } = progress
  const last = rounds.at(-1) ?? []
  return {
    refusals: mostRefusals(rounds),
    failures,
    stuckThreshold: config.stuckThreshold,
    left: rest.length,
    isLastGood: last.every(({ quality }) => quality === 'good'),
    hasFailed: last.some(({ quality }) => quality === 'failed'),
    iterations,
    maxIterations: config.maxIterations,
  }
}

/** Several of one round count once: nobody could know of the others. */
function mostRefusals(rounds: Progress['rounds']): number {
  const refused = rounds.flatMap((round) => {
    const calls = round.filter(({ isRepeat }) => isRepeat).map(({ tool, input }) => `${tool} ${canonicalJson(input)}`)
    return [...new Set(calls)]
  })
  return Math.max(0, ...[...Map.groupBy(refused, (call) => call).values()].map((calls) => calls.length))
}

function ruledNext(ctx: LoopContext, work: Work, rest: readonly ToolStep[], { decision, why, stop }: Ruling): Next {
  record(ctx, work, { decision, why, by: 'rule' })
  if (decision === 'continue') return { kind: 'steps', steps: rest }
  if (stop === 'done') return { kind: 'end', stop, answers: true }
  if (stop === 'turns') {
    const left = shownSteps(rest)
    const gap = left === undefined ? `The work ended: ${why}.` : `Steps that were not carried out:\n${left}`
    return { kind: 'end', stop, answers: true, outcome: 'limit:turns', gap }
  }
  return { kind: 'end', stop, answers: false, outcome: `stuck:${stop}`, gap: `The work is stuck: ${why}.` }
}

type Asked = {
  /** Undefined when none can be used. */
  readonly decision: Decision | undefined
  /** The new plan of an `adjust`. */
  readonly steps: readonly ToolStep[]
  readonly faults: readonly string[]
}

async function askDecision(ctx: LoopContext, work: Work, rest: readonly ToolStep[]): Promise<Asked> {
  const bounds = boundsOf(ctx, work)
  const { doneConfidence } = work.config
  let steps: readonly ToolStep[] = []
  let faults: readonly string[] = []
  const decision = await ctx.generateObject<Decision | null>(decisionSchema, decisionRequest(ctx, work, rest), {
    label: 'decide',
    name: 'decision',
    role: 'planner',
    temperature: 0,
    repairs: 1,
    read: (text) => readLooseDecision(text, bounds.done),
    check: (value) => {
      steps = completed(renumbered(value?.new_plan ?? [], bounds.done), bounds)
      return value === null ? [] : decisionFaults(value, steps, { bounds, left: rest.length, doneConfidence })
    },
    fallback: (found) => {
      faults = found
      return null
    },
  })
  if (decision) remember(ctx, work, withoutLines(rewritten(work.progress.memory, decision.working_memory), mark))
  return { decision: decision ?? undefined, steps, faults }
}

type DecisionBounds = { readonly bounds: PlanBounds; readonly left: number; readonly doneConfidence: number }

/** Why a decision cannot be followed. */
function decisionFaults(
  { action, confidence, question = '', missing }: Decision,
  steps: readonly ToolStep[],
  { bounds, left, doneConfidence }: DecisionBounds,
): readonly string[] {
  switch (action) {
    case 'continue':
      return left === 0 ? ['action: there is no step left to continue with'] : []
    case 'adjust':
      return faultsOf(steps, bounds).map((fault) => `new_plan: ${fault}`)
    case 'ask_user':
      return question === '' ? ['question: it is missing'] : []
    case 'done':
      return confidence < doneConfidence && lackIn(missing) === ''
        ? ['missing: say what is missing, for you are not sure']
        : []
    case 'stuck':
      return []
  }
}

function decisionRequest(ctx: LoopContext, { task, config, tools, progress }: Work, rest: readonly ToolStep[]) {
  const { done, rounds, iterations, failures, adjusts, memory } = progress
  const last = rounds.at(-1) ?? []
  const { trend } = trendOf(scoresOf(rounds))
  const earlier = done.filter((result) => !last.includes(result))
  const given = material({
    task: task.goal,
    tools: toolLines(tools),
    results: shownBriefly(earlier),
    last: shownResults(last),
    rest: shownSteps(rest) ?? 'No step is left.',
    state: [
      `Trend of the scores: ${trend}`,
      `Iteration ${iterations} of ${config.maxIterations}`,
      `Failures in a row: ${failures} of ${config.stuckThreshold}`,
      `New plans so far: ${adjusts}`,
    ].join('\n'),
    memory: shownMemory(memory),
  })
  return [system(ctx.prompt(prompts.decide)), ...task.messages, user(given, ...task.files)]
}

type Made = Decision & { readonly steps: readonly ToolStep[] }

/** What a model decided, done. */
async function follow(ctx: LoopContext, work: Work, rest: readonly ToolStep[], made: Made): Promise<Next> {
  const { action, confidence, reason } = made
  record(ctx, work, { decision: action, why: reason, confidence, by: 'model' })
  switch (action) {
    case 'continue':
      return { kind: 'steps', steps: rest }
    case 'adjust':
      return adjust(ctx, work, made)
    case 'ask_user':
      return askUser(ctx, work, rest, made.question ?? reason)
    case 'done':
      return confidence < work.config.doneConfidence ? doubted(ctx, work, rest, made) : done(ctx, work, made)
    case 'stuck':
      ctx.note('gap', { gap: reason })
      return { kind: 'end', stop: 'given-up', answers: false, outcome: 'stuck:given-up', gap: reason }
  }
}

/** Another plan, unless there were enough of them: who is sure again and again of another way goes round in circles. */
async function adjust(ctx: LoopContext, work: Work, { steps, confidence, reason }: Made): Promise<Next> {
  const { config, progress } = work
  if (progress.adjusts >= config.maxAdjusts && confidence >= config.doneConfidence) {
    const why = `${progress.adjusts} new plans were made already`
    record(ctx, work, { decision: 'summary', why, by: 'rule' })
    return openEnd(ctx, `Another plan was wanted: ${reason}`)
  }
  progress.adjusts += 1
  return settle(ctx, work, steps, reason)
}

function openEnd(ctx: LoopContext, gap: string): End {
  ctx.note('gap', { gap })
  return { kind: 'end', stop: 'adjusts', answers: true, outcome: 'gap_open', gap }
}

/** What a decision says is missing: models also say that nothing is. */
function lackIn(missing = ''): string {
  return /^(?:nothing|none|no|n\/?a|null|-)?[.!]?$/i.test(missing) ? '' : missing
}

/** `done` that is sure ends it. What the answer lacks all the same is told to its author and to people. */
function done(ctx: LoopContext, work: Work, { missing }: Made): End {
  const gap = lackIn(missing)
  // Who is sure has judged what was missing before, too.
  work.progress.missing = undefined
  if (gap === '') return { kind: 'end', stop: 'done', answers: true }
  ctx.note('gap', { gap })
  return { kind: 'end', stop: 'done', answers: true, gap }
}

/** `done` that is not sure: what is missing is planned, and counts as an adjust. */
async function doubted(ctx: LoopContext, work: Work, rest: readonly ToolStep[], { confidence, missing = '' }: Made) {
  const { progress } = work
  progress.adjusts += 1
  progress.missing = missing
  ctx.note('gap', { gap: missing })
  const line = `[LOW CONFIDENCE] It was taken for done at ${confidence}. Missing: ${missing}`
  remember(ctx, work, withLine(progress.memory, line))
  return makePlan(ctx, work, { reason: missing, rest })
}

/** What a person says is new: what failed before it does not count any more. */
async function askUser(ctx: LoopContext, work: Work, rest: readonly ToolStep[], question: string): Promise<Next> {
  const answer = await ctx.askHuman(question, { label: 'ask' })
  const { progress } = work
  progress.failures = 0
  remember(ctx, work, withAnswer(progress.memory, { question, answer }))
  return makePlan(ctx, work, { reason: 'The user has answered a question.', rest })
}
