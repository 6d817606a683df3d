/** A page, or a text with some HTML in it, as plain text. */
import { HiddenText } from './hidden-text.ts'
import { type Kind, kindOf } from './kind.ts'
import { readPage } from './page-events.ts'
import { PageWriter } from './page-writer.ts'
import { stylesheetOf } from './stylesheet.ts'
import type { TokenizerClass } from './tokenizer.ts'

export type PageText = {
  readonly text: string
  /** How many hidden things were left out. */
  readonly hidden: number
  /** Where suspicious ones of them were. */
  readonly marks: readonly number[]
}

export type PageRequest = {
  readonly html: string
  readonly kind: Exclude<Kind, { is: 'text' }>
  readonly isSuspicious: (text: string) => boolean
}

/** Stands for a `<` of the text itself. It cannot be in the text: it is invisible, and such are gone by now. */
const ownSign = '\u0001'

export function pageText(Tokenizer: TokenizerClass, { html, kind, isSuspicious }: PageRequest): PageText {
  const isMixed = kind.is === 'mixed'
  const sheet = stylesheetOf(html)
  const isStyledElsewhere = sheet.hasBackground || /<link[^<>]{0,400}stylesheet/i.test(html)
  const hidden = new HiddenText(isSuspicious)
  const writer = new PageWriter(hidden, { sheet, keepsSpaces: isMixed, isStyledElsewhere })
  readPage(Tokenizer, isMixed ? masked(html, kind.tags) : html, { decodesEntities: !isMixed }, writer)
  hidden.close()
  return { text: writer.toString().replaceAll(ownSign, '<'), hidden: hidden.count, marks: hidden.marks }
}

/** The text with only those `<` left that begin a tag. */
function masked(text: string, tags: readonly number[]): string {
  const pieces: string[] = []
  let from = 0
  for (const start of tags) {
    pieces.push(text.slice(from, start).replaceAll('<', ownSign), '<')
    from = start + 1
  }
  pieces.push(text.slice(from).replaceAll('<', ownSign))
  return pieces.join('')
}

/** Text that a page shows as `<p>` would be read as a tag the next time: it is written as pages write it then. */
export function withoutTags(
  text: string,
  marks: readonly number[],
): { readonly text: string; readonly marks: readonly number[] } {
  if (kindOf(text).is === 'text') return { text, marks }
  const added = '&lt;'.length - 1
  const places = Array.from(text.matchAll(/<(?=[a-z/!?])/gi), ({ index }) => index)
  const moved = marks.map((mark) => mark + added * places.filter((place) => place < mark).length)
  return { text: text.replace(/<(?=[a-z/!?])/gi, '&lt;'), marks: moved }
}
