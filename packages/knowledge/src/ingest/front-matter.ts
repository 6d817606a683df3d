/** The fields before a Markdown text: between lines of `---` (YAML) or `+++` (TOML). Only plain ones are read. */

export type FrontMatter = {
  readonly title?: string
  readonly date?: string
  /** What comes after it. */
  readonly text: string
}

/** Nobody writes more; a line of dashes further down is part of the text. */
const longest = 64 * 1024

export function frontMatterOf(text: string): FrontMatter {
  const [, mark, after] = /^(---|\+\+\+)\n(.*)/.exec(text) ?? []
  if (mark === undefined || !isField(after ?? '')) return { text }
  const end = text.slice(0, longest).indexOf(`\n${mark}\n`, mark.length)
  const isLast = end < 0 && text.length <= longest && text.endsWith(`\n${mark}`)
  if (end < 0 && !isLast) return { text }
  const fields = text.slice(mark.length + 1, isLast ? -mark.length : end).split('\n')
  const [title, date] = [fieldOf(fields, 'title'), fieldOf(fields, 'date')]
  return {
    ...(title !== undefined && { title }),
    ...(date !== undefined && { date }),
    text: isLast ? '' : text.slice(end + mark.length + 2).replace(/^\n+/, ''),
  }
}

function isField(line: string): boolean {
  return /^(?:[\w-]+\s*[:=]|#|\[)/.test(line)
}

function fieldOf(fields: readonly string[], name: string): string | undefined {
  const line = fields.find((field) => new RegExp(`^${name}\\s*[:=]`, 'i').test(field))
  const value = line?.slice(line.search(/[:=]/) + 1).trim() ?? ''
  const quoted = /^(["'])(.*)\1$/.exec(value)?.[2] ?? value.replace(/\s+#.*$/, '')
  // A folded text goes on in the next lines, which are not read.
  return quoted === '' || /^[>|][+-]?$/.test(quoted) ? undefined : quoted
}
