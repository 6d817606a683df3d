/** Kinds of characters, as the scanner tells them apart. */
import { isFoundAnywhere, isLetter } from './letters.ts'

/** It only sets words apart. */
export const gap = 0
/** A sign that means something. */
export const sign = 1
export const letter = 2
export const digit = 4
/** A letter of a script that sets no words apart. */
export const free = 8

const ascii = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[a-z]/i.test(character)) return letter
  if (/\d/.test(character)) return digit
  return /[.!?\n@%\\&]/.test(character) ? sign : gap
})

export function kindOf(code: number): number {
  return code < 0x80 ? (ascii[code] ?? gap) : otherKind(code)
}

function otherKind(code: number): number {
  if (!isLetter(code)) return sign
  return isFoundAnywhere(code) ? free : letter
}
