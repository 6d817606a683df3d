/**
 * How much of a topic, and of a whole outline, the accepted chunks cover.
 *
 *     C_i <- 1 - exp(-kappa * sum of min(r, most) * rho^(j-1)), for the j-th chunk of its host
 *
 * It grows with each chunk, the next alike one adds less, and it never reaches 1. What a chunk counts is bounded, so that one
 * voice does not cover a topic, however near to it it speaks.
 */
import { byId } from './id-order.ts'

export type Evidence = {
  readonly id: string
  readonly host: string
  /** From 0 to 1, for the topic in question. */
  readonly relevance: number
}

/** What each further chunk of the same host counts: all of them together never count as much as two hosts. */
export const hostDiscount = 0.5

/**
 * A chunk counts as so many ordinary ones at most. One host is worth two of its chunks at most: with six that make a topic
 * full it covers it by 0.68.
 */
const mostOrdinary = 1.5

/** A great sum rounds to 1, and then nothing more could be added. */
const mostCoverage = 1 - Number.EPSILON

/** `fullAt` chunks of the relevance `reference` from different hosts cover a topic by 0.9. */
export function kappaOf({ fullAt, reference }: { readonly fullAt: number; readonly reference: number }): number {
  return Math.LN10 / (fullAt * reference)
}

/** The relevance above which a chunk counts no more. */
export function mostCounted(reference: number): number {
  return Math.min(1, mostOrdinary * reference)
}

export function topicCoverage(evidence: readonly Evidence[], kappa: number, most = 1): number {
  const ofHost = new Map<string, number>()
  let sum = 0
  for (const { host, relevance } of evidence.toSorted(mostRelevantFirst)) {
    const before = ofHost.get(host) ?? 0
    sum += Math.min(relevance, most) * hostDiscount ** before
    ofHost.set(host, before + 1)
  }
  return Math.min(mostCoverage, -Math.expm1(-kappa * sum))
}

function mostRelevantFirst(one: Evidence, other: Evidence): number {
  return other.relevance - one.relevance || byId(one.id, other.id)
}

/** Of all topics, which count the same. */
export function totalCoverage(coverage: readonly number[]): number {
  if (coverage.length === 0) return 0
  return coverage.reduce((sum, each) => sum + each, 0) / coverage.length
}

/** What each topic lacks, as its share of the whole. */
export function gapsOf(coverage: readonly number[]): readonly number[] {
  return coverage.map((each) => (1 - each) / coverage.length)
}
