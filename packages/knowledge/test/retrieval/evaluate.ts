/** Rankings of documents for questions with known answers: each way of searching alone, and together. */
import { basename } from 'node:path'
import { graphContext } from '../../src/graph/graph-context.ts'
import type { RankingName, Shelf } from '../../src/ports.ts'
import { imagine } from '../../src/search/hyde.ts'
import { rankingsFor } from '../../src/search/rankings.ts'
import { fuse } from '../../src/search/rrf.ts'
import { search } from '../../src/search/search.ts'
import type { Case, Passages } from './corpora.ts'
import { type Metrics, meanOf, metricsOf } from './metrics.ts'

/**
 * Ways of searching: `fusion` is what a search begins with, `search` also sees to variety and to whole documents, and
 * `graph` follows relations from the names in the question.
 */
export const ways = ['BM25', 'vectors', 'HyDE', 'fusion', 'fusion with HyDE', 'search', 'graph'] as const
export type Way = (typeof ways)[number]

export type Measured = { readonly case: Case; readonly metrics: Readonly<Partial<Record<Way, Metrics>>> }

type FusedWay = Exclude<Way, 'search' | 'graph'>

const fusedIn: Readonly<Record<FusedWay, readonly RankingName[]>> = {
  BM25: ['text'],
  vectors: ['vector'],
  HyDE: ['hyde'],
  fusion: ['text', 'vector'],
  'fusion with HyDE': ['text', 'hyde'],
}

/** The most that the tool gives: at least ten documents, when there are as many. */
const found = 20
/** As deep as a search for so many looks. */
const candidates = 100

/** A question without passages is not measured where they are needed, nor the graph of an index that has none. */
export async function evaluate(shelf: Shelf, cases: readonly Case[], passages: Passages): Promise<readonly Measured[]> {
  const measured: Measured[] = []
  const { edges } = await shelf.store.overview(shelf.owner)
  for (const asked of cases) {
    const rankings = {
      ...(await documentRankings(shelf, asked, passages[asked.id] ?? [])),
      ...(edges > 0 && { graph: await alongGraph(shelf, asked) }),
    }
    const metrics = Object.entries(rankings).map(([way, ranking]) => [way, metricsOf(ranking, asked.relevant)] as const)
    measured.push({ case: asked, metrics: Object.fromEntries(metrics) })
  }
  return measured
}

/** The mean of a way over all questions that it was measured for; of one kind when given. */
export function meanFor(measured: readonly Measured[], way: Way, kind?: string): Metrics {
  const chosen = measured.filter((each) => kind === undefined || each.case.kind === kind)
  return meanOf(chosen.flatMap(({ metrics }) => metrics[way] ?? []))
}

export const isMeasured = (measured: readonly Measured[], way: Way) =>
  measured.some(({ metrics }) => metrics[way] !== undefined)

async function documentRankings(
  shelf: Shelf,
  { question }: Case,
  written: readonly string[],
): Promise<Readonly<Partial<Record<Way, readonly string[]>>>> {
  const signal = new AbortController().signal
  const left = [...written]
  const hypothetical = await imagine(async () => left.shift() ?? '', question, written.length)
  const ranking = { owner: shelf.owner, limit: candidates }
  const plain = await rankingsFor(shelf, { query: question, hypothetical: [], signal })(ranking)
  const withPassages = await rankingsFor(shelf, { query: question, hypothetical, signal })(ranking)
  const all = [...plain, ...withPassages.filter(({ name }) => name === 'hyde')]
  const chunks = all.flatMap(({ ids }) => ids)
  const sources = new Map((await shelf.store.chunks([...new Set(chunks)])).map(({ id, source }) => [id, source]))
  const rankings: Partial<Record<Way, readonly string[]>> = {}
  for (const [way, names] of Object.entries(fusedIn) as [FusedWay, readonly RankingName[]][]) {
    if (names.includes('hyde') && written.length === 0) continue
    const fused = fuse(all.filter(({ name }) => names.includes(name)))
    rankings[way] = documentsOf(fused.map(({ id }) => sources.get(id) ?? ''))
  }
  const hits = await search(shelf, question, { limit: found })
  return { ...rankings, search: documentsOf(hits.map(({ chunk }) => chunk.source)) }
}

/** In the order in which the text for a model names them. */
async function alongGraph(shelf: Shelf, { question }: Case): Promise<readonly string[]> {
  const { references } = await graphContext(shelf, question)
  return documentsOf(references.map(({ source }) => source))
}

/** A document is where its best chunk is. */
const documentsOf = (sources: readonly string[]) => [...new Set(sources.map((source) => basename(source)))]
