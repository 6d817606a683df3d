/**
 * What surrounds the text that counts: thinking, code fences and the markers of a protocol.
 *
 * Every pattern here is anchored or bounded, so that a reply of a megabyte costs one pass.
 */
import { withoutChannels } from './channels.ts'
import { type Quotation, quotationsIn } from './quoted-text.ts'

type ThinkingTag = { readonly isClosing: boolean; readonly start: number; readonly end: number }

/**
 * The reply without what the model thought aloud, on a channel of its own or in tags.
 *
 * Removed are closed blocks, an unclosed block that begins a line (the reply was cut), and a lone
 * closing tag with all before it (some chat templates put the opening tag into the prompt). A tag
 * in backticks or inside a quoted string of its line is a mention: a call that writes a file
 * about `<think>` must reach its tool unharmed.
 */
export function stripThinking(reply: string): string {
  const text = withoutChannels(reply)
  const quotes = quotedPlaces(text)
  let kept = ''
  let from = 0
  for (let tag = nextTag(text, 0, quotes); tag; tag = nextTag(text, from, quotes)) {
    const end = tag.isClosing ? tag.end : endOfThinking(text, tag)
    if (end === undefined) break
    kept = tag.isClosing ? '' : kept + text.slice(from, tag.start)
    from = end
    quotes.restart(from)
  }
  return from === 0 ? text : (kept + text.slice(from)).trim()
}

/** The next tag that is not a mention. */
function nextTag(text: string, from: number, quotes: QuotedPlaces): ThinkingTag | undefined {
  const pattern = /<(\/?)\s{0,4}(?:think|thinking|reasoning)\s{0,4}>/gi
  pattern.lastIndex = from
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const tag = { isClosing: match[1] === '/', start: match.index, end: pattern.lastIndex }
    if (!isMention(text, tag, quotes.covers(tag.start))) return tag
  }
  return undefined
}

/** Where an open block ends: at the first closing tag, whatever is written inside. Undefined if it is no block. */
function endOfThinking(text: string, opening: ThinkingTag): number | undefined {
  const pattern = /<\/\s{0,4}(?:think|thinking|reasoning)\s{0,4}>/gi
  pattern.lastIndex = opening.end
  if (pattern.test(text)) return pattern.lastIndex
  return startsLine(text, opening.start) ? text.length : undefined
}

type QuotedPlaces = { covers(place: number): boolean; restart(place: number): void }

/** Whether a place lies within a quoted run of its line. Asked for ascending places, so it reads the text once. */
function quotedPlaces(text: string): QuotedPlaces {
  const pattern = /\\["\\]|["\n]/g
  let next = pattern.exec(text)
  let isQuoted = false
  return {
    covers(place) {
      for (; next && next.index < place; next = pattern.exec(text)) {
        if (next[0] === '"') isQuoted = !isQuoted
        else if (next[0] === '\n') isQuoted = false
      }
      return isQuoted
    },
    restart(place) {
      this.covers(place)
      isQuoted = false
    },
  }
}

function isMention(text: string, tag: ThinkingTag, isQuoted: boolean): boolean {
  if (text[tag.start - 1] === '`' && text[tag.end] === '`') return true
  // A string of JSON has no raw line breaks, so a tag beside one is not inside a string.
  return isQuoted && !startsLine(text, tag.start) && !(tag.isClosing && endsLine(text, tag.end))
}

function startsLine(text: string, at: number): boolean {
  let before = at - 1
  while (text[before] === ' ' || text[before] === '\t') before--
  return before < 0 || text[before] === '\n' || text[before] === '\r'
}

function endsLine(text: string, at: number): boolean {
  return at >= text.length || text[at] === '\n' || text[at] === '\r'
}

