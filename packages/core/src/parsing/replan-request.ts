/** A step's word that the rest of its plan is pointless: a line `REPLAN: why`, and what follows it. */
import { stripFences } from './reply-text.ts'

export type ReplanRequest = {
  /** Why another plan is wanted. */
  readonly reason: string
  /** What was said before: a partial result, or ''. */
  readonly before: string
}

/** Bullets, headings and quotation, then signs of emphasis and quotes. */
const dress = '(?:(?:[-*+•>]|#{1,6}|\\d{1,3}[.)])[ \\t]+)?(?<open>["\'`“‘«*_]{0,4})'
const label = '(?:(?:final[ _])?(?:answer|result)[*_]{0,3}[:：][*_]{0,3}[ \\t]*["\'`“‘«*_]{0,4})?'
const closers = '["\'`”’»*_]{0,4}'
const marker = (separator: string) =>
  new RegExp(`^${dress}${label}re[-_ ]?plan(?<close>${closers}[ \\t]*(?:${separator})${closers})`, 'i')

/** At the beginning a dash or a point will do, in any case; further down that would be prose. */
const first = marker('[:：=]|[-–—.!](?=\\s|$)|$')
const later = marker('[:：]|$')
const inCapitals = /RE[-_ ]?PLAN/

/** So much of a line can hold the marker. */
const looked = 80

/** The wish, when a line of the text begins with it; in the middle of a line it is a mention. */
export function readReplanRequest(text: string): ReplanRequest | undefined {
  const said = stripFences(text.trim()).trim()
  let from = 0
  while (from <= said.length) {
    const lineBreak = said.indexOf('\n', from)
    const end = lineBreak < 0 ? said.length : lineBreak
    const line = said.slice(from, end)
    const found = markerOf(line, from === 0)
    if (found) {
      const reason = reasonIn(said.slice(end - line.trimStart().length + found.length), found)
      return { reason: reason || 'no reason was given', before: withoutFence(said.slice(0, from)) }
    }
    from = end + 1
  }
  return undefined
}

type Found = { readonly length: number; readonly isOpen: boolean }

/** The marker at the start of a line. */
function markerOf(line: string, isFirst: boolean): Found | undefined {
  const start = line.trimStart().slice(0, looked).trimEnd()
  const match = (isFirst ? first : later).exec(start)
  if (!match || !(isFirst || inCapitals.test(match[0]))) return undefined
  const { open = '', close = '' } = match.groups ?? {}
  return { length: match[0].length, isOpen: open !== '' && !/["'`”’»*_]/.test(close) }
}

/** Quotes and emphasis that began before the marker end with the reason. */
function reasonIn(text: string, { isOpen }: Found): string {
  const value = withoutFence(text)
  return isOpen ? value.replace(/["'`”’»*_]{1,4}$/, '').trimEnd() : value
}

/** A fence that holds the request alone is no part of what stands around it. */
function withoutFence(text: string): string {
  const value = text.trim()
  const lineBreak = value.lastIndexOf('\n')
  return /^(?:`{3,}|~{3,})\w{0,20}$/.test(value.slice(lineBreak + 1).trim()) && isOdd(value)
    ? value.slice(0, Math.max(0, lineBreak)).trimEnd()
    : value
}

/** Whether a fence of the text has no other side in it. */
function isOdd(text: string): boolean {
  return (text.match(/^[ \t]{0,3}(?:`{3,}|~{3,})/gm)?.length ?? 0) % 2 === 1
}
