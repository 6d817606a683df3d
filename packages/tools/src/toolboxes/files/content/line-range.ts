/** Lines of a text, as many as a model can be shown, with the words that say how to see the rest. */

export type LineRange = { readonly from: number; readonly lines: number }

export type ShownLines = { readonly notes: readonly string[]; readonly text: string }

/** Below what a tool's answer may have, so that the words at its head stay true. */
const mostChars = 30_000

export type WholeText = {
  /** Only the beginning of the file was read: so many bytes. */
  readonly isCut: boolean
  readonly readBytes: number
}

export function shownLines(text: string, { from, lines }: LineRange, { isCut, readBytes }: WholeText): ShownLines {
  if (text === '' && !isCut) return { notes: ['The file is empty.'], text: '' }
  const all = text.split('\n')
  // What follows the last line break is no line.
  if (all.at(-1) === '') all.pop()
  const total = isCut ? `more: only the first ${readBytes} bytes are read` : `${all.length}`
  if (from > all.length)
    return { notes: [`There is no line ${from}: the last is ${all.length} of ${total}.`], text: '' }
  const shown = fitting(all.slice(from - 1, from - 1 + lines))
  const last = from - 1 + shown.count
  const isWhole = from === 1 && last === all.length && !isCut && !shown.isLineCut
  if (isWhole) return { notes: [], text }
  const onward = last < all.length ? [`Read on with \`from: ${last + 1}\`.`] : []
  const cut = shown.isLineCut ? [`Line ${from} is cut after ${mostChars} characters.`] : []
  return { notes: [`Lines ${from}-${last} of ${total}.`, ...cut, ...onward], text: shown.text }
}

/** As many as fit, and of a line that does not fit alone, its beginning. */
function fitting(lines: readonly string[]): { text: string; count: number; isLineCut: boolean } {
  let size = 0
  let count = 0
  for (const line of lines) {
    size += line.length + 1
    if (size > mostChars) break
    count += 1
  }
  if (count > 0) return { text: lines.slice(0, count).join('\n'), count, isLineCut: false }
  return { text: (lines[0] ?? '').slice(0, mostChars), count: 1, isLineCut: true }
}
