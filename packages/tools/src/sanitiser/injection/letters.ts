/** Which characters make up words, and which scripts set no words apart. */

const unknown = 0
const letter = 1
const other = 2

/** What is known of each character so far. */
const kinds = new Uint8Array(0x10000)

export function isLetter(code: number): boolean {
  if (kinds[code] === unknown) kinds[code] = /[\p{L}\p{M}]/u.test(String.fromCharCode(code)) ? letter : other
  return kinds[code] === letter
}

/** Arabic puts small words in front of others; Thai, Chinese, Japanese and Korean need no spaces. */
export function isFoundAnywhere(code: number): boolean {
  if (code < 0x600) return false
  return code <= 0x6ff || (code >= 0xe00 && code <= 0xeff) || (code >= 0x1100 && code <= 0x11ff) || code >= 0x2e80
}
