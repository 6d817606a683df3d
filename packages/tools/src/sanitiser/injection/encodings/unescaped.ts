/** Characters written as escapes: `\u0069`, `\x69`, `%69`, `&#105;`. */
import type { Reading } from './reading.ts'

const escapes =
  /\\u([0-9a-f]{4})|\\u\{([0-9a-f]{1,6})\}|\\x([0-9a-f]{2})|&#x([0-9a-f]{1,6});|&#(\d{1,7});|(%[0-9a-f]{2})|\\[nrt]/gi
const nextByte = /%[0-9a-f]{2}/iy

/** The text with all of them replaced; nothing when there are none. */
export function unescapedReading(text: string): Reading | undefined {
  const pieces: string[] = []
  const places: number[] = []
  let from = 0
  const search = new RegExp(escapes)
  for (let match = search.exec(text); match; match = search.exec(text)) {
    const { index } = match
    const end = match[6] === undefined ? search.lastIndex : bytesEnd(text, index)
    const meant = meaningOf(match, text.slice(index, end))
    for (let at = from; at < index; at++) places.push(at)
    for (let at = 0; at < meant.length; at++) places.push(index)
    pieces.push(text.slice(from, index), meant)
    from = end
    search.lastIndex = end
  }
  if (from === 0) return undefined
  for (let at = from; at <= text.length; at++) places.push(at)
  return { text: pieces.join('') + text.slice(from), places }
}

/** Some characters are several bytes. */
function bytesEnd(text: string, start: number): number {
  nextByte.lastIndex = start
  let end = start
  while (nextByte.test(text)) end = nextByte.lastIndex
  return end
}

function meaningOf([, four, braced, two, hex, decimal, byte]: RegExpExecArray, whole: string): string {
  if (byte !== undefined) return Buffer.from(whole.replaceAll('%', ''), 'hex').toString('utf8')
  const digits = four ?? braced ?? two ?? hex
  if (digits !== undefined) return characterOf(Number.parseInt(digits, 16))
  return decimal === undefined ? ' ' : characterOf(Number(decimal))
}

function characterOf(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : ''
}
