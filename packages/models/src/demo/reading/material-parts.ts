/** The parts of a message, wherever the template around them has put them. */
import { readMaterial } from '@gyre/core'

/** The marked parts of a message by their names. */
export type Material = Readonly<Record<string, string>>

export const noMaterial: Material = {}

const inline = /\S[ \t]*<[a-z][\w-]*>\n|\n<\/[a-z][\w-]*>[ \t]*\S/
const opener = /(?<=\S)[ \t]*(?=<[a-z][\w-]*>\n)/g
const closer = /(?<=\n<\/[a-z][\w-]*>)[ \t]*(?=\S)/g

/** Tags count on lines of their own: a template may have put words beside the outermost. */
export function materialParts(said: string): Material {
  if (!said.includes('\n</')) return noMaterial
  return readMaterial(inline.test(said) ? said.replace(opener, '\n').replace(closer, '\n') : said)
}
