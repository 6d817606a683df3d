/** The end: the author answers from what the steps gave. */
import type { LoopContext } from '../../kernel/context.ts'
import type { LoopResult } from '../../kernel/loop.ts'
import type { Outcome } from '../../kernel/outcome.ts'
import { system, user } from '../../messages.ts'
import { material } from '../../parsing/material.ts'
import type { Work } from './planning.ts'
import { prompts } from './prompts.ts'
import { interimAnswer, type StepResult, shownGoals, shownResults } from './results.ts'

/** The answer to the task. Nothing is made of nothing: without any result there is no call. */
export async function synthesise(ctx: LoopContext, { task, config, done }: Work, replans: number): Promise<LoopResult> {
  const details = { replans, steps: done }
  if (interimAnswer(done) === undefined) {
    return { answer: null, outcome: whyNothing(done), details: { stop: 'nothing', ...details } }
  }
  const prompt = config.showOutputs ? prompts.synthesise : prompts.synthesiseFromGoals
  const results = config.showOutputs ? shownResults(done) : shownGoals(done)
  const given = user(material({ task: task.goal, results }), ...task.files)
  ctx.phase('synthesising')
  const { text } = await ctx.generate([system(ctx.prompt(prompt)), ...task.messages, given], { label: 'synthesise' })
  if (text.trim() !== '') return { answer: text, details: { stop: 'done', ...details } }
  // The answer is what was proposed: the results as they are.
  return { answer: null, outcome: 'stuck:unreadable', details: { stop: 'unreadable', ...details } }
}

/** The first step that failed or got stuck says why; one that ended otherwise without a word could not be read. */
function whyNothing(done: readonly StepResult[]): Outcome {
  return done.find(({ outcome }) => /^(?:stuck|failed):/.test(outcome))?.outcome ?? 'stuck:unreadable'
}

/** A person said no. What was done before stays the best answer. */
export function refused(done: readonly StepResult[], replans: number): LoopResult {
  return { answer: null, outcome: 'blocked', details: { stop: 'refused', replans, steps: done } }
}

/** What the steps gave so far is what a session ends with that is cut short. */
export function proposeInterim(ctx: LoopContext, done: readonly StepResult[]): void {
  const interim = interimAnswer(done)
  if (interim !== undefined) ctx.propose(interim)
}
