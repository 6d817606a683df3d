/** What the box for messages is for: the next message, guidance for what runs, or the answer it waits for. */
import type { Question } from '@gyre/core'

export type ComposerMode =
  | { readonly kind: 'send' }
  | { readonly kind: 'steer'; readonly question?: Question }
  | { readonly kind: 'answer'; readonly question: Question; readonly open: number }

/** Approvals, amounts and what nobody knows the end of have buttons of their own: no text settles them. */
export function composerMode(
  isOpen: boolean,
  asked: Iterable<Question>,
  /** The question that somebody does not want to answer here. */
  passed?: string,
): ComposerMode {
  if (!isOpen) return { kind: 'send' }
  const open = [...asked].filter(({ kind }) => kind === 'question')
  const [question] = open
  if (!question) return { kind: 'steer' }
  return question.path === passed ? { kind: 'steer', question } : { kind: 'answer', question, open: open.length }
}

/** What the box is for as somebody sees it, and what came meanwhile that would have made it something else. */
export type ShownMode = { readonly mode: ComposerMode; readonly news?: 'asked' | 'gone' }

/**
 * Words are sent as what they were begun as: a question that comes or goes while somebody writes makes nothing else of
 * them, until the box is empty or they choose it. `settled` is what the box was for when that was last so.
 */
export function shownMode(settled: ComposerMode, now: ComposerMode, isBoxEmpty: boolean): ShownMode {
  if (isBoxEmpty) return { mode: now }
  const isSameQuestion = pathIn(settled) === pathIn(now)
  if (settled.kind === 'answer') return isSameQuestion ? { mode: now } : { mode: settled, news: 'gone' }
  if (now.kind !== 'answer' || isSameQuestion) return { mode: now }
  return { mode: { kind: 'steer', question: now.question }, news: 'asked' }
}

function pathIn(mode: ComposerMode): string | undefined {
  return mode.kind === 'send' ? undefined : mode.question?.path
}

/** What somebody can make of the box instead; undefined where there is no choice. */
export function otherWay({ mode, news }: ShownMode, now: ComposerMode): ComposerMode['kind'] | undefined {
  if (news) return now.kind
  if (pathIn(mode) === undefined) return undefined
  return mode.kind === 'answer' ? 'steer' : 'answer'
}

export type How = 'send' | 'interrupt'

/** The question that a message answers. Who aborts what runs answers nothing, whatever it asks by then. */
export function answeredBy(how: How, mode: ComposerMode): Question | undefined {
  return how === 'send' && mode.kind === 'answer' ? mode.question : undefined
}

/** An answer as the session takes it: one of the choices, where there are some. */
export function fittingAnswer(text: string, { choices }: Pick<Question, 'choices'>): string {
  if (!choices) return text
  const meant = choices.find((choice) => choice.toLowerCase() === text.toLowerCase())
  if (meant === undefined) throw new Error(`Answer with one of the choices: ${choices.join(', ')}.`)
  return meant
}
