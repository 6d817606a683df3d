/** Labels: names, media types and origins. They stand outside of any fence, so they are short and in one line. */
import { removeInvisible } from '../../sanitiser/invisible.ts'
import { cutText } from './cut-text.ts'

/** Breaks of lines, and what else a terminal or a model may take for one. */
const breaks = /[\s\u0085\u2028\u2029]+/g

export function label(text: string, longest: number): string {
  if (text.length <= longest && /^[\x20-\x7e]*$/.test(text)) return text
  // Nobody reads so much of one that more of it mattered.
  const seen = removeInvisible(cutText(text, longest * 2).toWellFormed()).text
  const line = seen.replace(breaks, ' ').trim()
  const cut = cutText(line, longest)
  return cut.length < line.length || text.length > longest * 2 ? `${cut}…` : cut
}
