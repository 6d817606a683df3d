/** The fields before a Markdown text: between lines of `---` (YAML) or `+++` (TOML). Only plain ones are read. */

export type FrontMatter = {
  readonly title?: string
  readonly date?: string
  /** What comes after it, below the other fields: what they say is looked for as well. */
  readonly text: string
}

/** Nobody writes more; a line of dashes further down is part of the text. */
const longest = 64 * 1024
const field = /^["']?[\p{L}\p{N}_.-]+["']?\s*(?::(?:\s|$)|=)/u
/** An item of a list, a line that goes on, a comment, the end of a list over several lines, a table of TOML. */
const otherLine = /^(?:- |-$|\s|#|[\]}],?$|\[)/

export function frontMatterOf(text: string): FrontMatter {
  const mark = /^(---|\+\+\+)\n/.exec(text)?.[1]
  if (mark === undefined) return { text }
  const end = text.slice(0, longest).indexOf(`\n${mark}\n`, mark.length)
  const isLast = end < 0 && text.length <= longest && text.endsWith(`\n${mark}`)
  if (end < 0 && !isLast) return { text }
  const lines = text.slice(mark.length + 1, isLast ? -mark.length : Math.max(end, mark.length + 1)).split('\n')
  if (!areFields(lines)) return { text }
  const [title, date] = [fieldOf(lines, 'title'), fieldOf(lines, 'date')]
  const others = lines.filter(
    (line) => line.trim() !== '' && !line.startsWith('#') && ![title, date].some((read) => read?.line === line),
  )
  const after = isLast ? '' : text.slice(end + mark.length + 2).replace(/^\n+/, '')
  return {
    ...(title && { title: title.value }),
    ...(date && { date: date.value }),
    text: [others.join('\n'), after].filter((part) => part !== '').join('\n\n'),
  }
}

/** Prose between two rules is text. */
function areFields(lines: readonly string[]): boolean {
  const isOfFields = (line: string) => line.trim() === '' || otherLine.test(line) || field.test(line)
  return lines.every(isOfFields) && lines.some((line) => field.test(line))
}

function fieldOf(
  lines: readonly string[],
  name: string,
): { readonly line: string; readonly value: string } | undefined {
  const line = lines.find((each) => new RegExp(`^${name}\\s*[:=]`, 'i').test(each)) ?? ''
  const written = line.slice(line.search(/[:=]/) + 1).trim()
  const comment = written.search(/\s#/)
  const value = /^(["'])(.*)\1$/.exec(written)?.[2] ?? written.slice(0, comment < 0 ? undefined : comment).trimEnd()
  // A folded text goes on in the next lines, which are not read.
  return value === '' || /^[>|][+-]?$/.test(value) ? undefined : { line, value }
}
