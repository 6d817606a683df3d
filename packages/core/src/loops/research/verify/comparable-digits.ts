/** A text in which every figure is written with the digits 0 to 9. */

const ascii = /^[\0-\x7f]*$/
const fractions = /[\u00bc-\u00be\u2150-\u215e]/g
const superscripts = /(?<=\d)[\u00b9\u00b2\u00b3\u2070\u2074-\u2079]+/g
const otherDigit = /(?![0-9])\p{Nd}/gu

/** `９` and `٩` are 9, `⅔` is 2⁄3; a power is no further digit of its number. */
export function withPlainDigits(text: string): string {
  if (ascii.test(text)) return text
  return text.replace(fractions, ' $&').replace(superscripts, '^$&').normalize('NFKC').replace(otherDigit, digitOf)
}

/** Digits of a script stand together, and their zero has a code that ends in 0 or in 6. */
function digitOf(sign: string): string {
  const point = sign.codePointAt(0) ?? 0
  const place = point & 0xf
  const isFromZero = /\p{Nd}/u.test(String.fromCodePoint(point - place))
  return String(isFromZero ? place : place - 6)
}
