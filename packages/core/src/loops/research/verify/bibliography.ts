/** Lists of sources that a writer adds to its text. */
import { type Line, linesOf, type Span } from './code-spans.ts'

export type Bibliography = Span & { readonly title: string }

/** Longer lines are no titles. */
const longestTitle = 120
const title = String.raw`(?:\d+[.)]?\s+)?(?:(?:list of\s|cited\s|selected\s)?(?:references|sources|citations|bibliography|works cited|literature|footnotes|further reading|quellen|quellenangaben|quellenverzeichnis|literatur|literaturverzeichnis|literaturangaben|einzelnachweise|belege|fußnoten|referenzen))`
const heading = new RegExp(String.raw`^\s{0,3}#{1,6}\s+\**${title}\**:?\**\s*#*\s*$`, 'i')
const titleLine = new RegExp(String.raw`^\s{0,3}(?:\*\*|__)?${title}(?:\*\*|__)?:?(?:\*\*|__)?\s*$`, 'i')
/** Under these names nothing else is written, whatever form its lines have. */
const isNothingElse = /bibliography|works cited|verzeichnis|references|einzelnachweise/i
const anyHeading = /^\s{0,3}#{1,6}\s/
const rule = /^\s{0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/
const listLine = /^\s{0,8}(?:[-*+•–]\s|\(?\p{N}{1,4}[.)\]:]\s|\[[^[\]\n]{1,40}\]|<?(?:https?:\/\/|www\.))/u
/** `[1]: https://…` and `[^1]: …` name what a mark stands for. */
const definition = /^\s{0,3}\[[^[\]\n]{1,60}\]:\s*\S/
const numberedLine = /^\s{0,3}(?:[-*+]\s)?\[\^?\p{N}{1,4}\]\s*\S/u

/** In the order of the text; they do not overlap. */
export function bibliographiesIn(text: string): readonly Bibliography[] {
  const lines = linesOf(text)
  const found: Bibliography[] = []
  for (let at = 0; at < lines.length; at++) {
    const end = endOfList(lines, at)
    if (end === undefined) continue
    found.push(spanOf(lines, at, end))
    at = end - 1
  }
  const numbered = lastNumbered(lines)
  const isFound = found.some((each) => each.end > (lines[numbered]?.start ?? 0))
  return numbered < lines.length && !isFound ? [...found, spanOf(lines, numbered, lines.length)] : found
}

/** Behind the last line of what begins here, if it is a list of sources. */
function endOfList(lines: readonly Line[], at: number): number | undefined {
  const { content = '' } = lines[at] ?? {}
  if (definition.test(content)) return at + 1
  if (content.length > longestTitle) return undefined
  const isHeading = heading.test(content)
  if (!isHeading && !titleLine.test(content)) return undefined
  const end = endOfLines(lines, at + 1, isHeading && isNothingElse.test(content))
  const isList = end !== undefined && lines.slice(at + 1, end).some((line) => line.content.trim() !== '')
  return isList || isHeading || end === lines.length ? end : undefined
}

/** The next heading or the end, when nothing but lines of a list is before it, or everything counts. */
function endOfLines(lines: readonly Line[], from: number, isWhole: boolean): number | undefined {
  for (let end = from; end < lines.length; end++) {
    const line = lines[end]?.content ?? ''
    if (anyHeading.test(line)) return end
    const isListed = isWhole || line.trim() === '' || rule.test(line) || listLine.test(line)
    if (!isListed) return undefined
  }
  return lines.length
}

/** The first of the numbered lines that end a text. A text of nothing else is no list of sources. */
function lastNumbered(lines: readonly Line[]): number {
  let first = lines.length
  for (let at = lines.length - 1; at > 0; at--) {
    const line = lines[at]?.content ?? ''
    if (numberedLine.test(line)) first = at
    else if (line.trim() !== '') break
  }
  return first
}

/** With the line break before it, so that no empty lines stay. */
function spanOf(lines: readonly Line[], first: number, behind: number): Bibliography {
  const start = lines[first]?.start ?? 0
  const end = lines[behind - 1]?.end ?? start
  return { start: Math.max(0, start - 1), end, title: lines[first]?.content.trim() ?? '' }
}
