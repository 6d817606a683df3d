/** Whether two pages say the same: mirrors and copies are no second voice. */
import type { Source } from './state.ts'

/** Shorter lines are menus and dates: they are the same on many pages. */
const shortestLine = 40

/** A page of which so much stands in another is a copy of it. One that has much more to say is none: it holds the other. */
const mostShared = 0.8

/** The id of the source that says the same; undefined when none does. */
export function sameAs(text: string, sources: readonly Known[]): string | undefined {
  const lines = linesOf(text)
  return sources.find((source) => sharedPart(lines, knownLines(source)) >= mostShared)?.id
}

type Known = Pick<Source, 'id' | 'text'>

/** Every page is held against all sources: their lines are looked for once each. */
const linesOfKnown = new WeakMap<Known, ReadonlySet<string>>()

function knownLines(source: Known): ReadonlySet<string> {
  const lines = linesOfKnown.get(source) ?? linesOf(source.text)
  linesOfKnown.set(source, lines)
  return lines
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
