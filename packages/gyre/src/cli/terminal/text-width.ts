/** Text in columns: what a terminal shows is neither characters nor bytes. */
import stringWidth from 'string-width'

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** How many columns a text takes. */
export function widthOf(text: string): number {
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

function characters(text: string): string[] {
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
