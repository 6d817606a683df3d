/** A long Markdown text in parts that can be rendered one by one: what renders it takes too long for a long text. */

/** A part is ended behind as many characters, at the next place where that changes nothing. */
const wanted = 2_000
/** A list that is longer goes on as another list. */
const longList = 5_000

const listMark = /^(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)/
const fence = /^ {0,3}(`{3,}|~{3,})/

/** The parts with line breaks between them are the text. */
export function markdownParts(text: string, most = wanted): readonly string[] {
  const parts: string[] = []
  let part: string[] = []
  let size = 0
  let open: string | undefined
  for (const line of text.split(/\r\n?|\n/)) {
    const isEnd = open === undefined && part.length > 0 && beginsPart(line, { before: part.at(-1) ?? '', size, most })
    if (isEnd) {
      parts.push(part.join('\n'))
      part = []
      size = 0
    }
    open = openBehind(line, open)
    part.push(line)
    size += line.length + 1
  }
  return [...parts, part.join('\n')]
}

type Behind = { readonly before: string; readonly size: number; readonly most: number }

/** Nothing that was begun goes on behind an empty line, but for lists and what is indented. */
function beginsPart(line: string, { before, size, most }: Behind): boolean {
  if (size < most || /^\s|^$/.test(line)) return false
  return listMark.test(line) ? size >= longList : before.trim() === ''
}

/** The fence of the code that is not ended behind this line. */
function openBehind(line: string, open: string | undefined): string | undefined {
  const [, sign] = fence.exec(line) ?? []
  if (open === undefined) return sign
  const isEnd = sign?.startsWith(open) && line.trim() === sign
  return isEnd ? undefined : open
}
