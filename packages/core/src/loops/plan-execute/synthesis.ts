/** The end: the author answers from what the steps gave. */
import type { LoopContext, Reply } from '../../kernel/context.ts'
import type { LoopResult } from '../../kernel/loop.ts'
import { system, user } from '../../messages.ts'
import { material } from '../../parsing/material.ts'
import { reactGrammar } from '../../parsing/react-grammar.ts'
import { withoutMiddle } from '../../parsing/shortened-text.ts'
import { cutOff, isPiece } from '../cut-off.ts'
import type { Work } from './planning.ts'
import { prompts } from './prompts.ts'
import { interimAnswer, longestList, replanReason, type StepResult, shownResults, shownSteps } from './results.ts'

/** What became of the plan: how often its rest was made anew, and the goals that were too many for it. */
type Course = { readonly replans: number; readonly leftOut: readonly string[] }

/** The answer to the task. Nothing is made of nothing: without any result there is no call. */
export async function synthesise(ctx: LoopContext, work: Work, { replans, leftOut }: Course): Promise<LoopResult> {
  const { done } = work
  // A person may have brought them back.
  const missing = leftOut.filter((goal) => done.every((result) => result.goal !== goal))
  const details = { replans, steps: done, ...(missing.length > 0 && { leftOut: missing.length }) }
  if (interimAnswer(done) === undefined) {
    const { stop, ...end } = withoutResults(done)
    return { answer: null, ...end, details: { stop, ...details } }
  }
  const listed = withoutMiddle(missing.map((goal) => `- ${goal}`).join('\n'), longestList)
  const reply = await answerFrom(ctx, work, listed)
  const text = reply.text.trim()
  if (isPiece(reply)) return cutOff({ text, finish: reply.finish }, details)
  // The answer is what was proposed: the results as they are.
  if (text === '') return { answer: null, outcome: 'stuck:unreadable', details: { stop: 'unreadable', ...details } }
  if (missing.length === 0) return { answer: text, details: { stop: 'done', ...details } }
  const gap = `Steps of the plan that were left out, for there were too many:\n${listed}`
  return { answer: text, outcome: 'limit:turns', gap, details: { stop: 'cut', ...details } }
}

async function answerFrom(ctx: LoopContext, { task, config, done }: Work, leftOut: string): Promise<Reply> {
  const prompt = ctx.prompt(config.showOutputs ? prompts.synthesise : prompts.synthesiseFromGoals)
  const asked = leftOut === '' ? prompt : `${prompt} ${ctx.prompt(prompts.leftOut)}`
  const results = config.showOutputs ? shownResults(done) : shownSteps(done)
  const given = material({ task: task.goal, results, 'left-out': leftOut || undefined })
  ctx.phase('synthesising')
  // The grammar keeps a call that it writes all the same from people.
  return ctx.generate([system(asked), ...task.messages, user(given, ...task.files)], {
    label: 'synthesise',
    grammar: reactGrammar,
  })
}

type Fruitless = Pick<LoopResult, 'outcome' | 'gap'> & { readonly stop: string }

/** Why there is no result: a person's word, what the first step met that failed, what steps found, or silence. */
function withoutResults(done: readonly StepResult[]): Fruitless {
  if (done.length === 0) return { stop: 'emptied', outcome: 'blocked' }
  const met = done.find(({ outcome }) => /^(?:blocked$|stuck:|failed:)/.test(outcome))
  if (met) return { stop: 'nothing', outcome: met.outcome }
  const gap = replanReason(done)
  return gap === ''
    ? { stop: 'nothing', outcome: 'stuck:unreadable' }
    : { stop: 'pointless', outcome: 'stuck:pointless', gap }
}

/** A person said no. What was done before stays the best answer. */
export function refused(done: readonly StepResult[], replans: number): LoopResult {
  return { answer: null, outcome: 'blocked', details: { stop: 'refused', replans, steps: done } }
}
