/** Text in columns: what a terminal shows is neither characters nor bytes. */
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Latin letters, Greek and Cyrillic, and the signs of the views: each takes one column. */
const plain = /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u052f‐-‧‰-⁞←-⇿█░─│✓✗↻⠀-⣿]*$/

let wide: typeof import('./wide-text.ts') | undefined

/** How many columns a text takes. Most texts are plain: what knows all others takes long to load. */
export function widthOf(text: string): number {
  if (plain.test(text)) return text.length
  wide ??= require('#wide-text') as typeof import('./wide-text.ts')
  return wide.wideWidth(text)
}

/** The beginning of a text that fits, with `…` where it was cut. */
export function fitStart(text: string, columns: number): string {
  if (columns <= 0) return ''
  if (widthOf(text) <= columns) return text
  return `${take(characters(text), columns - 1).join('')}…`
}

/** The end of a text that fits, with `…` where it was cut. */
export function fitEnd(text: string, columns: number): string {
  if (columns <= 0) return ''
  // A column holds few characters: of a long text only the end is looked at.
  const end = text.length > columns * 8 ? text.slice(-columns * 8) : text
  if (end === text && widthOf(text) <= columns) return text
  return `…${take(characters(end).reverse(), columns - 1)
    .reverse()
    .join('')}`
}

/**
 * The whole of a line in as many lines as it needs, the further ones indented, as the first is when nothing is said. Not a character of it is left out:
 * words stay whole where that leaves no line half empty.
 */
export function wrapped(line: string, columns: number, indented?: number): readonly string[] {
  if (widthOf(line) <= columns) return [line]
  const wanted = ' '.repeat(indented ?? (/^ */.exec(line)?.[0].length || 2))
  // A terminal that is very narrow has no room for it.
  const indent = wanted.length < columns / 2 ? wanted : ''
  const lines: string[] = []
  let left = characters(line)
  while (left.length > 0) {
    const before = lines.length === 0 ? '' : indent
    const piece = nextPiece(left, columns - before.length)
    lines.push(before + piece.join(''))
    left = left.slice(piece.length)
  }
  return lines
}

/** At least one character: a terminal of one column has no room for a wide one, and shows it all the same. */
function nextPiece(left: readonly string[], columns: number): readonly string[] {
  const most = take(left, columns)
  if (most.length === left.length) return most
  const words = most.lastIndexOf(' ') + 1
  return left.slice(0, Math.max(1, words > columns / 2 ? words : most.length))
}

let graphemes: Intl.Segmenter | undefined

function characters(text: string): string[] {
  if (plain.test(text)) return text.split('')
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return Array.from(graphemes.segment(text), ({ segment }) => segment)
}

function take(list: readonly string[], columns: number): string[] {
  const taken: string[] = []
  let left = columns
  for (const character of list) {
    left -= widthOf(character)
    if (left < 0) break
    taken.push(character)
  }
  return taken
}
