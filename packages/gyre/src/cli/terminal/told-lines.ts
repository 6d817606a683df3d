/** Lines that tell a person something, as a terminal has room for them. */
import { widthOf, wrapped } from './text-width.ts'

/** The line in as many as it needs. A command in it is there to be copied: it stays whole, below the words before it. */
export function toldLines(line: string, columns: number): readonly string[] {
  if (widthOf(line) <= columns) return [line]
  const [, words, command] = /^(.*: |\s*)(gyre [a-z].*)$/.exec(line) ?? []
  if (words === undefined || command === undefined) return wrapped(line, columns).map((piece) => piece.trimEnd())
  return words.trim() === '' ? [line] : [...toldLines(words.trimEnd(), columns), `    ${command}`]
}
