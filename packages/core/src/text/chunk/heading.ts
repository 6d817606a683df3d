/** Headings of Markdown, and the path down to where a reader is. */

export type Heading = { readonly level: number; readonly title: string }

/** A longer line is no heading, whatever it begins with. */
export const longestHeading = 300

/** `## Like this`. */
export function headingOf(line: string): Heading | undefined {
  if (line.length > longestHeading) return undefined
  const [, marks, title] = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/.exec(line) ?? []
  if (marks === undefined) return undefined
  return { level: marks.length, title: plainTitle((title ?? '').trim().replace(/(?:^|[ \t])#+$/, '')) }
}

/** The level that a line of `===` or `---` gives the line above it. */
export function underlineLevel(line: string): number | undefined {
  const mark = /^ {0,3}(={3,}|-{3,})[ \t]*$/.exec(line)?.[1]?.[0]
  if (mark === undefined) return undefined
  return mark === '=' ? 1 : 2
}

/** Without the marks of emphasis, code and links. */
export function plainTitle(title: string): string {
  return title
    .slice(0, longestHeading)
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/[*`]+/g, '')
    .trim()
}

export class HeadingPath {
  #headings: readonly Heading[] = []
  #path: readonly string[] = []

  get titles(): readonly string[] {
    return this.#path
  }

  get level(): number {
    return this.#headings.at(-1)?.level ?? 0
  }

  enter(heading: Heading): void {
    this.#headings = [...this.#headings.filter(({ level }) => level < heading.level), heading]
    this.#path = this.#headings.map(({ title }) => title).filter((title) => title !== '')
  }
}
