/** The thresholds that depend on the embedder: what is near in one space is far in another. */
import { relevance } from './relevance.ts'

export type Calibration = {
  /** Whose vectors they are for. They say nothing about those of another. */
  readonly embedder: string
  /** The cosine with a topic up to which a chunk has nothing to do with it. */
  readonly tau: number
  /** The relevance of an ordinary chunk that was found for its topic. */
  readonly reference: number
  /** A chunk that is less new was said before. */
  readonly leastNovelty: number
  /** The cosine from which chunks belong to the same latent topic. */
  readonly likeness: number
  /** The cosine with the question up to which a chunk that fits no topic has nothing to do with the research. */
  readonly leastToQuery: number
}

type Kind = Pick<Calibration, 'leastNovelty' | 'likeness'> & {
  /** The cosine from which two queries mean the same; null where their words are compared alone. */
  readonly queryLikeness: number | null
  /** Whether a text that is about the question is near it; with hashed words a true one may have none in common with it. */
  readonly knowsQuestions: boolean
  /** Within these tau is measured. */
  readonly leastTau: number
  readonly mostTau: number
  /** Where there is too little to measure it. */
  readonly usualTau: number
  /** Whether texts that have nothing in common may be near each other: what counts as alike then is nearer by as much. */
  readonly hasOffset: boolean
  /** Where nothing fits any topic all chunks are about as poor; without it they would count as ordinary ones. */
  readonly leastReference: number
}

/**
 * Seen with the hashed embedder, on seven topics with a passage each and chunks of 1,000 characters:
 * - off the topic 0.06 in the middle and 0.15 at the 95th percentile; on it 0.13, and 0.18 for the best six;
 * - the best for topics that the corpus knows nothing about 0.10, at most 0.14, with a tau of 0.075: hence `leastTau`;
 * - relevance of what is found for its topic 0.05 to 0.08, and 0.02 to 0.03 where the corpus knows nothing;
 * - chunks of one text 0.17, at most 0.31; of two texts 0.09, at most 0.37, and 0.46 in smaller chunks;
 * - the same chunk with every twelfth word changed 0.87, every sixth 0.78, without its last half 0.74; rarely below
 *   0.65;
 * - with one topic hidden, in chunks of 500 to 1,000 characters, a likeness of 0.2 gives 81 clusters, and 8 of them are
 *   the hidden topic; 0.24 gives 24 and 6, 0.28 gives 2 and 1.
 */
const lexical: Kind = {
  leastTau: 0.1,
  mostTau: 0.2,
  usualTau: 0.12,
  leastReference: 0.06,
  leastNovelty: 0.35,
  likeness: 0.24,
  queryLikeness: null,
  knowsQuestions: false,
  hasOffset: false,
}

/**
 * For models that embed meaning. Nothing was measured with them. Their spaces differ, and in some no two texts are further
 * apart than 0.7: tau has all the room that leaves anything above it.
 */
const semantic: Kind = {
  leastTau: 0.2,
  mostTau: 0.95,
  usualTau: 0.42,
  leastReference: 0.15,
  leastNovelty: 0.08,
  likeness: 0.62,
  queryLikeness: 0.86,
  knowsQuestions: true,
  hasOffset: true,
}

/** With fewer the 95th percentile is one chunk's whim. */
const leastPairs = 20

const unrelatedShare = 0.95

/** Cosines of topics with chunks: `pairs` with those found for other topics, `own` with those found for them. */
export function calibrate(embedder: string, pairs: readonly number[], own: readonly number[]): Calibration {
  const kind = kindOf(embedder)
  const { leastTau, mostTau, usualTau, leastReference, knowsQuestions } = kind
  const measured = pairs.length < leastPairs ? usualTau : quantile(pairs, unrelatedShare)
  const tau = Math.min(mostTau, Math.max(leastTau, measured))
  const relevant = own.map((cosine) => relevance(cosine, tau)).filter((each) => each > 0)
  const ordinary = relevant.length === 0 ? 0 : quantile(relevant, 0.5)
  const reference = Math.max(leastReference, ordinary)
  const leastNovelty = kind.leastNovelty * roomAbove(tau, kind)
  const likeness = nearer(kind.likeness, tau, kind)
  return { embedder, tau, reference, leastNovelty, likeness, leastToQuery: knowsQuestions ? tau : 0 }
}

/** The cosine from which two queries mean the same, given the tau that was measured; null where their words are compared alone. */
export function queryLikenessOf(embedder: string, tau?: number): number | null {
  const kind = kindOf(embedder)
  return kind.queryLikeness === null ? null : nearer(kind.queryLikeness, tau ?? kind.usualTau, kind)
}

/** A threshold that was chosen for the usual tau, as far between this one and 1. */
function nearer(threshold: number, tau: number, kind: Kind): number {
  return 1 - (1 - threshold) * roomAbove(tau, kind)
}

/** Of what there is above the usual tau, how much there is above this one. */
function roomAbove(tau: number, { usualTau, hasOffset }: Kind): number {
  return hasOffset ? Math.min(1, (1 - tau) / (1 - usualTau)) : 1
}

/** The embedder without a model says so in its id. */
function kindOf(embedder: string): Kind {
  return embedder.startsWith('lexical/') ? lexical : semantic
}

/** The least of the values that so large a share of them does not exceed. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.ceil(share * sorted.length) - 1] as number
}
