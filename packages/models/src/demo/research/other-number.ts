/** Singular for plural and the other way round, as far as a short rule goes: not every search knows that they are the same. */
export function inOtherNumber(text: string): string {
  return text.replace(/\p{L}{4,}/gu, (word) => {
    if (/ies$/i.test(word)) return word.replace(/ies$/i, 'y')
    if (/[^s]s$/i.test(word)) return word.slice(0, -1)
    return /[^aeiou]y$/i.test(word) ? word.replace(/y$/i, 'ies') : `${word}s`
  })
}
