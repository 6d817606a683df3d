/** Where a text has the words of a search. */

export type Piece = { readonly text: string; readonly isHit: boolean; readonly at: number }

/** Shorter words, such as `of`, are everywhere; so are `the` and `who`, which count where there are no longer ones. */
const [shortest, telling] = [3, 4]

/** The text in pieces, in their order: a word that begins as a word of the search is a hit. */
export function highlighted(text: string, search: string): readonly Piece[] {
  const words = wordsOf(search).filter((word) => word.length >= shortest)
  const long = words.filter((word) => word.length >= telling)
  const wanted = long.length > 0 ? long : words
  const pieces: Piece[] = []
  let done = 0
  for (const match of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const word = folded(match[0])
    if (!wanted.some((each) => word.startsWith(each) || isSameStem(word, each))) continue
    if (match.index > done) pieces.push({ text: text.slice(done, match.index), isHit: false, at: done })
    pieces.push({ text: match[0], isHit: true, at: match.index })
    done = match.index + match[0].length
  }
  return done < text.length ? [...pieces, { text: text.slice(done), isHit: false, at: done }] : pieces
}

/** `ferries` is found by `ferry`: all but the end is the same. */
function isSameStem(word: string, wanted: string): boolean {
  const stem = wanted.slice(0, -1)
  return stem.length >= telling && word.startsWith(stem) && word.length <= wanted.length + 3
}

function wordsOf(text: string): readonly string[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(([word]) => folded(word))
}

/** Case and accents make no difference. */
function folded(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
