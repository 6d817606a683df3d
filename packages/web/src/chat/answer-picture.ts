/** The answer of a session: as it was given, or as far as it is being written. */
import type { FactEvent, SessionEvent } from '@gyre/core/view'
import { textOfAnswer } from '@gyre/core/view'
import type { RunningStep } from '../session/running-steps.ts'
import type { SessionLog, Step } from '../session/session-log.ts'
import { unfinishedAnswer } from '../session/unfinished-answer.ts'

export type AnswerPicture = {
  readonly text: string
  readonly isStreaming: boolean
  /** It was stopped while it was written. */
  readonly isUnfinished?: true
}

/** Steps whose text is the answer, word for word, in loops that do other things before. */
const answering: ReadonlySet<string> = new Set(['answer', 'synthesise', 'summarise'])

export function answerPicture(log: SessionLog, speaksAnswer: boolean): AnswerPicture | undefined {
  const { answer } = log.view
  if (answer !== null) return { text: textOfAnswer(answer), isStreaming: false }
  if (log.hasEnded) {
    const text = unfinishedAnswer(log)
    return text === undefined ? undefined : { text, isStreaming: false, isUnfinished: true }
  }
  const step = log.running.all.findLast((each) => isAnswering(each, speaksAnswer))
  return step === undefined || step.text === '' ? undefined : { text: step.text, isStreaming: true }
}

function isAnswering({ path, name, kind, data, text }: RunningStep, speaksAnswer: boolean): boolean {
  if (kind !== 'generate' || path.includes('/') || isForm({ data, text })) return false
  return speaksAnswer || answering.has(name)
}

/** Written for the loop: by its word, or by its look where somebody joined too late to be told. */
function isForm({ data, text }: Pick<RunningStep, 'data' | 'text'>): boolean {
  return data['isData'] === true || /^\s*[[{]\s*["{[]/.test(text)
}

export type Thought = { readonly path: string; readonly name: string; readonly text: string }

type Part = { readonly type: string; readonly text?: string }
type Requested = { readonly role?: string; readonly output?: unknown }

/** What models thought and said on the way, oldest first: not the answer, and not what they wrote for the loop alone. */
export function thoughtsOf(log: SessionLog, answer: string | undefined): readonly Thought[] {
  const finished = log.steps.filter(({ kind }) => kind === 'generate').map((step) => thoughtIn(step, answer))
  const running = log.running.all
    .filter((step) => step.kind === 'generate' && !isForm(step))
    .map(({ path, name, reasoning, text }) => ({ path, name, text: joined([reasoning, without(text, answer)]) }))
  return [...finished, ...running].filter(({ text }) => text !== '')
}

function thoughtIn({ path, name, fact }: Step, answer: string | undefined): Thought {
  const text = joined([spoken(fact, 'reasoning'), isSpeech(fact) ? without(spoken(fact, 'text'), answer) : ''])
  return { path, name, text }
}

function spoken({ data }: FactEvent | SessionEvent, type: 'reasoning' | 'text'): string {
  const { parts = [] } = (data['result'] ?? {}) as { readonly parts?: readonly Part[] }
  return parts
    .filter((part) => part.type === type)
    .map(({ text = '' }) => text)
    .join('')
}

/** Data, and what a judge or a planner writes, is for the loop. */
function isSpeech({ data }: FactEvent): boolean {
  const { role = 'author', output } = (data['request'] ?? {}) as Requested
  return output === undefined && role === 'author'
}

function without(text: string, answer: string | undefined): string {
  return text.trim() === answer?.trim() ? '' : text
}

function joined(texts: readonly string[]): string {
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('\n\n')
}
