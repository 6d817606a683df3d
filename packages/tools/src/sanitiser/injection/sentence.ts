/** Where sentences end. */

const wideStops = new Set([...'。！？।؟'].map((stop) => stop.charCodeAt(0)))

/** Whether the sign at this place ends a sentence. */
export function endsSentence(text: string, at: number, code: number): boolean {
  if (code === 0x0a) return beginsItem(text, at + 1)
  if (code === 0x2e || code === 0x21 || code === 0x3f) return isAfterStop(text.charCodeAt(at + 1))
  return code > 0x7f && wideStops.has(code)
}

/** A space, a quotation mark, a tag, the end: not the rest of a number or an address. */
function isAfterStop(code: number): boolean {
  return (
    Number.isNaN(code) ||
    code <= 0x20 ||
    code === 0x22 ||
    code === 0x27 ||
    code === 0x29 ||
    code === 0x3c ||
    code === 0x5d
  )
}

/** What begins a new item or paragraph at the beginning of a line. */
const item = /[ \t]{0,8}(?:[-*•+#>|]|\d{1,3}[.)]|\r?\n|$)/y

function beginsItem(text: string, lineStart: number): boolean {
  // Most lines begin with a letter.
  if ((text.charCodeAt(lineStart) | 32) >= 0x61 && text.charCodeAt(lineStart) < 0x7b) return false
  item.lastIndex = lineStart
  return item.test(text)
}
