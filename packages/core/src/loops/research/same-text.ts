/** Whether two pages say the same: mirrors and copies are no second voice. */
import type { Source } from './state.ts'

/** Shorter lines are menus and dates: they are the same on many pages. */
const shortestLine = 40

/** A page of which so much stands in another is a copy of it. One that has much more to say is none: it holds the other. */
const mostShared = 0.8

/** The id of the source that says the same; undefined when none does. */
export function sameAs(text: string, sources: readonly Pick<Source, 'id' | 'text'>[]): string | undefined {
  const lines = linesOf(text)
  return sources.find((source) => sharedPart(lines, linesOf(source.text)) >= mostShared)?.id
}

/** Of the first one. */
function sharedPart(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return one.size === 0 ? 0 : one.intersection(other).size / one.size
}

/** Sentences, more or less: a page may be broken into other lines than its copy. */
function linesOf(text: string): ReadonlySet<string> {
  const plain = text.toLowerCase().replace(/[^\p{L}\p{N}.!?\n]+/gu, ' ')
  return new Set(
    plain
      .split(/[.!?\n]+/)
      .map((line) => line.trim())
      .filter(({ length }) => length >= shortestLine),
  )
}
