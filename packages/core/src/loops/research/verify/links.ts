/** Links and bare addresses of a text. */
import { namesAuthor } from './author-year.ts'
import { isInventedNumber } from './citation-form.ts'
import type { Span } from './code-spans.ts'

/** `kept` is what stays of it when its address may not stand in the text. */
export type Link = Span & {
  readonly address: string
  readonly kept: string
  /** Whatever its address: its text would be read as a citation. */
  readonly isNumber: boolean
}

const markdown =
  /!?\[([^[\]]{0,500}|\[[^[\]]{0,300}\])\]\(\s{0,3}<?([^()\s<>]{0,2000}(?:\([^()\s]{0,200}\)[^()\s<>]{0,500}){0,3})>?(?:\s{1,3}["'(][^"')\n]{0,300}["')])?\s{0,3}\)/g
const bare = /(?:(?:https?|ftp):\/\/|(?<![\p{L}\p{N}])www\.)[^\s<>"“”„«»[\]【】`|\\]+/giu
const anchor = /<\/?a(?:\s[^<>]{0,2000})?>/gi

/** What a link says that is there for its address alone. */
const pointer =
  /^(?:(?:the|see|read)\s+)?(?:(?:full\s+)?(?:report|article|study|paper)|links?|here|pdf|web\s?(?:site|page)|more)$/i
/** Where a sentence has been said already: behind a citation or its last sign, and before the end. */
const isSaidBefore = /[\])】］.!?;]\s*$/
const isEndedAfter = /^\s*(?:[.!?;,)]|$)/
/** No more blanks than these stand between. */
const beside = 3

export function linksIn(text: string): readonly Link[] {
  return [...markdownLinks(text), ...bareLinks(text), ...anchors(text)]
}

/** An address without what makes no difference: the scheme, `www.`, the case of the host, a fragment, a last slash. */
export function plainAddress(address: string): string {
  const [, host = '', path = ''] = /^(?:[a-z]+:\/\/)?(?:www\.)?([^/?#]*)([^#]*)/i.exec(address) ?? []
  return `${host.toLowerCase()}${path.endsWith('/') ? path.slice(0, -1) : path}`
}

function markdownLinks(text: string): readonly Link[] {
  return [...text.matchAll(markdown)].map(({ 0: found, 1: shown = '', 2: address = '', index }) => {
    const isImage = found.startsWith('!')
    const isCitation = /^\[?\s*c\p{Nd}+\s*\]?$/iu.test(shown)
    const span = { start: index, end: index + found.length }
    const isNothing = isImage || isInventedNumber(shown) || (isPointer(shown) && isAside(text, span))
    const kept = isCitation ? `[${shown.replace(/^\[|\]$/g, '')}]` : isNothing ? '' : shown
    return { ...span, address, kept, isNumber: isCitation || isInventedNumber(shown.replace(/^\[|\]$/g, '')) }
  })
}

function isPointer(shown: string): boolean {
  return pointer.test(shown.trim()) || namesAuthor(shown)
}

/** In the middle of a sentence the same words are part of it: `the [report](…) says`. */
function isAside(text: string, { start, end }: Span): boolean {
  const before = text.slice(Math.max(0, start - beside), start)
  return isSaidBefore.test(before) && isEndedAfter.test(text.slice(end, end + beside))
}

function bareLinks(text: string): readonly Link[] {
  return [...text.matchAll(bare)].map(({ 0: found, index }) => {
    const address = withoutPunctuation(found)
    const span = widened(text, { start: index, end: index + address.length })
    return { ...span, address, kept: '', isNumber: false }
  })
}

function anchors(text: string): readonly Link[] {
  return [...text.matchAll(anchor)].map(({ 0: found, index }) => {
    const [, address = ''] = /href\s*=\s*["']?([^"'\s>]*)/i.exec(found) ?? []
    return { start: index, end: index + found.length, address, kept: '', isNumber: false }
  })
}

function withoutPunctuation(address: string): string {
  let end = address.length
  const isOpen = address.includes('(')
  while (end > 0 && (/[.,;:!?'’*_]/.test(address[end - 1] ?? '') || (address[end - 1] === ')' && !isOpen))) end--
  return address.slice(0, end)
}

/** Brackets around an address go with it. */
function widened(text: string, span: Span): Span {
  const around = (text[span.start - 1] ?? '') + (text[span.end] ?? '')
  return ['()', '[]', '<>'].includes(around) ? { start: span.start - 1, end: span.end + 1 } : span
}