const openingFence = /^(`{3,}|~{3,})[ \t]*([^\s`~{["']*)/

/**
 * The inside of a text that is one code fence and nothing else, whatever its language tag; any other text as it is.
 * A fence that is never closed counts too: the reply was cut.
 */
export function stripFences(text: string): string {
  const body = text.trim()
  const [opening, fence = '', tag = ''] = openingFence.exec(body) ?? []
  if (opening === undefined) return text
  const firstBreak = body.indexOf('\n')
  if (firstBreak < 0) return oneLineFence(body, fence, tag) ?? text
  // A tag is alone on its line; if something follows it, that is content already.
  const inside = body.slice(opening.length, firstBreak).trim() === '' ? firstBreak + 1 : opening.length
  const closing = closingFence(body, fence, firstBreak + 1)
  if (closing) return closing.end === body.length ? body.slice(inside, Math.max(inside, closing.start - 1)) : text
  return body.slice(inside, body.endsWith(fence) ? -fence.length : undefined)
}

function oneLineFence(body: string, fence: string, tag: string): string | undefined {
  if (body.length <= 2 * fence.length || !body.endsWith(fence)) return undefined
  const inside = body.slice(fence.length, -fence.length)
  if (inside.includes(fence)) return undefined
  const content = inside.trimStart().slice(tag.length).trim()
  return content === '' ? inside.trim() : content
}

/** Where the fence that is open at `from` ends. A fence line with a language tag opens an inner fence. */
function closingFence(text: string, fence: string, from: number): { start: number; end: number } | undefined {
  let depth = 1
  for (let start = from; start < text.length; ) {
    const lineBreak = text.indexOf('\n', start)
    const end = lineBreak < 0 ? text.length : lineBreak
    const line = text.slice(start, Math.min(end, start + 80)).trim()
    if (line.startsWith(fence)) depth += line.replace(/^[`~]+/, '') === '' ? -1 : 1
    if (depth === 0) return { start, end }
    start = end + 1
  }
  return undefined
}

/** A marker such as `FINAL_ANSWER:`. It begins at `start`, with the decoration before it, its value at `valueStart`. */
export type Marker = {
  /** The one of the asked names that was found. */
  readonly name: string
  readonly start: number
  readonly valueStart: number
  /** How it was written, without decoration. */
  readonly written: string
  /** The heading and emphasis before it. */
  readonly decoration: string
  /** What divides it from its value: a colon, a dash, or '' when it ends its line. */
  readonly separator: string
  /** Emphasis that is still open where the value begins, as in `**Final answer: 42**`. */
  readonly emphasis: string
  /** The fence it stands in. */
  readonly fence: Quotation | undefined
}

/** A `label` needs a colon and may carry a number (`Action 2:`); a `free` marker may stand before a dash, or alone. */
export type MarkerStyle = 'free' | 'label'

/**
 * The first of these markers at or after `from`, tolerant of case, headings, bold, italics, and of spaces, `_` or `-`
 * between words. Only whole words at the start of a line count: `UNVERIFIED` is not `VERIFIED`.
 */
export function findMarker(text: string, names: readonly string[], from = 0): Marker | undefined {
  for (const marker of markersIn(text, names)) if (marker.start >= from) return marker
  return undefined
}

/** Which fences have markers: those that end a text, as its own words; none, as in an answer; or all. */
export type Fences = 'own' | 'none' | 'all'

/** All these markers, in order. In lines with `>` there are none. */
export function* markersIn(
  text: string,
  names: readonly string[],
  style: MarkerStyle = 'free',
  fences: Fences = 'own',
): Generator<Marker> {
  const { pattern, nameOf } = soughtFor(names, style)
  if (!pattern) return
  const quotations = quotationsIn(text)
  for (const match of text.matchAll(pattern)) {
    const quotation = quotations.at(match.index)
    if (quotation && !isOpen(quotation, fences)) continue
    const written = match.groups?.['written'] ?? ''
    const name = nameOf(written)
    // The machine form needs no colon: nobody writes `FINAL_ANSWER` by chance.
    const isMachineForm = name.includes('_') && written === name
    if (match.groups?.['separator'] !== undefined || isMachineForm)
      yield { ...markerOf(text, match, name), fence: quotation }
  }
}

function isOpen({ kind }: Quotation, fences: Fences): boolean {
  return fences === 'all' ? kind !== 'line' : fences === 'own' && kind === 'last'
}

function markerOf(text: string, match: RegExpExecArray, name: string): Omit<Marker, 'fence'> {
  const { heading = '', open = '', written = '', close = '', separator = '' } = match.groups ?? {}
  const end = match.index + match[0].length
  const emphasis = close === '' ? open : ''
  const closesHere = emphasis !== '' && text.startsWith(emphasis, end)
  const valueStart = closesHere ? end + emphasis.length : end
  const decoration = heading + open
  const stillOpen = closesHere ? '' : emphasis
  return { name, start: match.index, valueStart, written, decoration, separator, emphasis: stillOpen }
}

/** The value of a marker up to `end`, trimmed, without the end of an emphasis that began before the marker. */
export function markerValue(text: string, marker: Marker, end = text.length): string {
  const value = text.slice(marker.valueStart, end).trim()
  if (marker.emphasis === '' || !value.endsWith(marker.emphasis)) return value
  return value.slice(0, -marker.emphasis.length).trimEnd()
}

function wordsOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

/** What may stand before a marker on its line without being seen: spaces, control and format characters. */
const indent = '[[\\p{Zs}\\p{Cc}\\p{Cf}]--[\\n\\r]]*'
const blank = '[\\p{Zs}\\t]*'

/** What finds markers, and the name that is meant by what was found. */
type Sought = { readonly pattern: RegExp | undefined; nameOf(written: string): string }

/** Loops ask for the same few markers over and over, and of a long reply in each of its parts. */
const known = new Map<string, Sought>()

function soughtFor(names: readonly string[], style: MarkerStyle): Sought {
  const key = `${style}:${names.join('|')}`
  const sought = known.get(key) ?? soughtOf(names, style)
  known.set(key, sought)
  return sought
}

function soughtOf(names: readonly string[], style: MarkerStyle): Sought {
  const byWords = new Map(names.map((name) => [wordsOf(name), name]))
  const asWritten = new Map(names.map((name) => [name, byWords.get(wordsOf(name))]))
  const isSearchable = byWords.size > 0 && !byWords.has('')
  return {
    pattern: isSearchable ? compiled(names, style) : undefined,
    nameOf: (written) => asWritten.get(written) ?? byWords.get(wordsOf(written)) ?? written,
  }
}

function compiled(names: readonly string[], style: MarkerStyle): RegExp {
  const alternatives = names
    .toSorted((a, b) => b.length - a.length)
    .map((name) => (name.match(/[\p{L}\p{N}]+/gu) ?? []).join('[\\p{Zs}\\t_\\-]{0,3}'))
    .join('|')
  const number = style === 'label' ? '(?:[\\p{Zs}_]?#?\\d{1,3})?' : ''
  const separator =
    style === 'label'
      ? `${blank}(?<separator>[:：])`
      : // Without a separator a space is enough for the machine form.
        `(?:${blank}(?<separator>[:：=]|[\\-–—.!](?=\\s|$)|$)|(?=\\s))`
  return new RegExp(
    `^${indent}(?<heading>#{1,6}${blank})?(?<open>[*_]{0,3})(?<written>${alternatives})${number}` +
      `(?<close>[*_]{0,3})${separator}`,
    'gimv',
  )
}
