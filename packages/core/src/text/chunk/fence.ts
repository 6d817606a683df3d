/** Fences around code in Markdown. */

/** The mark that this line opens a block of code with. Further in than `most` columns it is code itself. */
export function fenceOf(line: string, most: number): string | undefined {
  // A line such as ```this``` is code in a sentence.
  const [, blanks = '', ticks, tildes] = /^([ \t]*)(?:(`{3,})[^`]*|(~{3,}).*)$/.exec(line) ?? []
  return columnsOf(blanks) <= most ? (ticks ?? tildes) : undefined
}

export function closesFence(line: string, fence: string, most: number): boolean {
  const mark = fenceOf(line, most)
  return mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length && line.trim() === mark
}

/** How far in these blanks lead: a tab goes to the next column that can be divided by four. */
export function columnsOf(blanks: string): number {
  return [...blanks].reduce((columns, blank) => (blank === '\t' ? columns + 4 - (columns % 4) : columns + 1), 0)
}
