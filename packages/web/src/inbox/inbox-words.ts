/** What waits for a person, in words. */
import type { InboxItem } from '../api/lists.ts'
import { questionParts, questionText } from '../session/question-words.ts'
import type { Tone } from '../ui/badge.tsx'
import type { IconName } from '../ui/icon.tsx'

/** What an item is told apart by: the same session may wait with several. */
export function keyOf({ session, kind, path }: Pick<InboxItem, 'session' | 'kind' | 'path'>): string {
  return `${session} ${kind} ${path ?? ''}`
}

export type Sign = { readonly icon: IconName; readonly tone: Tone }

const signs: Readonly<Record<string, Sign>> = {
  question: { icon: 'ask', tone: 'wait' },
  approval: { icon: 'shield', tone: 'wait' },
  fork: { icon: 'fork', tone: 'wait' },
  uncertain: { icon: 'alert', tone: 'bad' },
  budget: { icon: 'half', tone: 'wait' },
  tool: { icon: 'tool', tone: 'idle' },
  'break-point': { icon: 'pause', tone: 'hold' },
  paused: { icon: 'pause', tone: 'hold' },
  interrupted: { icon: 'alert', tone: 'bad' },
  queued: { icon: 'clock', tone: 'idle' },
}

export function signOf({ kind }: Pick<InboxItem, 'kind'>): Sign {
  return signs[kind] ?? { icon: 'ask', tone: 'wait' }
}

/** What it waits for, in one line. */
export function headline({ kind, question, reason }: Pick<InboxItem, 'kind' | 'question' | 'reason'>): string {
  if (question) return question.kind === 'question' ? questionParts(question).asked : questionText(question)
  if (kind === 'break-point')
    return reason === null ? 'Stopped at a break-point' : `Stopped at a break-point: ${reason}`
  if (kind === 'paused') return reason === null ? 'Paused' : `Paused: ${reason}`
  if (kind === 'interrupted' && reason !== null) return `Set aside: ${reason}`
  if (kind === 'interrupted') return 'Interrupted: its process is gone. Every step until then is recorded.'
  return 'Nobody runs it'
}

/** A line without the marks around names: for where there is no other script. */
export function plain(line: string): string {
  return line.replaceAll('`', '')
}

const mostShown = 160

/** The arguments of a call that is to be allowed, as far as a line has room. */
export function argumentsOf({ question }: Pick<InboxItem, 'question'>): string | undefined {
  const input = question?.data?.['input']
  if (input === undefined || input === null) return undefined
  // As it is, to the letter: somebody allows it by this line.
  const text = JSON.stringify(input)
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text
}

const mostOfButton = 24
const mostButtons = 4

/** Choices that fit on buttons; undefined where a form is needed. */
export function quickChoices({ question }: Pick<InboxItem, 'question'>): readonly string[] | undefined {
  const { choices = [], kind } = question ?? {}
  if (kind !== 'question' && kind !== 'uncertain') return undefined
  const fit =
    choices.length > 0 && choices.length <= mostButtons && choices.every((each) => each.length <= mostOfButton)
  return fit ? choices : undefined
}
