/**
 * What a loop did, as a model reads it: what was said, called and observed, in order.
 *
 * Every entry begins a line, and the rest of it is indented: no text can pass for another entry. What came from outside
 * stays in its fence. A long text loses its middle, and so does a long trace.
 */
import { shownText } from '../fence.ts'
import { type Message, type Part, type ToolResult, textOf, type Untrusted } from '../messages.ts'
import { stripThinking } from './reply-text.ts'
import { type Shortened, shortened, withoutMiddle } from './shortened-text.ts'

/** The longest text of one entry, and of a whole trace. */
const longestText = 2_000
const longestTrace = 16_000

/** The entries of a message; `who` said what it says. */
export function traceOf(message: Message, who: string): readonly string[] {
  const said = stripThinking(textOf(message)).trim()
  const own = said === '' ? [] : [traceEntry(who, said)]
  return [...own, ...message.parts.flatMap(partEntry)]
}

/** One entry: what it is in brackets, then the text. */
export function traceEntry(what: string, text: string): string {
  return `[${oneLine(what)}] ${indented(withoutMiddle(text, longestText))}`
}

/** Entries below another one. */
export function below(head: string, entries: readonly string[]): readonly string[] {
  return [head, ...entries.map((entry) => `  ${indented(entry)}`)]
}

/** The entries, without those in the middle when they are too long together. */
export function boundedTrace(entries: readonly string[], longest = longestTrace): readonly string[] {
  if (entries.reduce((sum, entry) => sum + entry.length, 0) <= longest) return entries
  const first = fitting(entries, longest / 2)
  const last = fitting(entries.slice(first).toReversed(), longest / 2)
  const out = entries.length - first - last
  return [...entries.slice(0, first), `… ${out} left out …`, ...entries.slice(entries.length - last)]
}

/** How many of the first entries fit. */
function fitting(entries: readonly string[], longest: number): number {
  let size = 0
  const tooLong = entries.findIndex((entry) => {
    size += entry.length
    return size > longest
  })
  return tooLong < 0 ? entries.length : tooLong
}

function partEntry(part: Part): readonly string[] {
  switch (part.type) {
    case 'tool-call':
      return [traceEntry(`call of ${part.tool}`, JSON.stringify(part.input))]
    case 'tool-result':
      return [resultEntry(part)]
    case 'image':
      return [`[image] ${oneLine(part.mediaType)}`]
    case 'file':
      return [`[file] ${oneLine(part.name)}`]
    default:
      return []
  }
}

function resultEntry({ tool, text, error, untrusted }: ToolResult): string {
  const { text: kept, place } = shortened(text, longestText)
  const shown = shownText({ text: kept, ...(untrusted && { untrusted: moved(untrusted, place) }) })
  return `[${oneLine(error ? `${tool} failed` : `result of ${tool}`)}] ${indented(shown)}`
}

function moved({ from, suspected }: Untrusted, place: Shortened['place']): Untrusted {
  const places = suspected?.map(({ rule, start, end }) => ({ rule, start: place(start), end: place(end) }))
  return { from: oneLine(from), ...(places && { suspected: places }) }
}

function indented(text: string): string {
  return text.replace(/\r\n|[\n\r\u2028\u2029]/g, '\n  ')
}

function oneLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .slice(0, 200)
    .toWellFormed()
}
