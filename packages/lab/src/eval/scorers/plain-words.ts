/** Texts as they are compared in whole: without case, a first article and sentence marks, but with every sign that means something. */
import { uniformText, withoutArticle } from './uniform-text.ts'

const unmarked: readonly (readonly [RegExp, string])[] = [
  // Quotes around words go, those of `5'10"` and `f'` stay.
  [/(?<![\p{L}\p{N}])(["'])(?=\S)([^"']+)(?<=\S)\1(?![\p{L}\p{N}])/gu, '$2'],
  [/(?<=\p{L})'(?=\p{L})/gu, ''],
  // `1,200` is one number; `1,2` are two words.
  [/(?<=(?<![\d,.])\d{1,3}(?:,\d{3})*),(?=\d{3}(?:,\d{3})*(?!,?\d))/g, ''],
  [/[,;]/g, ' '],
  // `5!` is another number than 5, and `!=` another sign than `=`.
  [/(?<=\p{L}{2})!+(?=\s|$)|\?+(?=\s|$)/gu, ''],
  // `U.S.` is `US`; `example.com` is not `examplecom`.
  [/\.+(?=\s|$)|(?<=(?<!\p{L})\p{L})\.(?=\p{L}(?!\p{L}))/gu, ''],
  [/:(?=\s|$)|\u2014/g, ' '],
  // `well-known` and `well known`; `A-B` may be a difference.
  [/(?<=\p{L})-(?=\p{L}{2})/gu, ' '],
  // `x > 5` and `x>5`.
  [/\s*([\p{S}/\\&*%@#(){}[\]])\s*/gu, '$1'],
  // All in brackets is as good as none.
  [/^\(([^()]*)\)$/, '$1'],
]

/** The words that are compared. Where nothing would be left, such as of `?`, the text itself in small letters. */
export function plainWords(text: string): string {
  const uniform = uniformText(text)
  const words = unmarked.reduce((rest, [mark, by]) => rest.replace(mark, by), uniform)
  return withoutArticle(words.trim().replace(/\s+/g, ' ')) || uniform
}
