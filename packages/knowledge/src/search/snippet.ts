/** The part of a text that has most of a query in it. */
import { type PlacedWord, placedWords, queryWords } from '@gyre/core'
import { betweenCharacters, type Span } from '@gyre/core/text'
import type { Snippet } from '../ports.ts'
import { isFormOf } from '../word-forms.ts'
import { type SnippetLine, snippetLine } from './snippet-line.ts'

const usualLength = 240
/** A space farther away than this is no end of a word: the script has none, or it is no word. */
const farthestSpace = 40
/** The line below the head of a table in Markdown. */
const tableRule = /\|?(?: ?:?-{3,}:? ?\|)+(?: ?:?-{3,}:?(?= |$))?/g
/** Marks that say nothing themselves: of tables and emphasis. */
const marks = /-{3,}|\*{1,3}|_{2,3}/g

/** A word of the text that the query has too. */
type Hit = PlacedWord & { readonly asked: string }

export function snippetOf(text: string, query: string, length = usualLength): Snippet {
  const shown = snippetLine(text)
  const line = shown.text
  const hits = hitsIn(line, queryWords(query))
  const { start, end } = spanAround(line, bestCluster(shown, hits, length), length)
  const before = start > 0 ? '…' : ''
  const after = end < line.length ? '…' : ''
  const offset = before.length - start
  return {
    text: `${before}${line.slice(start, end)}${after}`,
    highlights: joined(hits.filter((hit) => hit.start >= start && hit.end <= end)).map(
      (each) => [each.start + offset, each.end + offset] as const,
    ),
  }
}

function hitsIn(line: string, asked: readonly string[]): readonly Hit[] {
  const exact = new Set(asked)
  const known = new Map<string, string | undefined>()
  const askedFor = (word: string) => (exact.has(word) ? word : asked.find((each) => isFormOf(word, each)))
  const hits: Hit[] = []
  for (const each of placedWords(line)) {
    if (!known.has(each.word)) known.set(each.word, askedFor(each.word))
    const found = known.get(each.word)
    if (found !== undefined) hits.push({ ...each, asked: found })
  }
  return hits
}

type Cluster = Span & { readonly worth: number }

/** Where the most different words stand together; of equal ones that with the fewest marks and headings, then the first. */
function bestCluster({ text: line, headings }: SnippetLine, hits: readonly Hit[], length: number): Span {
  const clusters = hits.map((_, index) => clusterFrom(hits, index, length))
  const worth = clusters.reduce((most, cluster) => Math.max(most, cluster.worth), 0)
  let best: (Span & { readonly marks: number }) | undefined
  for (const cluster of clusters.filter((each) => each.worth === worth)) {
    const { start, end } = spanAround(line, cluster, length)
    const inside = firstFrom(headings, (each) => each.start >= end) - firstFrom(headings, (each) => each.end > start)
    const noise = inside + (line.slice(start, end).match(marks)?.length ?? 0)
    if (best === undefined || noise < best.marks) best = { start: cluster.start, end: cluster.end, marks: noise }
    if (noise === 0) break
  }
  return best ?? { start: 0, end: 0 }
}

/** Which span is the first of which it is so; it is of all that follow, for they stand in their order. */
function firstFrom(spans: readonly Span[], isSo: (span: Span) => boolean): number {
  let [low, high] = [0, spans.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isSo(spans[middle] as Span)) high = middle
    else low = middle + 1
  }
  return low
}

/** Long words tell more than short ones, and the same again tells nothing. */
function clusterFrom(hits: readonly Hit[], index: number, length: number): Cluster {
  const { start } = hits[index] as Hit
  const seen = new Set<string>()
  let [end, worth] = [start, 0]
  for (let at = index; at < hits.length; at++) {
    const hit = hits[at] as Hit
    if (hit.end - start > length) break
    if (seen.has(hit.asked)) continue
    seen.add(hit.asked)
    worth += hit.asked.length
    end = hit.end
  }
  return { start, end, worth }
}

/** The cluster with what stands around it, more of what follows than of what comes before. */
function spanAround(line: string, cluster: Span, length: number): Span {
  if (line.length <= length) return { start: 0, end: line.length }
  const spare = length - (cluster.end - cluster.start)
  const wished = Math.max(0, cluster.start - Math.floor(spare / 3))
  const from = afterRule(line, Math.min(wished, line.length - length), cluster.start)
  const start = startOfWord(line, from, cluster.start)
  return { start, end: endOfWord(line, Math.min(line.length, start + length), Math.max(cluster.end, start + 1)) }
}

/** Behind the last rule of a table before the cluster: the rows tell, and their head does not tell without them. */
function afterRule(line: string, from: number, latest: number): number {
  const rule = [...line.slice(from, latest).matchAll(tableRule)].at(-1)
  if (rule === undefined) return from
  return Math.min(latest, from + rule.index + rule[0].length + 1)
}

/** The next beginning of a word; none beyond `latest`. Where there are no spaces, between two characters. */
function startOfWord(line: string, at: number, latest: number): number {
  if (at === 0 || line[at - 1] === ' ') return at
  const space = line.indexOf(' ', at)
  if (space >= 0 && space < Math.min(latest, at + farthestSpace)) return space + 1
  return betweenCharacters(line, at) === at ? at : at + 1
}

function endOfWord(line: string, at: number, earliest: number): number {
  if (at === line.length || line[at] === ' ') return at
  const space = line.lastIndexOf(' ', at)
  if (space >= Math.max(earliest, at - farthestSpace)) return space
  return betweenCharacters(line, at)
}

/** Those that touch are one. */
function joined(hits: readonly Span[]): readonly Span[] {
  const spans: Span[] = []
  for (const { start, end } of hits) {
    const last = spans.at(-1)
    if (last && last.end >= start) spans[spans.length - 1] = { start: last.start, end: Math.max(last.end, end) }
    else spans.push({ start, end })
  }
  return spans
}
