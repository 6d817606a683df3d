/** How words of an injection look in rot13 and backwards: where some of these stand, the text is read in that way, too. */
import type { Words } from '../concepts.ts'

const telling =
  'ignore disregard forget override previous instructions instruction guidelines system prompt reveal assistant conversation password'

const words = telling.split(' ')

export const disguised: Words = {
  rot13: words.map(rot13).join(','),
  reversed: words.map((word) => [...word].reverse().join('')).join(','),
}

/** Letters thirteen places on; the same again gives the text back. */
export function rot13(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const code = letter.charCodeAt(0)
    return String.fromCharCode((code & 31) > 13 ? code - 13 : code + 13)
  })
}
