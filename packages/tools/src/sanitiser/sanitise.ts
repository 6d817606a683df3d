/** The sanitiser: text from outside as people see it, with marks where it reads like orders to the model. Nothing that can be seen is taken out. */
import type { Suspicion } from '@gyre/core'
import { carriedText } from './carried-text.ts'
import { type Kind, kindOf } from './html/kind.ts'
import { pageText, withoutTags } from './html/page-text.ts'
import { loadTokenizer, type TokenizerClass } from './html/tokenizer.ts'
import { suspicionsIn } from './injection/find.ts'
import { isOrdinary } from './injection/ordinary.ts'
import { hasInvisible, placeAfter, removeInvisible } from './invisible.ts'

export type Sanitised = {
  readonly text: string
  /** Stretches of `text`, in order; an empty one is where something was hidden. */
  readonly suspected: readonly Suspicion[]
  readonly removed: Removed
}

/** Invisible characters, and pieces of a page that nobody sees. */
type Removed = { readonly invisible: number; readonly hidden: number }

export type SanitiseOptions = {
  /** The text is source: its markup is shown as it is. */
  readonly keepsMarkup: boolean
}

const none: readonly Suspicion[] = []
const nothing: Removed = { invisible: 0, hidden: 0 }

/** A promise only when the text is HTML and the parser is not loaded yet. */
export function sanitise(text: string, { keepsMarkup }: SanitiseOptions): Sanitised | Promise<Sanitised> {
  if (isOrdinary(text)) return { text, suspected: none, removed: nothing }
  const seen = visible(text.toWellFormed())
  const kind: Kind = keepsMarkup ? { is: 'text' } : kindOf(seen.text)
  if (kind.is === 'text') return marked(seen, 0)
  const tokenizer = loadTokenizer()
  if (tokenizer instanceof Promise) return tokenizer.then((loaded) => fromPage(loaded, seen, kind))
  return fromPage(tokenizer, seen, kind)
}

/** A text on its way, and where something was hidden in it. */
type Seen = { readonly text: string; readonly invisible: number; readonly marks: readonly number[] }

function visible(text: string, marks: readonly number[] = []): Seen {
  if (!hasInvisible(text)) return { text, invisible: 0, marks }
  const { text: seen, cuts, removed } = removeInvisible(text)
  const carried = carriedText(removed).map(({ at }) => at)
  return { text: seen, invisible: removed.length, marks: [...marks.map((mark) => placeAfter(cuts, mark)), ...carried] }
}

function fromPage(Tokenizer: TokenizerClass, seen: Seen, kind: Exclude<Kind, { is: 'text' }>): Sanitised {
  const isSuspicious = (hidden: string) => suspicionsIn(visible(hidden).text).length > 0
  const page = pageText(Tokenizer, { html: seen.text, kind, isSuspicious })
  // Entities may stand for characters that nobody sees, and for tags.
  const again = visible(page.text, page.marks)
  const { text, marks } = withoutTags(again.text, again.marks)
  // Where invisible text was in the page is not known any more: it is told at the beginning.
  const lost = seen.marks.length > 0 ? [0] : []
  return marked({ text, marks: [...lost, ...marks], invisible: seen.invisible + again.invisible }, page.hidden)
}

/** More marks warn no better. */
const mostMarks = 24

function marked({ text, marks, invisible }: Seen, hidden: number): Sanitised {
  const places = [...new Set(marks)].slice(0, mostMarks)
  const found = places.map((at): Suspicion => ({ rule: 'hidden-text', start: at, end: at }))
  const suspected = [...found, ...suspicionsIn(text)].sort((one, other) => one.start - other.start)
  return { text, suspected, removed: { invisible, hidden } }
}
