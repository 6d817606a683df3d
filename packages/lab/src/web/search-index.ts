/** The search engine of the synthetic web: BM25 over titles and texts, with the whims that search engines have. */
import { share } from '../world/hash.ts'
import { urlOf, type WebPage } from './web-page.ts'

export type SearchHit = { readonly page: WebPage; readonly score: number; readonly snippet: string }

/** How soon more of the same word stops counting, and how much longer pages are held back: both as usual. */
const saturation = 1.2
const lengthShare = 0.75

/** By so much at most what an engine gives is better or worse than its words deserve, by page and query. */
const whim = 0.35
/** The same engine for every web. */
const whimSeed = 1

/** Every so many results one is of another kind, as engines mix them: none of the words is in its title. */
const mixedInEvery = 3

const snippetLength = 240
/** No more of a long page is looked at: it repeats itself. */
const indexedLength = 20_000

type Entry = { readonly page: WebPage; readonly counts: ReadonlyMap<string, number>; readonly length: number }

export function searchIndex(pages: readonly WebPage[], most: number): (query: string) => readonly SearchHit[] {
  const entries = pages.map(entryOf)
  const usualLength = entries.reduce((sum, { length }) => sum + length, 0) / Math.max(1, entries.length)
  const weight = (word: string) => {
    const having = entries.filter(({ counts }) => counts.has(word)).length
    return Math.log(1 + (entries.length - having + 0.5) / (having + 0.5))
  }
  return (query) => {
    const words = [...new Set(wordsOf(query))]
    const weights = new Map(words.map((word) => [word, weight(word)]))
    const scored = entries
      .map(({ page, counts, length }) => {
        const held = saturation * (1 - lengthShare + (lengthShare * length) / usualLength)
        const score = words.reduce((sum, word) => {
          const count = counts.get(word) ?? 0
          return sum + ((weights.get(word) ?? 0) * count * (saturation + 1)) / (count + held)
        }, 0)
        const luck = 1 + whim * (2 * share(`${query} ${urlOf(page)}`, whimSeed) - 1)
        return { page, score: score * luck }
      })
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score || (urlOf(one.page) < urlOf(other.page) ? -1 : 1))
    const asked = new Set(words)
    const found = mixed(scored, ({ page }) => new Set(wordsOf(page.title)).isDisjointFrom(asked))
    return found.slice(0, most).map((hit) => ({ ...hit, snippet: snippetOf(hit.page, words) }))
  }
}

type Scored = Omit<SearchHit, 'snippet'>

function mixed(hits: readonly Scored[], isOther: (hit: Scored) => boolean): readonly Scored[] {
  const [others, fitting] = [hits.filter(isOther), hits.filter((hit) => !isOther(hit))]
  const list: Scored[] = []
  while (list.length < hits.length) {
    const isTurn = list.length % mixedInEvery === mixedInEvery - 1
    const next = (isTurn ? others.shift() : fitting.shift()) ?? fitting.shift() ?? others.shift()
    if (next) list.push(next)
  }
  return list
}

function entryOf(page: WebPage): Entry {
  const words = wordsOf(`${page.title} ${page.paragraphs.join(' ').slice(0, indexedLength)}`)
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return { page, counts, length: words.length }
}

/** The paragraph that has most of the words. */
function snippetOf({ paragraphs }: WebPage, words: readonly string[]): string {
  const had = (paragraph: string) => new Set(wordsOf(paragraph)).intersection(new Set(words)).size
  const [best = ''] = paragraphs.slice(0, 20).toSorted((one, other) => had(other) - had(one))
  return best.slice(0, snippetLength)
}

/** Words of up to three letters say nothing; the plural is the singular. */
function wordsOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[a-z]{4,}|\d(?:[\d,]*\d)?/g) ?? []
  return words.map((word) => word.replace(/(?<=[a-z]{3})s$/, ''))
}
