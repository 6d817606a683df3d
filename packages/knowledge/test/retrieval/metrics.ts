/** How good a ranking is, by what is known to be relevant. */

/** Grades by document: the higher, the more relevant. What has none is not relevant. */
export type Grades = Readonly<Record<string, number>>

export type Metrics = {
  readonly recall1: number
  readonly recall5: number
  readonly recall10: number
  readonly ndcg10: number
  /** The reciprocal rank of the first relevant document; its mean is the MRR. */
  readonly reciprocalRank: number
}

const gain = (grade: number) => 2 ** grade - 1
const discount = (rank: number) => Math.log2(rank + 1)

/** A document counts once, where it comes first. */
export function metricsOf(ranking: readonly string[], grades: Grades): Metrics {
  const ranked = [...new Set(ranking)]
  return {
    recall1: recallAt(1, ranked, grades),
    recall5: recallAt(5, ranked, grades),
    recall10: recallAt(10, ranked, grades),
    ndcg10: ndcgAt(10, ranked, grades),
    reciprocalRank: reciprocalRank(ranked, grades),
  }
}

/** Each question counts the same. */
export function meanOf(all: readonly Metrics[]): Metrics {
  if (all.length === 0) throw new Error('There is no mean of no questions.')
  const mean = (key: keyof Metrics) => all.reduce((sum, metrics) => sum + metrics[key], 0) / all.length
  return {
    recall1: mean('recall1'),
    recall5: mean('recall5'),
    recall10: mean('recall10'),
    ndcg10: mean('ndcg10'),
    reciprocalRank: mean('reciprocalRank'),
  }
}

const gradeOf = (grades: Grades, document: string) => (Object.hasOwn(grades, document) ? (grades[document] ?? 0) : 0)

/** The share of what is relevant that is among the first; of no more than can be among them. */
function recallAt(k: number, ranked: readonly string[], grades: Grades): number {
  const relevant = Object.values(grades).filter((grade) => grade > 0).length
  if (relevant === 0) throw new Error('A question needs a relevant document.')
  const found = ranked.slice(0, k).filter((document) => gradeOf(grades, document) > 0).length
  return found / Math.min(k, relevant)
}

function ndcgAt(k: number, ranked: readonly string[], grades: Grades): number {
  const sum = (best: readonly number[]) =>
    best.slice(0, k).reduce((total, grade, index) => total + gain(grade) / discount(index + 1), 0)
  const ideal = Object.values(grades).toSorted((a, b) => b - a)
  return sum(ranked.map((document) => gradeOf(grades, document))) / sum(ideal)
}

function reciprocalRank(ranked: readonly string[], grades: Grades): number {
  const first = ranked.findIndex((document) => gradeOf(grades, document) > 0)
  return first < 0 ? 0 : 1 / (first + 1)
}
