/**
 * Which of the chunks that a cycle found are kept: those that say something about a topic, and say something new.
 *
 * Chosen one by one by maximal marginal relevance, so that of two alike ones the more relevant stays.
 */
import { hostDiscount } from './coverage.ts'
import { byId } from './id-order.ts'
import { greatestLikeness } from './novelty.ts'

export type Candidate = {
  readonly id: string
  readonly host: string
  readonly vector: Float32Array
  /** For each topic of the outline. */
  readonly relevance: readonly number[]
}

export type AcceptanceRule = {
  /** What is less new than this was said before. */
  readonly leastNovelty: number
  readonly mostPerTopic: number
}

/** How much relevance counts; the rest is for being different. */
const relevanceShare = 0.7

type Open = {
  readonly id: string
  readonly host: string
  readonly vector: Float32Array
  /** The one that it says most about; the first of several. */
  readonly topic: number
  /** Its relevance for that topic; each one of its host that is picked for it makes it worth less, as coverage counts it. */
  worth: number
  /** To what is most like it among all that is known or picked. It only grows, and is never worked out anew. */
  likeness: number
}

/** Ids of the accepted ones, in the order in which they are picked. */
export function accept(
  candidates: readonly Candidate[],
  known: readonly Float32Array[],
  { leastNovelty, mostPerTopic }: AcceptanceRule,
): readonly string[] {
  const picks = new Map<number, number>()
  const picked: string[] = []
  const canBePicked = ({ topic, likeness }: Open) =>
    1 - likeness >= leastNovelty && (picks.get(topic) ?? 0) < mostPerTopic
  let open = relevantOnes(candidates, known).filter(canBePicked)
  for (let next = bestOf(open); next !== undefined; next = bestOf(open)) {
    const { id, host, vector, topic } = next
    picked.push(id)
    picks.set(topic, (picks.get(topic) ?? 0) + 1)
    open = open.filter((each) => each !== next)
    for (const each of open) {
      each.likeness = Math.max(each.likeness, greatestLikeness(each.vector, [vector]))
      if (each.topic === topic && each.host === host) each.worth *= hostDiscount
    }
    open = open.filter(canBePicked)
  }
  return picked
}

function relevantOnes(candidates: readonly Candidate[], known: readonly Float32Array[]): readonly Open[] {
  return candidates.flatMap(({ id, host, vector, relevance }) => {
    const most = Math.max(0, ...relevance)
    if (most === 0) return []
    const topic = relevance.indexOf(most)
    return [{ id, host, vector, topic, worth: most, likeness: greatestLikeness(vector, known) }]
  })
}

function bestOf(open: readonly Open[]): Open | undefined {
  let best: Open | undefined
  for (const each of open) if (best === undefined || goesBefore(each, best)) best = each
  return best
}

function goesBefore(one: Open, other: Open): boolean {
  const difference = marginOf(one) - marginOf(other)
  return difference === 0 ? byId(one.id, other.id) < 0 : difference > 0
}

function marginOf({ worth, likeness }: Open): number {
  return relevanceShare * worth - (1 - relevanceShare) * likeness
}
