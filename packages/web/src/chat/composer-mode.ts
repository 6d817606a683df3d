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

/** An answer as the session takes it: one of the choices, where there are some. */
export function fittingAnswer(text: string, { choices }: Pick<Question, 'choices'>): string {
  if (!choices) return text
  const meant = choices.find((choice) => choice.toLowerCase() === text.toLowerCase())
  if (meant === undefined) throw new Error(`Answer with one of the choices: ${choices.join(', ')}.`)
  return meant
}
