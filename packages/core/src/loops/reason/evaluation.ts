/** The judge's part: how good is what a step gave, and what does it say? */
import { GyreError } from '../../errors.ts'
import type { LoopContext } from '../../kernel/context.ts'
import { system, user } from '../../messages.ts'
import { material } from '../../parsing/material.ts'
import { withoutMiddle } from '../../parsing/shortened-text.ts'
import { ownFailure } from '../own-failure.ts'
import type { Assignment, StepEnd } from './attempt.ts'
import { rewritten, shownMemory } from './memory.ts'
import { averageOf, qualityOf } from './quality.ts'
import { fencedOutput, longestReason, onOneLine, shownInput } from './results.ts'
import { type Evaluation, evaluationSchema } from './schema.ts'

/** A judge that fails costs nothing but the judgement: the result counts as partial. */
export async function evaluate(ctx: LoopContext, given: Assignment, end: StepEnd): Promise<StepEnd> {
  const judged = await judgement(ctx, given, end).catch(ownFailure)
  if (judged instanceof GyreError) {
    ctx.note('evaluation-failed', { step: end.result.id, why: judged.message })
    return unjudged(end, judged.message)
  }
  const { relevance, completeness, usability, goal_progress, facts = [], reason = '', working_memory: text } = judged
  const scores = { relevance, completeness, usability, goal_progress }
  const score = averageOf(scores)
  const said = withoutMiddle(reason.trim(), longestReason)
  const quality = qualityOf(score)
  return {
    text: text?.trim() ? text : end.text,
    result: { ...end.result, scores, score, quality, ...(said !== '' && { reason: said }) },
    // What is in a failed result is nothing to build upon.
    facts: quality === 'failed' ? [] : facts,
  }
}

/** What was given is there, whatever it is worth. */
export function unjudged(end: StepEnd, why: string): StepEnd {
  return { ...end, result: { ...end.result, quality: 'partial', fault: `Nobody judged it: ${why}` } }
}

function judgement(ctx: LoopContext, { work, asked }: Assignment, { result, text }: StepEnd): Promise<Evaluation> {
  const { task, config, progress } = work
  const given = material({
    task: task.goal,
    step: onOneLine(result.goal),
    tool: result.tool,
    input: shownInput(result.input),
    output: fencedOutput(result),
    memory: shownMemory(rewritten(progress.memory, text)),
  })
  return ctx.generateObject(evaluationSchema(config.facts), [system(asked.evaluate), user(given, ...task.files)], {
    label: 'evaluate',
    name: 'evaluation',
    role: 'judge',
    temperature: 0,
    repairs: 1,
  })
}
