/** The sections of a Markdown text by their headings. */

type Heading = { readonly at: number; readonly level: number; readonly title: string }

/**
 * The sections whose heading contains one of these words, whatever its case, each with all that is below it. In the
 * order of the text; empty when there are none.
 */
export function sectionsOf(text: string, wanted: readonly string[]): string {
  const lines = text.split('\n')
  const headings = headingsIn(lines)
  const isWanted = ({ title }: Heading) => wanted.some((word) => title.toLowerCase().includes(word.toLowerCase()))
  const kept: string[] = []
  let end = 0
  for (const [index, heading] of headings.entries()) {
    // It is part of one that is kept already.
    if (heading.at < end || !isWanted(heading)) continue
    end = headings.slice(index + 1).find(({ level }) => level <= heading.level)?.at ?? lines.length
    kept.push(lines.slice(heading.at, end).join('\n').trimEnd())
  }
  return kept.join('\n\n')
}

/** Headings with `#`. In a block of code such a line is a comment. */
function headingsIn(lines: readonly string[]): readonly Heading[] {
  const headings: Heading[] = []
  let fence: string | undefined
  for (const [at, line] of lines.entries()) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== undefined) fence = mark !== undefined && closes(line, mark, fence) ? undefined : fence
    else if (mark !== undefined) fence = mark
    else headings.push(...headingOf(line, at))
  }
  return headings
}

function closes(line: string, mark: string, fence: string): boolean {
  return mark[0] === fence[0] && mark.length >= fence.length && line.trim() === mark
}

function headingOf(line: string, at: number): readonly Heading[] {
  const [, hashes, title] = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/.exec(line.trimEnd()) ?? []
  return hashes === undefined ? [] : [{ at, level: hashes.length, title: title ?? '' }]
}
