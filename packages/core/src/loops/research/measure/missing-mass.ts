/**
 * How much has not been seen yet, judged by how much was seen only once.
 *
 * Good 1953, "The population frequencies of species and the estimation of population parameters".
 */

/** The chance that the next observation is of something new; given how often each thing was seen. */
export function unseenMass(counts: readonly number[]): number {
  const observations = counts.reduce((sum, count) => sum + count, 0)
  if (observations === 0) return 1
  return counts.filter((count) => count === 1).length / observations
}
