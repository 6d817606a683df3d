/** A question as the text of an answer, and the next message as the answer to it. */
import type { Question } from '@gyre/core'

export function questionText(questions: readonly Question[]): string {
  const [first] = questions
  if (!first) return 'The session waits for a person.'
  const more = questions.length - 1
  const rest =
    more === 0 ? '' : `\n\n${more === 1 ? 'One more question comes' : `${more} more questions come`} after this.`
  return `**Waiting for you:** ${first.question}\n\n${howToAnswer(first)}${rest}`
}

function howToAnswer({ kind, choices }: Question): string {
  if (isYesOrNo(kind)) return 'Answer `approve` or `reject`; a reason may follow.'
  if (kind === 'budget') return 'Answer with a number that is added, or `finish`.'
  if (choices && choices.length > 0) return `Answer with one of: ${choices.map((each) => `\`${each}\``).join(', ')}.`
  return 'Answer with your next message.'
}

function isYesOrNo(kind: Question['kind']): boolean {
  return kind === 'approval' || kind === 'fork'
}

export type Reply =
  | { readonly action: 'approve' }
  | { readonly action: 'reject'; readonly reason: string }
  | { readonly action: 'answer'; readonly text: string }

/** What a message says to a question; undefined when it is no answer to it. */
export function replyTo({ kind, choices }: Question, said: string): Reply | undefined {
  const text = said.trim()
  if (isYesOrNo(kind)) return decision(text)
  if (kind === 'budget') return isAmount(text) ? { action: 'answer', text: text.toLowerCase() } : undefined
  if (!choices || choices.length === 0) return text === '' ? undefined : { action: 'answer', text }
  const chosen = choices.find((each) => each.toLowerCase() === text.replaceAll('`', '').toLowerCase())
  return chosen === undefined ? undefined : { action: 'answer', text: chosen }
}

/** Only a clear yes is one. */
function decision(text: string): Reply | undefined {
  if (/^`?(?:approved?|yes|y|ok|okay)`?[.!]*$/i.test(text)) return { action: 'approve' }
  const [head] = /^`?(?:reject(?:ed)?|no|n|deny|denied)\b`?[\s,.:;!–-]*/i.exec(text) ?? []
  return head === undefined ? undefined : { action: 'reject', reason: text.slice(head.length).trim() }
}

function isAmount(text: string): boolean {
  return text.toLowerCase() === 'finish' || Number(text) > 0
}
