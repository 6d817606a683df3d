/** Text in columns: what a terminal shows is neither characters nor bytes. */
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Latin letters, Greek and Cyrillic, and the signs of the views: each takes one column. */
const plain = /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u052f‐-‧‰-⁞←-⇿█░─│✓✗↻⠀-⣿]*$/

type StringWidth = (text: string) => number

let stringWidth: StringWidth | undefined

/** How many columns a text takes. Most texts are plain: what knows all others takes long to load. */
export function widthOf(text: string): number {
  if (plain.test(text)) return text.length
  stringWidth ??= (require('string-width') as { readonly default: StringWidth }).default
  return stringWidth(text)
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
