/** The passages of a page, with where they stand in it. */
import { chunkText } from '../../text/chunk/chunk-text.ts'
import { queryWords, wordsOf } from '../../words.ts'
import type { Chunk, Source } from './state.ts'

export type Passage = Pick<Chunk, 'start' | 'end' | 'text' | 'about'>

/** A heading may be as long as a text, and it is embedded with each passage below it. */
const longestAbout = 300

/** `words` tell which passages of a long page are worth looking at, `most` how many. */
export type CutOptions = { readonly words: string; readonly most: number }

/** In their order. Of a long page those with most of the words, and always the first: it says what the page is about. */
export function cutPassages(
  { text, title }: Pick<Source, 'text' | 'title'>,
  { words, most }: CutOptions,
): readonly Passage[] {
  const passages = chunkText(text, { title, writing: 'markdown' }).map(({ start, end, headings }) => ({
    start,
    end,
    text: text.slice(start, end),
    about: headings.join(' › ').slice(0, longestAbout).toWellFormed(),
  }))
  if (passages.length <= most) return passages
  const wanted = new Set(queryWords(words))
  const shared = new Map(passages.map((passage) => [passage, sharedWords(passage, wanted)]))
  const [first, ...rest] = passages
  const best = rest.toSorted((one, other) => (shared.get(other) ?? 0) - (shared.get(one) ?? 0)).slice(0, most - 1)
  return passages.filter((passage) => passage === first || best.includes(passage))
}

/** How many different ones. */
function sharedWords({ text, about }: Passage, wanted: ReadonlySet<string>): number {
  return new Set(wordsOf(`${about} ${text}`).filter((word) => wanted.has(word))).size
}
