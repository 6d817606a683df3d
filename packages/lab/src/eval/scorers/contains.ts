/** The accepted words stand somewhere in the answer. */
import { uniformText, withoutArticle } from './uniform-text.ts'

/** Scripts that put no spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Marks between words are a space; those within a number or of a name such as `C++` stay. */
const between: readonly (readonly [RegExp, string])[] = [
  [/(?<=(?<![\d,.])\d{1,3}(?:,\d{3})*),(?=\d{3}(?:,\d{3})*(?!,?\d))/g, ''],
  [/[,;:](?!\d)|(?<!\d)[,;:]|[()[\]{}"\u2014]|[.!?]+(?=\s|$)|(?<=\p{L})-(?=\p{L})/gu, ' '],
  [/\s+(?=%)/g, ''],
  [/\s+/g, ' '],
]

/** Neither in the middle of a word or number, nor after a minus. */
const before = String.raw`(?<![\p{L}\p{N}]|[\p{N}][.,]|(?<![\p{L}\p{N}])-(?=\d))`
/** `C` is not in `C++` or `C#`, nor `12` in `12.5`. */
const after = String.raw`(?![\p{L}\p{N}]|[+#]|[.,]\p{N})`

/** Whole words, one after the other: `cat` is not in `category`, nor `12` in `12.5`. */
export function isContained(answer: string, accepted: string): boolean {
  const [given, wanted] = [spaced(answer), withoutArticle(spaced(accepted)) || uniformText(accepted)]
  if (wanted === '') return false
  return unspaced.test(wanted)
    ? given.includes(wanted)
    : new RegExp(`${before}${RegExp.escape(wanted)}${after}`, 'u').test(given)
}

function spaced(text: string): string {
  return between.reduce((rest, [mark, by]) => rest.replace(mark, by), uniformText(text)).trim()
}
