/** The tags of a text that are really meant as HTML: `<b>bold</b>`, but not `Array<b>` or `cp <source> <target>`. */
import { codeRanges, type Range } from './code-ranges.ts'
import { common, known, voidElements } from './elements.ts'

export type Tags = {
  /** Where each of them begins, in order; comments, too. */
  readonly starts: readonly number[]
  /** Most of its pairs of tags are none of HTML: it is XML, or a template. */
  readonly isForeign: boolean
  readonly hasCommon: boolean
}

type Tag = {
  readonly name: string
  readonly isClosing: boolean
  readonly start: number
  readonly hasAttributes: boolean
}

const tag = /<(\/?)([a-z][\w:.-]{0,40})([^<>]{0,2000})>/gi
const attribute = /^\s[^=]{0,200}=|^\s{1,20}(?:hidden|open|checked|disabled|async|defer)\b/i

export function tagsOf(text: string): Tags {
  const code = codeRanges(text)
  const all = tagsIn(text).filter(({ start }) => !isInside(code, start))
  const lastClosing = new Map<string, number>()
  const firstOpening = new Map<string, number>()
  for (const { name, isClosing, start } of all) {
    if (isClosing) lastClosing.set(name, start)
    else if (!firstOpening.has(name)) firstOpening.set(name, start)
  }
  const isPaired = ({ name, isClosing, start }: Tag) =>
    isClosing ? (firstOpening.get(name) ?? start) < start : (lastClosing.get(name) ?? start) > start
  const isMeant = (each: Tag) =>
    known.has(each.name) && (voidElements.has(each.name) ? isVoidMeant(each) : isPaired(each))
  const meant = all.filter(isMeant)
  const comments = commentsIn(text).filter((start) => !isInside(code, start))
  return {
    starts: [...meant.map(({ start }) => start), ...comments].sort((one, other) => one - other),
    isForeign: all.filter((each) => !known.has(each.name) && isPaired(each)).length > meant.length / 2,
    hasCommon: comments.length > 0 || meant.some(({ name }) => common.has(name)),
  }
}

/** `<br>` is clear; `<source>` may be a blank to fill in. */
function isVoidMeant({ name, hasAttributes, isClosing }: Tag): boolean {
  return !isClosing && (hasAttributes || name === 'br' || name === 'hr' || name === 'wbr')
}

function tagsIn(text: string): readonly Tag[] {
  return Array.from(text.matchAll(tag), ({ 1: slash, 2: name = '', 3: rest = '', index }) => ({
    name: name.toLowerCase(),
    isClosing: slash === '/',
    start: index,
    hasAttributes: attribute.test(rest),
  })).filter(({ hasAttributes }, index, all) => hasAttributes || isBare(all[index], text))
}

/** Nothing but a slash or spaces after the name. */
function isBare(each: Tag | undefined, text: string): boolean {
  return each !== undefined && /^<\/?[\w:.-]{1,41}\s{0,20}\/?>/.test(text.slice(each.start, each.start + 70))
}

function commentsIn(text: string): readonly number[] {
  const starts: number[] = []
  let at = text.indexOf('<!--')
  while (at >= 0) {
    const end = text.indexOf('-->', at + 4)
    if (end < 0) break
    starts.push(at)
    at = text.indexOf('<!--', end)
  }
  return starts
}

/** Ranges are in order and apart. */
function isInside(ranges: readonly Range[], at: number): boolean {
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle] as Range).end <= at) low = middle + 1
    else high = middle
  }
  return low < ranges.length && (ranges[low] as Range).start <= at
}
