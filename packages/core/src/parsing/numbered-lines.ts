/** A list that a model wrote as lines: `1. …` or `1) …`. */

/** The number may be bold, or quoted; its text must not be empty. */
const item = /^([\t ]*)(?:>[\t ]?)?[*_]{0,3}\d{1,4}[.)][*_]{0,3}[\t ]+(\S.*)$/

/** The texts of the numbered lines, in order. What is indented under a line belongs to it; other lines are prose. */
export function readNumberedLines(text: string): readonly string[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const first = lines.find((line) => item.test(line)) ?? ''
  const margin = indentOf(first)
  const items: string[][] = []
  // The item that an indented line belongs to: none after a line of prose.
  let open: string[] | undefined
  for (const line of lines) {
    if (indentOf(line) > margin) {
      open?.push(line.trim())
      continue
    }
    const said = item.exec(line)?.[2]
    open = said === undefined ? undefined : [said.trim()]
    if (open) items.push(open)
  }
  return items.map((texts) => texts.join(' '))
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}
