/** Fences around code in Markdown. */

/** The mark that this line opens a block of code with. */
export function fenceOf(line: string): string | undefined {
  // A line such as ```this``` is code in a sentence.
  const [, ticks, tildes] = /^[ \t]*(?:(`{3,})[^`]*|(~{3,}).*)$/.exec(line) ?? []
  return ticks ?? tildes
}

export function closesFence(line: string, fence: string): boolean {
  const mark = fenceOf(line)
  return mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length && line.trim() === mark
}
