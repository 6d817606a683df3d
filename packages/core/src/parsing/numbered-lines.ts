/** A list that a model wrote as lines: `1. …`, `1) …` or `Step 1: …`, also as headings; or `- …` and `* …`. */

/** The number may be bold, or quoted, or all of the line may be; its text must not be empty. */
const numbered =
  /^[\t ]*(?:>[\t ]?)?(?<heading>#{1,6}[\t ]+)?(?<open>[*_]{0,3})(?:\d{1,4}[.)]|step[\t ]\d{1,4}(?<ended>[*_]{0,3})(?:[.):]|[\t ][-–—]))(?<close>[*_]{0,3})[\t ]+(?<said>\S.*)$/i

const bulleted = /^[\t ]*[-*•+][\t ]+(?<said>\S.*)$/

type Item = { readonly texts: string[]; readonly isHeading: boolean }

/**
 * The texts of the numbered lines, in order. What is indented under a line belongs to it, and what stands below a
 * heading to that; other lines are prose.
 */
export function readNumberedLines(text: string): readonly string[] {
  return readLines(text, numbered)
}

/** The same of a list without numbers. */
export function readBulletLines(text: string): readonly string[] {
  return readLines(text, bulleted)
}

function readLines(text: string, item: RegExp): readonly string[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const first = lines.find((line) => item.test(line)) ?? ''
  const margin = indentOf(first)
  const items: Item[] = []
  // The item that a line belongs to: none after a line of prose.
  let open: Item | undefined
  for (const line of lines) {
    const isBelow = indentOf(line) > margin
    const next = isBelow ? undefined : itemOf(line, item)
    open = next ?? (isBelow || open?.isHeading ? open : undefined)
    if (next) items.push(next)
    else open?.texts.push(line.trim())
  }
  return items.map(({ texts }) => texts.join(' '))
}

function itemOf(line: string, item: RegExp): Item | undefined {
  const { heading, open = '', ended = '', close = '', said = '' } = item.exec(line)?.groups ?? {}
  if (said === '') return undefined
  return { texts: [withoutEnd(said.trim(), ended + close === '' ? open : '')], isHeading: heading !== undefined }
}

/** Emphasis that began before the number ends with the line. */
function withoutEnd(said: string, emphasis: string): string {
  const inside = said.slice(0, -emphasis.length).trim()
  return emphasis !== '' && said.endsWith(emphasis) && inside !== '' ? inside : said
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}
