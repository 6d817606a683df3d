import { describe, expect, it } from 'vitest'
import type { Measured } from './evaluate.ts'
import type { Metrics } from './metrics.ts'
import { tablesOf } from './tables.ts'

const all = (value: number): Metrics => ({
  recall1: value,
  recall5: value,
  recall10: value,
  ndcg10: value,
  reciprocalRank: value,
})
const asked = (id: string, kind: string, metrics: Measured['metrics']): Measured => ({
  case: { id, kind, question: '?', relevant: { a: 2 } },
  metrics,
})

describe('tablesOf', () => {
  it('shows the means of each way, and of each kind of question', () => {
    const measured = [
      asked('1', 'fact', { BM25: all(1), fusion: all(0.5) }),
      asked('2', 'fact', { BM25: all(0), fusion: all(1) }),
      asked('3', 'two-hop', { BM25: all(0.25), fusion: all(0) }),
    ]
    expect(tablesOf('a corpus', measured)).toBe(
      `### Retrieval: a corpus, all questions (3)

|        | recall@1 | recall@5 | recall@10 | nDCG@10 | MRR   |
| ------ | -------- | -------- | --------- | ------- | ----- |
| BM25   | 0.417    | 0.417    | 0.417     | 0.417   | 0.417 |
| fusion | 0.500    | 0.500    | 0.500     | 0.500   | 0.500 |

nDCG@10 by kind of question:

|         | questions | BM25  | fusion |
| ------- | --------- | ----- | ------ |
| fact    | 2         | 0.500 | 0.750  |
| two-hop | 1         | 0.250 | 0.000  |`,
    )
  })

  it('compares made-up passages with other ways over the same questions only', () => {
    const measured = [asked('1', 'fact', { BM25: all(1), HyDE: all(0.5) }), asked('2', 'fact', { BM25: all(0) })]
    const tables = tablesOf('a corpus', measured)
    expect(tables).toContain('### Retrieval: a corpus, all questions (2)')
    expect(tables).toContain('| BM25 | 0.500    |')
    expect(tables).toContain('### Retrieval: a corpus, questions with made-up passages (1)')
    expect(tables).toContain('| BM25 | 1.000    |')
    expect(tables).toContain('| HyDE | 0.500    |')
  })

  it('has one table when every question has passages', () => {
    const tables = tablesOf('a corpus', [asked('1', 'fact', { BM25: all(1), HyDE: all(1) })])
    expect(tables.match(/###/g)).toHaveLength(1)
  })
})
