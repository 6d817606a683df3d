/** Words that texts have with a small letter: with a capital at the beginning of a sentence they are no names. */
import { stemOf } from './word-stem.ts'

const small = /(?<![\p{L}\p{N}])\p{Ll}[\p{L}\p{M}]+/gu

/** Found out when it is first asked for. */
export function smallWords(texts: readonly string[]): (word: string) => boolean {
  let stems: ReadonlySet<string> | undefined
  return (word) => {
    stems ??= new Set(texts.flatMap((text) => text.match(small) ?? []).map(stemOf))
    return stems.has(stemOf(word.toLowerCase().replace(/['’]s?$/, '')))
  }
}
