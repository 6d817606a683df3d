/** One loop is tried, and a judge says how sure it is of the answer. */
import { GyreError } from '../../errors.ts'
import type { Json } from '../../json.ts'
import { textOfAnswer } from '../../kernel/answer-text.ts'
import type { LoopContext, LoopEnd } from '../../kernel/context.ts'
import type { Task } from '../../kernel/loop.ts'
import { type Message, user } from '../../messages.ts'
import { material } from '../../parsing/material.ts'
import { shownAnswer } from '../../parsing/shown-answer.ts'
import { modelFailure } from '../model-failure.ts'
import { isLoopFault } from '../own-failure.ts'
import { type Attempt, answerOf } from './attempt.ts'
import { readConfidence } from './confidence.ts'
import { prompts } from './prompts.ts'
import { requestAbout } from './request.ts'
import type { Choice } from './router.ts'
import { confidenceSchema } from './schema.ts'

type Trial = { readonly choice: Choice; readonly config: object; readonly tried: readonly Attempt[] }

export async function tryLoop(ctx: LoopContext, task: Task, { choice, config, tried }: Trial): Promise<Attempt> {
  ctx.phase('executing')
  const messages = [...task.messages, ...tried.flatMap((attempt) => earlier(ctx, attempt))]
  const end = await endOf(() => ctx.runLoop(choice.loop, { ...task, messages }, { label: 'attempt', config }))
  const outcome = end instanceof GyreError ? (`failed:${end.code}` as const) : end.outcome
  const attempt: Attempt = { ...choice, outcome, confidence: 0, doubt: 'It came to no answer.', end }
  const answer = answerOf(attempt)
  if (answer === null) return attempt
  ctx.propose(answer, 0)
  ctx.phase('evaluating')
  const { confidence, reason } = await judged(ctx, task, answer)
  return { ...attempt, confidence, doubt: reason }
}

/** Why a loop may be unable to begin, which another need not be. */
const hindrances = ['config-invalid', 'loop-off', 'memory-missing']

/** How a loop ended, or the fault of its own that kept it from it. A spent budget or a silent provider is the same for all. */
async function endOf(run: () => Promise<LoopEnd>): Promise<LoopEnd | GyreError> {
  try {
    return await run()
  } catch (error) {
    if (isLoopFault(error) || (error instanceof GyreError && hindrances.includes(error.code))) return error
    throw error
  }
}

/** Without a judge there is an answer still: nobody is sure of it. */
async function judged(ctx: LoopContext, task: Task, answer: Json) {
  const parts = material({ task: task.goal, answer: shownAnswer(textOfAnswer(answer), ctx.tools) })
  const judging = ctx.generateObject(confidenceSchema, requestAbout(ctx.prompt(prompts.judge), task, parts), {
    label: 'judge',
    name: 'confidence',
    role: 'judge',
    temperature: 0,
    read: readConfidence,
    fallback: () => ({ confidence: 0, reason: 'What the judge said cannot be read.' }),
  })
  const judgement = await judging.catch(modelFailure)
  return judgement instanceof GyreError ? { confidence: 0, reason: 'The judge did not answer.' } : judgement
}

/** What the next loop is told of an attempt. */
function earlier(ctx: LoopContext, attempt: Attempt): readonly Message[] {
  const answer = answerOf(attempt)
  if (answer === null) return []
  const told = material({ attempt: shownAnswer(textOfAnswer(answer), ctx.tools), doubt: attempt.doubt })
  return [user(ctx.prompt(prompts.earlier, { attempt: told }))]
}
