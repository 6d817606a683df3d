/** The answer of a run that was told to end: asked for once more, or the best there is. */
import { GyreError } from '../errors.ts'
import type { Json } from '../json.ts'
import { type Message, user } from '../messages.ts'
import { shownAnswer } from '../parsing/shown-answer.ts'
import { textOfAnswer } from './answer-text.ts'
import { askModel } from './generate.ts'
import type { LoopResult, Task } from './loop.ts'
import { bestOf, type LastRequest, type LoopRun } from './loop-run.ts'
import { formPrompt } from './model-request.ts'
import type { Outcome } from './outcome.ts'
import type { Scope } from './scope.ts'
import { unfinishedWork } from './unfinished-work.ts'

const answerNowPrompt = 'Answer now, from what is above. Say what is uncertain. No more tools can be used.'

/** The one call that is always kept back: the author answers from what there is. */
export async function answerNow(scope: Scope, task: Task, outcome: Outcome): Promise<LoopResult> {
  const { run } = scope
  const last = run.lastRequest ?? deepestRequest(run)
  try {
    const reply = await askModel(scope, scope.next('wrap-up'), lastMessages(run, task), {
      ...(last?.spoken.grammar && { grammar: last.spoken.grammar }),
      ...(last?.spoken.protocol && { protocol: last.spoken.protocol }),
      isLast: true,
    })
    // What was salvaged from a reply that is no answer is better than nothing, but no better than an answer.
    const isAnswer = reply.text !== '' && !(reply.fault !== undefined && bestOf(run))
    return { answer: isAnswer ? reply.text : lastWords(run), outcome }
  } catch (error) {
    if (!(error instanceof GyreError)) throw error
    const answer = lastWords(run)
    // Whatever there is, is better than none; a loop that went on asking has had what was kept back.
    if (answer !== null || error.code === 'budget-exhausted') return { answer, outcome }
    throw error
  }
}

/** How a loop was spoken with that asks nothing itself. */
function deepestRequest({ child }: LoopRun): LastRequest | undefined {
  return child && (child.lastRequest ?? deepestRequest(child))
}

function lastMessages(run: LoopRun, task: Task): readonly Message[] {
  const { lastRequest: last, toolSpecs, child } = run
  const best = bestOf(run)
  const asked = last?.length ? last.messages.slice(0, last.length) : [...task.messages, user(task.goal, ...task.files)]
  const shown = best ? `\n\nThe best answer so far:\n${shownAnswer(textOfAnswer(best.answer), toolSpecs)}` : ''
  const work = child ? unfinishedWork(child) : []
  const begun = work.length > 0 ? [user(['Work that was begun, as far as it came:', ...work].join('\n'))] : []
  const form = task.output ? `\n\n${formPrompt({ name: 'answer', schema: task.output })}` : ''
  return [...asked, ...begun, user(`${answerNowPrompt}${shown}${form}`)]
}

/** The best there is when no answer comes: what was proposed, what the author said last, what a tool said last. */
export function lastWords(run: LoopRun): Json {
  const { lastText, lastRequest, child, goal } = run
  const best = bestOf(run)
  if (best) return best.answer
  // A child that has said nothing yet takes nothing from what was said before it.
  const childs = child?.goal === goal ? lastWords(child) : null
  if (childs !== null) return childs
  if (lastText !== '') return lastText
  const [result] = lastRequest?.messages.findLast((message) => message.role === 'tool')?.parts ?? []
  return result?.type === 'tool-result' ? result.text : null
}
