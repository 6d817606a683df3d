/** The words, numbers and marks of a sentence. */

export type Token = {
  readonly text: string
  /** In lower case, with a plain apostrophe. */
  readonly lower: string
  readonly kind: 'word' | 'number' | 'possessive' | 'mark'
}

const pattern =
  /(?<possessive>['’]s(?![\p{L}\p{N}])|(?<=s)['’](?=\s))|(?<number>\d+(?:[.,]\d+)*(?:st|nd|rd|th|s|%)?(?![\p{L}]))|(?<word>[\p{L}\d][\p{L}\p{M}\p{N}]*(?:[-'’](?!s(?![\p{L}\p{N}]))[\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*)|\S/gu

export function tokensOf(sentence: string): readonly Token[] {
  return [...sentence.matchAll(pattern)].map((match) => {
    const [text] = match
    return { text, lower: text.toLowerCase().replaceAll('’', "'"), kind: kindOf(match.groups) }
  })
}

function kindOf(groups: Readonly<Record<string, string | undefined>> | undefined): Token['kind'] {
  if (groups?.['possessive'] !== undefined) return 'possessive'
  if (groups?.['number'] !== undefined) return 'number'
  return groups?.['word'] === undefined ? 'mark' : 'word'
}

export function isCapitalised({ text, kind }: Token): boolean {
  return kind === 'word' && /^\p{Lu}|^\p{Ll}\p{Lu}/u.test(text)
}
