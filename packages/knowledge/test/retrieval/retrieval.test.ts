import { memoryStore } from '@gyre/stores/memory'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Corpus, corpora, passages } from './corpora.ts'
import { evaluate, type Measured, meanFor, type Way } from './evaluate.ts'
import { filledShelf } from './filled-shelf.ts'
import type { Metrics } from './metrics.ts'

const measured = new Map<Corpus['name'], readonly Measured[]>()
const of = (name: Corpus['name']) => measured.get(name) ?? []

beforeAll(async () => {
  for (const corpus of corpora()) {
    const store = memoryStore()
    const shelf = await filledShelf(store.knowledge, corpus)
    measured.set(corpus.name, await evaluate(shelf, corpus.cases, passages()))
    await store.close()
  }
}, 60_000)

/** Fusing is a hedge: it may lose a little to the ranking that happens to be best, not more. */
const mostLost = 0.02
const compared = ['ndcg10', 'recall10', 'reciprocalRank'] as const

describe.each(['bundled', 'synthetic'] as const)('retrieval on the %s corpus', (name) => {
  it.each(compared)('loses at most two points of %s by fusing words and vectors', (metric) => {
    const best = Math.max(...(['BM25', 'vectors'] as const).map((way) => meanFor(of(name), way)[metric]))
    expect(meanFor(of(name), 'fusion')[metric]).toBeGreaterThanOrEqual(best - mostLost)
  })

  it('loses at most two points by all that a search does after fusing', () => {
    for (const metric of compared) {
      const fused = meanFor(of(name), 'fusion')[metric]
      expect(meanFor(of(name), 'search')[metric], metric).toBeGreaterThanOrEqual(fused - mostLost)
    }
  })

  it.each(compared)('loses at most two points of %s by fusing words and made-up passages', (metric) => {
    const some = of(name).filter(({ metrics }) => metrics.HyDE)
    const best = Math.max(...(['BM25', 'vectors', 'HyDE'] as const).map((way) => meanFor(some, way)[metric]))
    expect(meanFor(some, 'fusion with HyDE')[metric]).toBeGreaterThanOrEqual(best - mostLost)
  })
})

/** Wide enough for a small change of the rules, too narrow for a ranking that broke. */
const tolerance = 0.03

describe('the measured figures', () => {
  it.each<[Corpus['name'], Way, Pick<Metrics, (typeof compared)[number]>]>([
    ['bundled', 'BM25', { ndcg10: 0.732, recall10: 0.87, reciprocalRank: 0.806 }],
    ['bundled', 'vectors', { ndcg10: 0.71, recall10: 0.858, reciprocalRank: 0.79 }],
    ['bundled', 'HyDE', { ndcg10: 0.826, recall10: 0.941, reciprocalRank: 0.903 }],
    ['bundled', 'fusion', { ndcg10: 0.75, recall10: 0.88, reciprocalRank: 0.829 }],
    ['bundled', 'fusion with HyDE', { ndcg10: 0.817, recall10: 0.932, reciprocalRank: 0.893 }],
    ['bundled', 'search', { ndcg10: 0.748, recall10: 0.881, reciprocalRank: 0.824 }],
    ['bundled', 'graph', { ndcg10: 0.668, recall10: 0.788, reciprocalRank: 0.76 }],
    ['synthetic', 'BM25', { ndcg10: 0.711, recall10: 0.829, reciprocalRank: 0.801 }],
    ['synthetic', 'vectors', { ndcg10: 0.686, recall10: 0.783, reciprocalRank: 0.784 }],
    ['synthetic', 'HyDE', { ndcg10: 0.788, recall10: 0.85, reciprocalRank: 0.909 }],
    ['synthetic', 'fusion', { ndcg10: 0.722, recall10: 0.833, reciprocalRank: 0.813 }],
    ['synthetic', 'fusion with HyDE', { ndcg10: 0.78, recall10: 0.867, reciprocalRank: 0.891 }],
    ['synthetic', 'search', { ndcg10: 0.724, recall10: 0.838, reciprocalRank: 0.814 }],
  ])('on the %s corpus by %s are about %o', (name, way, expected) => {
    const mean = meanFor(of(name), way)
    for (const metric of compared) {
      const distance = Math.abs(mean[metric] - expected[metric])
      expect(distance, `${metric} is ${mean[metric].toFixed(3)}`).toBeLessThanOrEqual(tolerance)
    }
  })
})
