/** How a loop ends whose last reply did not come to its end: with what there is of it, and not as if it were whole. */
import type { Json } from '../json.ts'
import type { Reply } from '../kernel/context.ts'
import type { LoopResult } from '../kernel/loop.ts'

type Details = Readonly<Record<string, Json>>
type Said = Pick<Reply, 'text' | 'finish'>

const ends = {
  length: {
    outcome: 'limit:tokens',
    gap: 'The reply was cut off: it reached the most tokens that a reply may have.',
    stop: 'cut-off',
  },
  filtered: { outcome: 'gap_open', gap: "The provider's filter ended the reply.", stop: 'filtered' },
} as const

/** Why a reply ended before its end. */
export type Break = keyof typeof ends

/** A reply, or a part of one, that is not whole. */
export type Piece = { readonly text: string; readonly finish: Break }

export function isPiece<S extends Pick<Reply, 'finish'>>(said: S): said is S & { readonly finish: Break } {
  return Object.hasOwn(ends, said.finish)
}

/** The end with the piece of an answer. */
export function cutOff({ text, finish }: Piece, details: Details = {}): LoopResult {
  const { outcome, gap, stop } = ends[finish]
  return { answer: text.trim() === '' ? null : text, outcome, gap, details: { ...details, stop } }
}

/** The end with a reply that is the answer. */
export function answeredBy({ text, finish }: Said, details: Details = {}): LoopResult {
  const said = { text, finish }
  return isPiece(said) ? cutOff(said, details) : { answer: text, details: { stop: 'answered', ...details } }
}

/** What a reply lacks that is not whole; empty for one that is. */
export function lackOf(said: Pick<Reply, 'finish'>): string {
  return isPiece(said) ? ends[said.finish].gap : ''
}

const unread = 'No last answer could be read: what is given was said or found last, and nothing was concluded from it.'

/** The last answer of a loop that has no turns left, and what it lacks. Without one the kernel gives the best there is. */
export function forcedAnswer(said: Said): Pick<LoopResult, 'answer' | 'gap'> {
  const gap = [...(said.text === '' ? [unread] : []), lackOf(said)].filter((part) => part !== '').join(' ')
  return { answer: said.text || null, ...(gap !== '' && { gap }) }
}
