/** The end: the author answers from what the calls gave. */
import type { Json } from '../../json.ts'
import type { Reply } from '../../kernel/context.ts'
import type { LoopResult } from '../../kernel/loop.ts'
import { system, user } from '../../messages.ts'
import { material } from '../../parsing/material.ts'
import { reactGrammar } from '../../parsing/react-grammar.ts'
import { cutOff, isPiece } from '../cut-off.ts'
import { prompts } from './prompts.ts'
import { partsOf, resultDetails } from './results.ts'
import { shownResults } from './shown-results.ts'
import type { End, Stop, Work } from './work.ts'

const outcomes = { turns: 'limit:turns', unreadable: 'gap_open', unanswered: 'gap_open' } as const

/** The answer to the task. Without any plan there is nothing to answer from. */
export async function answer(work: Work, end: End): Promise<LoopResult> {
  const { ctx, results, answers } = work
  const { stop, gap } = end
  work.giveUp()
  if (gap !== undefined) ctx.note('gap', { gap })
  if (stop === 'unreadable' && results.size === 0 && answers.length === 0) {
    return { answer: null, outcome: 'stuck:unreadable', ...openGap(gap), details: detailsOf(work, stop) }
  }
  const reply = await answerFrom(work, gap)
  const text = reply.text.trim()
  if (isPiece(reply)) return cutOff({ text, finish: reply.finish }, detailsOf(work, stop))
  // The answer is what was proposed: the results as they are.
  if (text === '') return { answer: null, outcome: 'stuck:unreadable', details: detailsOf(work, 'silent') }
  const outcome = stop === 'done' ? {} : { outcome: outcomes[stop] }
  return { answer: text, ...outcome, ...openGap(gap), details: detailsOf(work, stop) }
}

function openGap(gap: string | undefined): Pick<LoopResult, 'gap'> {
  return gap === undefined ? {} : { gap }
}

function answerFrom(work: Work, gap: string | undefined): Promise<Reply> {
  const { ctx, task, today, answers } = work
  const results = [...work.results.values()]
  const hasMore = results.length > 0 || answers.length > 0
  const prompt = ctx.prompt(hasMore ? prompts.answer : prompts.direct)
  const given = material({
    task: task.goal,
    today: today.text,
    results: results.length > 0 ? shownResults(results) : undefined,
    answers: answers.map(({ question, answer: said }) => `${question}\nAnswer: ${said}`).join('\n\n') || undefined,
    open: gap,
  })
  const asked = gap === undefined ? prompt : `${prompt} ${ctx.prompt(prompts.open)}`
  ctx.phase('answering')
  // The grammar keeps a call that it writes all the same from people.
  const messages = [system(asked), ...task.messages, user(given, ...task.files, ...partsOf(results))]
  return ctx.generate(messages, { label: 'answer', grammar: reactGrammar })
}

/** A person said no, or left nothing to do. What was done before stays the best answer. */
export function blocked(work: Work, stop: 'refused' | 'emptied'): LoopResult {
  return { answer: null, outcome: 'blocked', details: detailsOf(work, stop) }
}

function detailsOf(work: Work, stop: Stop | 'refused' | 'emptied' | 'silent'): Readonly<Record<string, Json>> {
  const { plan, slots, results, iterations, waves, answers } = work
  return {
    stop,
    action: plan?.action ?? '',
    reasoning: plan?.reasoning ?? '',
    slots,
    results: resultDetails(results.values()),
    iterations,
    waves,
    ...(answers.length > 0 && { questions: answers.length }),
  }
}
