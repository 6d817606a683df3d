/** How much a chunk says about a topic, by the cosine of their vectors. */

/** 0 up to `tau`, where texts that have nothing to do with the topic lie, too; 1 for the topic's own text. */
export function relevance(cosine: number, tau: number): number {
  if (tau >= 1) return 0
  return Math.min(1, Math.max(0, (cosine - tau) / (1 - tau)))
}
