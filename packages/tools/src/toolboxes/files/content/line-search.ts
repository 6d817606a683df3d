/** Lines of a text that hold what is looked for. */

export type LineMatch = {
  /** Counted from 1. */
  readonly line: number
  readonly text: string
}

export type LineSearch = AsyncDisposable & {
  /** The first matching lines of a text, no more than `most`. */
  matches(text: string, most: number): Promise<readonly LineMatch[]>
}

const longestShown = 240
/** How much of a long line is shown before the match. */
const shownBefore = 60

/** Looks for the very words. */
export function literalSearch(words: string, { ignoresCase }: { readonly ignoresCase: boolean }): LineSearch {
  const escaped = new RegExp(RegExp.escape(words), ignoresCase ? 'i' : '')
  return {
    matches: async (text, most) => (escaped.test(text) ? shownMatches(text, places(text, escaped, most)) : []),
    [Symbol.asyncDispose]: async () => {},
  }
}

/** The line, counted from 0, and where in it the match begins. */
export type MatchPlace = readonly [line: number, column: number]

function places(text: string, escaped: RegExp, most: number): readonly MatchPlace[] {
  const found: MatchPlace[] = []
  for (const [line, content] of text.split('\n').entries()) {
    const column = content.search(escaped)
    if (column >= 0 && found.push([line, column]) === most) break
  }
  return found
}

export function shownMatches(text: string, found: readonly MatchPlace[]): readonly LineMatch[] {
  const lines = text.split('\n')
  return found.map(([line, column]) => ({ line: line + 1, text: excerpt((lines[line] ?? '').trimEnd(), column) }))
}

function excerpt(line: string, column: number): string {
  if (line.length <= longestShown) return line
  const start = Math.max(0, Math.min(column - shownBefore, line.length - longestShown))
  const end = start + longestShown
  return `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`
}
